/** Elements that own the keyboard while open: dialogs and confirmations. A closed one fades out for a while. */
const DIALOG = ":is([role=dialog], [role=alertdialog]):not([data-closed])";

/** Whether a dialog is open: keys meant for it must not change the page behind it. */
export function isDialogOpen(): boolean {
  return document.querySelector(DIALOG) !== null;
}

/** Whether an element is part of a dialog. */
export function isInDialog(element: Element): boolean {
  return element.closest(DIALOG) !== null;
}
