/** Maximum number of elements in the selector, from the inside out. */
const DEPTH = 3;
const MAX_CLASS = 40;

/** Tag and first class of an element and its ancestors. Nothing else of it may enter the log. */
export function shortSelector(node: Node | null): string {
  const parts: string[] = [];
  let element = node instanceof Element ? node : (node?.parentElement ?? null);
  for (; element && parts.length < DEPTH; element = element.parentElement) {
    const [first = ""] = element.classList;
    const name = first.slice(0, MAX_CLASS);
    parts.unshift(element.localName + (name === "" ? "" : `.${name}`));
  }
  return parts.join(">");
}
