const HALF_AT_END = /\p{Surrogate}$/u;

/**
 * The start of a text: at most `length` UTF-16 units, and never half a surrogate pair, which databases and JSON refuse.
 */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(HALF_AT_END, "");
}
