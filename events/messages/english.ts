/** All messages in English. */
import type { MessageCatalogue } from "../kernel/message.ts";
import { ACCESS_ROLES } from "./en/accessRoles.ts";
import { CLIENTS } from "./en/clients.ts";
import { CORRELATION } from "./en/correlation.ts";
import { ENTITLEMENTS } from "./en/entitlements.ts";
import { FILES } from "./en/files.ts";
import { BUILDER } from "./en/builder.ts";
import { LOGS } from "./en/logs.ts";
import { MAPPINGS } from "./en/mappings.ts";
import { REPORTS } from "./en/reports.ts";
import { PROVISIONING } from "./en/provisioning.ts";
import { SYSTEM_RUNS } from "./en/systemRuns.ts";
import { SYSTEMS } from "./en/systems.ts";
import { USERS } from "./en/users.ts";
import { VISITORS } from "./visitors.ts";

const TEXTS = {
  ...VISITORS,
  ...ACCESS_ROLES,
  ...CLIENTS,
  ...CORRELATION,
  ...ENTITLEMENTS,
  ...FILES,
  ...BUILDER,
  ...LOGS,
  ...MAPPINGS,
  ...REPORTS,
  ...PROVISIONING,
  ...SYSTEM_RUNS,
  ...SYSTEMS,
  ...USERS,
} as const;

export type EnglishTexts = typeof TEXTS;

export const ENGLISH = {
  language: "en",
  texts: TEXTS,
} as const satisfies MessageCatalogue;
