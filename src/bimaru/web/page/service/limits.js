/** Limits of the library and the server; tests compare them. */

export const MAX_SIDE = 99; // bimaru.puzzle.MAX_SIDE: rows or columns
export const MAX_NUMBER = 9999; // bimaru.puzzle.MAX_NUMBER: a tally, a length, the ships of a length
export const MAX_SERVER_SIDE = 64; // bimaru.web.limits.Limits.side: rows or columns, also in the editor
