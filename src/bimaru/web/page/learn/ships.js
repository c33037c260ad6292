/** Lights up the ships of the fleet that a state of an argument is about. */

/** @param {HTMLElement} list  the entries of a `FleetView` @param {import("./argument.js").State | null} state */
export function markShips(list, state) {
  [...list.children].forEach((item, kind) => {
    const isAbout = state?.ships.includes(kind) ?? false;
    item.classList.toggle("failing", isAbout && state?.kind === "ending");
    item.classList.toggle("cited", isAbout && state?.kind !== "ending");
  });
}
