/** The page in which a replay shows the app: styled as this one, and fetched from nowhere. */

/** @returns the element that the app is drawn into. */
export function prepareStage(frame: HTMLIFrameElement): HTMLElement | null {
  const page = frame.contentDocument;
  const window = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!page || !window) return null;
  // Sheets that the page makes itself: links would be fetched again, and inline styles are refused.
  page.adoptedStyleSheets = [...document.styleSheets].flatMap((sheet) => {
    const text = textOf(sheet);
    if (text === null) return [];
    const copy = new window.CSSStyleSheet({ media: sheet.media.mediaText });
    copy.replaceSync(text);
    return [copy];
  });
  // A frame that is inert still takes the focus from code, such as that of a menu or a field that begins with it.
  window.HTMLElement.prototype.focus = () => undefined;
  const root = page.createElement("div");
  root.id = "root";
  page.body.replaceChildren(root);
  return root;
}

/** Null of a sheet from elsewhere, as extensions of the browser add them: none of the product's, and not to be read. */
function textOf(sheet: CSSStyleSheet): string | null {
  try {
    return [...sheet.cssRules].map(({ cssText }) => cssText).join("\n");
  } catch {
    return null;
  }
}
