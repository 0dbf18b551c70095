/** The page in which a replay shows the app: styled as this one, and fetched from nowhere. */

/** @returns the element that the app is drawn into. */
export function prepareStage(frame: HTMLIFrameElement): HTMLElement | null {
  const page = frame.contentDocument;
  const window = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!page || !window) return null;
  // Sheets that the page makes itself: links would be fetched again, and inline styles are refused.
  page.adoptedStyleSheets = [...document.styleSheets].map((sheet) => {
    const copy = new window.CSSStyleSheet({ media: sheet.media.mediaText });
    copy.replaceSync([...sheet.cssRules].map(({ cssText }) => cssText).join("\n"));
    return copy;
  });
  const root = page.createElement("div");
  root.id = "root";
  page.body.replaceChildren(root);
  return root;
}
