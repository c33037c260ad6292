/** The notes of an explanation: placements that a step has ruled out, and that a later one needs. */

/** @import { ReasonData, SquareData, StepData } from "../service/answers.js" */

/**
 * Steps, each with the notes that are alive: from the step after that which rules a placement out to the last that
 * rests on it. The twin of `with_notes` in `deduction/telling/step.py`: steps are sent before later ones are known.
 * @param {readonly StepData[]} steps @returns {StepData[]}
 */
export function withNotes(steps) {
  /** When each placement was ruled out last. @type {Map<string, number>} */
  const ruledOut = new Map();
  const noted = steps.map(() => /** @type {Map<string, SquareData[]>} */ (new Map()));
  steps.forEach((step, number) => {
    for (const placement of step.barred) ruledOut.set(String(placement), number);
    for (const placement of reasonsOf(step).flatMap(({ premises }) => premises?.barred ?? [])) {
      const name = String(placement);
      for (let at = (ruledOut.get(name) ?? number) + 1; at <= number; at++) noted[at].set(name, placement);
    }
  });
  return steps.map((step, number) => ({ ...step, noted: [...noted[number].values()] }));
}

/** All reasons of a step, or of a case, with those of the cases in it. @param {Pick<StepData, "reasons"> & {cases?: import("../service/answers.js").CaseData[], ending?: ReasonData | null}} part @returns {ReasonData[]} */
const reasonsOf = ({ reasons, cases = [], ending }) => [...reasons, ...cases.flatMap(reasonsOf), ...(ending ? [ending] : [])];
