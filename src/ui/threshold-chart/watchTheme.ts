const QUERIES = [
  "(prefers-color-scheme: dark)",
  "(prefers-contrast: more)",
  "(forced-colors: active)",
];

/** Calls back whenever the document's colours may have changed. @returns a function that stops it */
export function watchTheme(changed: () => void): () => void {
  const chosen = new MutationObserver(changed);
  chosen.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const queries = QUERIES.map((query) => matchMedia(query));
  for (const query of queries) query.addEventListener("change", changed);
  return () => {
    chosen.disconnect();
    for (const query of queries) query.removeEventListener("change", changed);
  };
}
