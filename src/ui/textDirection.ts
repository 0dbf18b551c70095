/** The first letter decides, as with `dir="auto"`, which browsers work out anew for every text that changes. */
const FROM_RIGHT =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** @returns the `dir` of an element with that text alone; none where it is written from the left, as the page is */
export function textDirection(text: string): "rtl" | undefined {
  return FROM_RIGHT.test(text) ? "rtl" : undefined;
}
