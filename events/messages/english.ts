/** All messages in English. */
import type { MessageCatalogue } from "../kernel/message.ts";
import { ACCOUNTS } from "./en/accounts.ts";
import { CLIENTS } from "./en/clients.ts";
import { COMMON } from "./en/common.ts";
import { FIELDS } from "./en/fields.ts";
import { FILES } from "./en/files.ts";
import { LABELS } from "./en/labels.ts";
import { REQUESTS } from "./en/requests.ts";
import { USERS } from "./en/users.ts";

const TEXTS = {
  ...ACCOUNTS,
  ...CLIENTS,
  ...COMMON,
  ...FIELDS,
  ...FILES,
  ...LABELS,
  ...REQUESTS,
  ...USERS,
} as const;

export type EnglishTexts = typeof TEXTS;

export const ENGLISH = {
  language: "en",
  texts: TEXTS,
} as const satisfies MessageCatalogue;
