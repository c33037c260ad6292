/** The argument of a hint or of a mistake, on the board of the game. */

import { argumentView } from "./argument-view.js";
import { branchesOf, refutationOf } from "./argument.js";
import { Stage } from "./stage.js";

/**
 * @param {import("../app.js").App} app @param {import("../play/game.js").Game} game
 * @param {import("./argument.js").StepData | import("./argument.js").CaseData} tree  a step, or the refutation of a mistake
 * @param {(state: import("./argument.js").State | null) => void} draw
 */
export function argumentInPlay(app, { puzzle, cells }, tree, draw) {
  const branches = "supposed" in tree ? [refutationOf(puzzle, cells, tree)] : branchesOf(puzzle, cells, tree);
  return argumentView(puzzle, branches, new Stage(draw, (text) => app.announce(text)), tree.question && !("supposed" in tree) ? tree.question.text : "");
}
