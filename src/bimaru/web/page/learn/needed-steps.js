/** The steps of an explanation that a square needs, found backwards from it by what each step rests on. */

/** @import { CaseData, ReasonData, SquareData, StepData } from "../service/answers.js" */

/**
 * The steps that lead to a square, in order; `null` if none settles it.
 * @param {readonly StepData[]} steps @param {SquareData} square @returns {StepData[] | null}
 */
export function stepsFor(steps, square) {
  const settledBy = settlers(steps);
  const end = settledBy.get(String(square));
  if (end === undefined) return null;
  const needed = new Set([end]);
  for (const number of needed) {
    for (const fact of premisesOf(steps[number])) {
      const source = settledBy.get(fact);
      if (source !== undefined && source < number) needed.add(source);
    }
  }
  return [...needed].sort((one, other) => one - other).map((number) => steps[number]);
}

/** The number of the step that settles each square or bars each placement first. @param {readonly StepData[]} steps @returns {Map<string, number>} */
function settlers(steps) {
  /** @type {Map<string, number>} */
  const found = new Map();
  steps.forEach(({ water, ship, barred = [] }, number) => {
    for (const fact of facts([...water, ...ship], barred)) if (!found.has(fact)) found.set(fact, number);
  });
  return found;
}

/** The names of squares and barred placements. @param {SquareData[]} squares @param {SquareData[][]} barred @returns {string[]} */
const facts = (squares, barred) => [...squares.map(String), ...barred.map((place) => `not ${place}`)];

/** What a step rests on: squares and barred placements. @param {StepData} step @returns {string[]} */
const premisesOf = ({ reasons, cases }) => [...reasons.flatMap(premisesOfReason), ...cases.flatMap(premisesOfCase)];

/** @param {ReasonData} reason @returns {string[]} */
const premisesOfReason = ({ premises }) => (premises ? facts([...premises.ship, ...premises.water], premises.barred) : []);

/** @param {CaseData} supposition @returns {string[]} */
const premisesOfCase = ({ reasons, ending, cases = [] }) => [...[...reasons, ...(ending ? [ending] : [])].flatMap(premisesOfReason), ...cases.flatMap(premisesOfCase)];
