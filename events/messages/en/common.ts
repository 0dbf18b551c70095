/** Texts that belong to no single domain. */
export const COMMON = {
  /** Shows a text verbatim: one from a log of an earlier build or from another program. */
  "common.text": "{text}",
} as const;
