import type { Language } from "../actions/app.ts";

/** The address of the documentation, a page that every server serves. */
export const DOCS_PATH = "/docs";

/** The same page in another language. */
export function docsPath(language: Language): string {
  return language === "en" ? DOCS_PATH : `${DOCS_PATH}/${language}`;
}
