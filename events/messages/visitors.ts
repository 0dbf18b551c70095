/** Messages for visitors. The others load with the screens of signed-in users. */
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
