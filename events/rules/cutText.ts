const HALF_AT_END = /\p{Surrogate}$/u;

/**
 * The beginning of a text: at most `length` units of UTF-16, and never half a character, which no database and no JSON of
 * one takes.
 */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(HALF_AT_END, "");
}
