/**
 * The parts of the logbook, and what they share: types only.
 *
 * @import { App } from "../app.js"
 * @import { PuzzleData } from "../board/puzzle.js"
 * @typedef {{element: HTMLElement, leave?(): void}} View
 * @typedef {{
 *   app: App, archive: import("./archive.js").Archive, open(data: PuzzleData): void, replay(file: any): void,
 *   run(action: () => Promise<unknown>): Promise<void>, announce(text: string): void,
 * }} Logbook  What the views share. `open`: closes the dialog and opens a puzzle; `run`: shows the error of a failed request.
 */
export {};
