/** Back closes an open dialog and leads no further, in browsers in which a page can decide that; in others both go. */

/** The dialog that is open, if one is. */
export const openDialog = () => /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog[open]"));

/** @type {any} */ (globalThis).navigation?.addEventListener("navigate", (/** @type {any} */ event) => {
  const dialog = openDialog();
  if (!dialog || event.navigationType !== "traverse" || !event.cancelable) return;
  event.preventDefault();
  dialog.close();
});
addEventListener("hashchange", () => openDialog()?.close());
