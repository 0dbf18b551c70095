/** The first letter decides, as with `dir="auto"`, which browsers recompute for every text change. */
const FROM_RIGHT =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** @returns the `dir` of an element with only that text; none for left to right, which is the page's */
export function textDirection(text: string): "rtl" | undefined {
  return FROM_RIGHT.test(text) ? "rtl" : undefined;
}
