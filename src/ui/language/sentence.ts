/** Ends a message as a sentence, so that another may follow it: some come with their full stop, and some without. */
export function sentence(message: string): string {
  const text = message.trimEnd();
  return text === "" || /[.!?…]["”“»)]?$/.test(text) ? text : `${text}.`;
}
