/** Turns plain clicks on links within the app into navigation and leaves all others to the browser. */
export function interceptLinks(root: Document, navigate: (path: string) => void): void {
  root.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.hasAttribute("download")) return;
    if (link.target !== "" && link.target !== "_self") return;
    const url = new URL(link.href);
    // A link to a part of this page, such as the skip link, moves only the focus.
    const samePage = url.pathname + url.search === root.location.pathname + root.location.search;
    if (url.origin !== root.location.origin || (samePage && url.hash !== "")) return;
    if (url.pathname.startsWith("/api/")) return;
    event.preventDefault();
    navigate(url.pathname + url.search);
  });
}
