/** Limits of the library and the server; tests compare them. */

export const MAX_SIDE = 99; // bimaru.sizes.MAX_SIDE: rows or columns
export const MAX_NUMBER = 9999; // bimaru.sizes.MAX_NUMBER: a tally, a length, the ships of a length
export const MAX_SERVER_SIDE = 64; // bimaru.web.server_limits.Limits.side: rows or columns, also in the editor
export const MAX_LADDER_SIDE = 63; // bimaru.sizes.LADDER_MAX_SIDE: rows or columns for hints, explanations and grades
export const MAX_GENERATED_SIDE = 63; // bimaru.sizes.GENERATED_MAX_SIDE: rows or columns of a puzzle to generate
export const ENGINE_LANGUAGES = ["en", "de", "fr", "es"]; // bimaru.deduction.languages.LANGUAGES: of the sentences of hints and explanations
export const MAX_TEXT = 262_144; // bimaru.web.server_limits.Limits.body: characters of a text to convert
