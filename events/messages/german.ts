/** All messages in German. */
import type { MessageCatalogue, MessageText } from "../kernel/message.ts";
import { ACCOUNTS_DE } from "./de/accounts.ts";
import { CLIENTS_DE } from "./de/clients.ts";
import { COMMON_DE } from "./de/common.ts";
import { FIELDS_DE } from "./de/fields.ts";
import { FILES_DE } from "./de/files.ts";
import { LABELS_DE } from "./de/labels.ts";
import { REQUESTS_DE } from "./de/requests.ts";
import { USERS_DE } from "./de/users.ts";
import type { EnglishTexts } from "./english.ts";

export const GERMAN = {
  language: "de",
  texts: {
    ...ACCOUNTS_DE,
    ...CLIENTS_DE,
    ...COMMON_DE,
    ...FIELDS_DE,
    ...FILES_DE,
    ...LABELS_DE,
    ...REQUESTS_DE,
    ...USERS_DE,
  } satisfies Readonly<Record<keyof EnglishTexts, MessageText>>,
} as const satisfies MessageCatalogue;
