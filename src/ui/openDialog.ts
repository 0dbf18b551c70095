/** What has the keyboard to itself while it is open: a dialog, or a question. One that is closed fades out for a while. */
const DIALOG = ":is([role=dialog], [role=alertdialog]):not([data-closed])";

/** Whether a dialog is open: what is behind it must not change by keys that were meant for it. */
export function isDialogOpen(): boolean {
  return document.querySelector(DIALOG) !== null;
}

/** Whether an element is part of a dialog. */
export function isInDialog(element: Element): boolean {
  return element.closest(DIALOG) !== null;
}
