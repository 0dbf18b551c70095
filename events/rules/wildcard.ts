/** Patterns in which `*` stands for any text. */

/** @returns a function that tests whether a text matches the pattern; case matters. */
export function wildcard(pattern: string): (text: string) => boolean {
  const parts = pattern.split("*");
  return (text) => matchesParts(text, parts);
}

/** Whether a text consists of the parts in order with any texts between them. Takes linear time, unlike a RegExp. */
function matchesParts(text: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  if (rest.length === 0) return text === first;
  const last = rest.pop() ?? "";
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
