/** Texts that a box cuts off, such as names in columns that are too narrow for them. */

/** A cut text may exceed its box by less than a pixel without being cut for the eye. */
const TOLERANCE = 1;

/**
 * The full texts that are cut off within an element, or by it, in their order. A text that a `data-tooltip` spells out is
 * taken from there.
 */
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

function cuts(box: Element): boolean {
  const { clientWidth, clientHeight, scrollWidth, scrollHeight } = box;
  // Texts for screen readers only are in boxes of one pixel.
  if (clientWidth <= TOLERANCE) return false;
  const isFull = scrollWidth > clientWidth + TOLERANCE || scrollHeight > clientHeight + TOLERANCE;
  return isFull && ["hidden", "clip"].includes(getComputedStyle(box).overflowX);
}
