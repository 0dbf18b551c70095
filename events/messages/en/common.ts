/** Texts without a domain of their own. */
export const COMMON = {
  /** Shows a text as it is: what a log of an earlier build holds, or what another program says. */
  "common.text": "{text}",
} as const;
