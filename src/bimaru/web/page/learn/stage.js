/** What shows the states of arguments, one at a time: the board, or a small one for what is nested. */

/**
 * @import { State } from "./argument.js"
 * @typedef {{move(by: number): boolean, pause(): void, leave(): void}} Player  `move`: whether there was a state to move to.
 */

export class Stage {
  /** @type {Player | null} */
  player = null;

  /**
   * @param {(state: State | null) => void} draw  shows a state; `null`: what was there before
   * @param {(text: string) => void} announce  for screen readers
   */
  constructor(draw, announce) {
    this.draw = draw;
    this.announce = announce;
  }

  /** Shows a state of a player; another one that was shown before is left. @param {Player} player @param {State} state @param {string} place  such as "Step 2 of 5"; "": it has been said */
  show(player, state, place) {
    if (this.player !== player) this.player?.leave();
    this.player = player;
    this.draw(state);
    if (place) this.announce(`${place}. ${state.text}`);
  }

  /** Shows again what was there before. @param {Player} player */
  release(player) {
    if (this.player !== player) return;
    this.player = null;
    this.draw(null);
  }

  /** Leaves whatever is shown. */
  clear() {
    const { player } = this;
    this.player = null;
    player?.leave();
  }
}
