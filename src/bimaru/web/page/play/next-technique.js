/** The technique to practise next, which hints prefer and the look back on a game suggests. */

import { loadSetting } from "../service/stored-values.js";
import { MISSING_TALLY, TECHNIQUES, USED } from "./grades.js";

/**
 * The technique to learn next, with its grade: one that was missed; otherwise the next harder one than those that were
 * used without a hint or, after the hardest, one left out before.
 * @param {readonly (string | undefined)[]} [missed]
 */
export function nextTechnique(missed = []) {
  const used = loadSetting(USED, {});
  const all = Object.entries(TECHNIQUES).flatMap(([grade, names]) =>
    names.filter((name) => name !== MISSING_TALLY).map((technique) => ({ grade, technique })));
  const isNew = (/** @type {{technique: string}} */ { technique }) => !(technique in used);
  const hardest = all.findLastIndex((one) => !isNew(one));
  return all.find(({ technique }) => missed.includes(technique)) ?? all.slice(hardest + 1).find(isNew) ?? all.find(isNew) ?? null;
}
