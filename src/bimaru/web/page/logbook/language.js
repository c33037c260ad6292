/** The language of the page, for dates and numbers. */
export const language = () => document.documentElement.lang || "en";
