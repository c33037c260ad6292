/** The argument of a hint or of a mistake, on the board of the game. */

import { argumentView } from "./argument-view.js";
import { branchesOf, questionOf, refutationOf } from "./argument.js";
import { Stage } from "./stage.js";
import { phrase } from "../language.js";

/**
 * @param {import("../app.js").App} app @param {import("../play/game.js").Game} game
 * @param {import("../service/answers.js").StepData | import("../service/answers.js").CaseData} tree  a step, or the refutation of a mistake
 * @param {(state: import("./argument.js").State | null) => void} draw
 */
export function argumentInPlay(app, { puzzle, cells }, tree, draw) {
  const stage = new Stage(draw, (text) => app.announce(text));
  // The message only names the square; the reason is shown on request.
  if ("supposed" in tree) return argumentView(puzzle, [{ ...refutationOf(puzzle, cells, tree), title: phrase("Why?"), outcome: "", isPlain: true }], stage, "", false);
  return argumentView(puzzle, branchesOf(puzzle, cells, tree), stage, questionOf(tree));
}
