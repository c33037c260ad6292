/** Sizes that the page reads and offers. The tests compare them with the constants named here. */

export const MAX_SIDE = 99; // bimaru.puzzle.MAX_SIDE: rows or columns of a puzzle
export const MAX_NUMBER = 9999; // bimaru.puzzle.MAX_NUMBER: a tally, a length, the number of ships of a length
export const MAX_SERVER_SIDE = 64; // bimaru.web.limits.Limits.side: rows or columns that the server accepts, so those of the editor
