/** Texts that a box cuts off, such as names in columns that are too narrow for them. */

/** In pixels: browsers round sizes, so a text that fits may seem to exceed its box by a pixel. */
const TOLERANCE = 1;

/** The full texts that an element or a box in it cuts off, in document order. A `data-tooltip` replaces the cut text. */
export function cutTextsIn(element: Element): readonly string[] {
  const texts: string[] = [];
  const visit = (box: Element) => {
    if (!cuts(box)) {
      for (const child of box.children) visit(child);
      return;
    }
    const spelled = box.matches("[data-tooltip]") ? box : box.querySelector("[data-tooltip]");
    const text = spelled?.getAttribute("data-tooltip") ?? box.textContent;
    if (text.trim() !== "") texts.push(text.trim());
  };
  visit(element);
  return texts;
}

/** Whether an element or a box around it, within its cell, cuts off its text. */
export function isCutOff(element: Element): boolean {
  for (let box: Element | null = element; box !== null; box = box.parentElement) {
    if (cuts(box)) return true;
    if (box.matches("[role=gridcell], td, th, [role=row]")) return false;
  }
  return false;
}

function cuts(box: Element): boolean {
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = box;
  // Texts for screen readers only are in boxes of one pixel.
  if (clientWidth <= TOLERANCE) return false;
  const isFull = scrollWidth > clientWidth + TOLERANCE || scrollHeight > clientHeight + TOLERANCE;
  return isFull && ["hidden", "clip"].includes(getComputedStyle(box).overflowX);
}
