/** Days as text like `2026-01-31`, and as numbers. */

const DAY = 86_400_000; // milliseconds

/** The number of a day since 1970, of a date like `2026-01-31`. @param {string} day */
export const numberOfDay = (day) => Date.parse(day) / DAY;

/** The date of a number of days since 1970. @param {number} number */
export const dayOfNumber = (number) => new Date(number * DAY).toISOString().slice(0, 10);

/** The day of a fragment such as `#d=2026-01-31`, whose puzzle it stands for: any text, or `null`. @param {string} fragment */
export const dayInFragment = (fragment) => new URLSearchParams(fragment.replace(/^#/, "")).get("d");

/** Today where days begin first, 14 hours before they do in Greenwich. */
export const firstToday = () => dayOfNumber(Date.now() / DAY + 14 / 24);

/** Today where the user is. @param {Date} [now] */
export function today(now = new Date()) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
