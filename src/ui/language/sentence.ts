/** Ends a message with a full stop if it has none, so that another sentence can follow. */
export function sentence(message: string): string {
  const text = message.trimEnd();
  return text === "" || /[.!?…]["”“»)]?$/.test(text) ? text : `${text}.`;
}
