/** What has the keyboard to itself while it is there: a dialog, or a question. */
const DIALOG = "[role=dialog], [role=alertdialog]";

/** Whether a dialog is open: what is behind it must not change by keys that were meant for it. */
export function isDialogOpen(): boolean {
  return document.querySelector(DIALOG) !== null;
}

/** Whether an element is part of a dialog. */
export function isInDialog(element: Element): boolean {
  return element.closest(DIALOG) !== null;
}
