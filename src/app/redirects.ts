const GROUPING = "/rbac-grouping";

/** Redirected addresses. */
export const REDIRECTS: ReadonlyMap<string, string> = new Map([
  [GROUPING, `${GROUPING}/job-titles`],
]);
