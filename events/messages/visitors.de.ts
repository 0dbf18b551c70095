/** Messages for visitors, in German. */
import type { MessageText } from "../kernel/message.ts";
import { ACCOUNTS_DE } from "./de/accounts.ts";
import { COMMON_DE } from "./de/common.ts";
import { FIELDS_DE } from "./de/fields.ts";
import { LABELS_DE } from "./de/labels.ts";
import { NETWORK_DE } from "./de/network.ts";
import { REQUESTS_DE } from "./de/requests.ts";
import type { VISITORS } from "./visitors.ts";

export const VISITORS_DE = {
  ...ACCOUNTS_DE,
  ...COMMON_DE,
  ...FIELDS_DE,
  ...LABELS_DE,
  ...NETWORK_DE,
  ...REQUESTS_DE,
} satisfies Readonly<Record<keyof typeof VISITORS, MessageText>>;
