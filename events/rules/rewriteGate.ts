/** The safety gate of what rewrites people: imports of files and runs of HR systems have it. */

/** Fewer people never wait, so that a small directory can be corrected. */
export const MIN_REWRITTEN = 5;

/** People of the directory who have not left. */
export interface RewriteFigures {
  /** Those who get another name, job, department or location. */
  readonly rewritten: number;
  /** All of them, before anything is written. */
  readonly of: number;
}

/** @param limit percent that may be rewritten without a person's decision. */
export function isMassRewrite({ rewritten, of }: RewriteFigures, limit: number): boolean {
  return rewritten >= MIN_REWRITTEN && rewritten * 100 > of * limit;
}
