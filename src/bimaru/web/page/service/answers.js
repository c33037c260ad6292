/**
 * What the engine answers, as the JSON of the API: types only.
 *
 * @typedef {{board: string[], letters?: string[]}} BoardData
 * @typedef {[row: number, column: number]} SquareData
 * @typedef {{squares: SquareData[], lines: ({row: number} | {column: number})[]}} FocusData
 * @typedef {{axis: "row" | "column", number: number}} LineData
 * @typedef {{row: number} | {column: number} | {given: SquareData} | {fleet: number} | {word: string} | {shape: number} | {edge: [string, number]}} ClueData
 * @typedef {{
 *   technique: string, water: SquareData[], ship: SquareData[], text: string,
 *   squares?: SquareData[], line?: LineData, lines?: LineData[], length?: number, starved?: LineData[],
 *   barred?: SquareData[][], clues?: ClueData[],
 *   premises?: {ship: SquareData[], water: SquareData[], barred: SquareData[][]},
 * }} ReasonData
 * @typedef {{about: "ships" | "line" | "square", n_cases: number, text: string, lines?: LineData[], squares?: SquareData[], length?: number}} QuestionData
 * @typedef {{
 *   supposed: SquareData[], is: "water" | "ship" | "placement" | "way", reasons: ReasonData[], ending: ReasonData | null, text: string,
 *   question?: QuestionData, cases?: CaseData[],
 * }} CaseData  `way`: the supposed squares are all further ship squares of the line that is asked about.
 * @typedef {{
 *   technique: string, depth: number, water: SquareData[], ship: SquareData[], text: string, barred: SquareData[][],
 *   question?: QuestionData | null, reasons: ReasonData[], cases: CaseData[], letters?: [row: number, column: number, letter: string][],
 *   possible_letters?: [row: number, column: number, letters: string][], noted?: SquareData[][],
 * }} StepData  `noted`: the notes that are alive, found here (`withNotes`).
 * @typedef {{
 *   mistake: {squares: SquareData[], text: string, case: CaseData | null} | null,
 *   where: string | null, focus: FocusData | null, technique: string | null, idea: string | null, step: StepData | null, complete?: boolean,
 * }} HintData
 * @typedef {{text: string, unique: boolean | null, changes: {clue: ClueData, before: number | string, after: number | string}[]}} RepairData
 * @typedef {{clues: ClueData[], squares: SquareData[], smallest: boolean, steps: StepData[], failure: string | null, repairs: RepairData[], text: string}} ConflictData
 * @typedef {{squares: SquareData[], additions: [number, number, string][][], smallest: boolean, complete: boolean, text: string}} AmbiguityData
 * @typedef {{title: string, first: number, last: number, text: string}} ChapterData
 * @typedef {{
 *   status: string, solved: boolean, n_searched: number, complete: boolean, grade: string | null, score: number | null, steps: StepData[], chapters: ChapterData[], failure: string | null,
 *   open: SquareData[], boards: BoardData[], conflict: ConflictData | null, ambiguity: AmbiguityData | null,
 * }} ExplanationData
 */
export {};
