/** The page in which a replay shows the app: with this page's styles, and without loading anything. */

/** @returns the element into which the app is rendered. */
export function prepareStage(frame: HTMLIFrameElement): HTMLElement | null {
  const page = frame.contentDocument;
  const window = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!page || !window) return null;
  // Constructed style sheets, because links would be fetched again and inline styles are blocked.
  page.adoptedStyleSheets = [...document.styleSheets].flatMap((sheet) => {
    const text = textOf(sheet);
    if (text === null) return [];
    const copy = new window.CSSStyleSheet({ media: sheet.media.mediaText });
    copy.replaceSync(text);
    return [copy];
  });
  // Code inside an inert frame can still take the focus, for example a menu or an autofocused field.
  window.HTMLElement.prototype.focus = () => undefined;
  const root = page.createElement("div");
  root.id = "root";
  page.body.replaceChildren(root);
  return root;
}

/** Null for a foreign sheet of a browser extension, which is not the product's and not readable. */
function textOf(sheet: CSSStyleSheet): string | null {
  try {
    return [...sheet.cssRules].map(({ cssText }) => cssText).join("\n");
  } catch {
    return null;
  }
}
