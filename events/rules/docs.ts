import type { Language } from "../actions/app.ts";

/** Where Provision is documented: a page of its own, which every server serves. */
export const DOCS_PATH = "/docs";

/** The same page in a language. */
export function docsPath(language: Language): string {
  return language === "en" ? DOCS_PATH : `${DOCS_PATH}/${language}`;
}
