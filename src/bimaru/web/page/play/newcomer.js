/** Whether the player knows that the page fills full lines with water: it does so only then. */

import { keysWith, loadSetting, saveSetting } from "../service/stored-values.js";

/** Whether someone has played here before there was a guide, and so knows. */
const wasHere = keysWith("bimaru:game:").length > 0 || keysWith("bimaru:setting:").length > 0;

/** A puzzle within another page asks nothing. */
const asks = globalThis.document?.body?.classList.contains("embedded") === false;

export const isExplained = () => loadSetting("explained", wasHere || !asks);

/** Whether the guide is over, or was skipped; a player who skips it is asked at the first full line. */
export const isSeen = () => isExplained() || loadSetting("guided", false);

export const setSeen = () => saveSetting("guided", true);

export const setExplained = (isExplained = true) => saveSetting("explained", isExplained);

if (!isExplained()) setExplained(false); // a game that is stored would say so after a reload
