/** Where Provision is documented: a page of its own, which every server serves. */
export const DOCS_PATH = "/docs";
