/** The messages that visitors can read. The others come with the screens of those who are signed in. */
import { ACCOUNTS } from "./en/accounts.ts";
import { COMMON } from "./en/common.ts";
import { FIELDS } from "./en/fields.ts";
import { LABELS } from "./en/labels.ts";
import { NETWORK } from "./en/network.ts";
import { REQUESTS } from "./en/requests.ts";

export const VISITORS = {
  ...ACCOUNTS,
  ...COMMON,
  ...FIELDS,
  ...LABELS,
  ...NETWORK,
  ...REQUESTS,
} as const;
