/** All messages in German. */
import type { MessageCatalogue, MessageText } from "../kernel/message.ts";
import { ACCESS_ROLES_DE } from "./de/accessRoles.ts";
import { CLIENTS_DE } from "./de/clients.ts";
import { CORRELATION_DE } from "./de/correlation.ts";
import { ENTITLEMENTS_DE } from "./de/entitlements.ts";
import { FILES_DE } from "./de/files.ts";
import { BUILDER_DE } from "./de/builder.ts";
import { LOGS_DE } from "./de/logs.ts";
import { MAPPINGS_DE } from "./de/mappings.ts";
import { REPORTS_DE } from "./de/reports.ts";
import { PROVISIONING_DE } from "./de/provisioning.ts";
import { SYSTEM_RUNS_DE } from "./de/systemRuns.ts";
import { SYSTEMS_DE } from "./de/systems.ts";
import { USERS_DE } from "./de/users.ts";
import type { EnglishTexts } from "./english.ts";
import { VISITORS_DE } from "./visitors.de.ts";

export const GERMAN = {
  language: "de",
  texts: {
    ...VISITORS_DE,
    ...ACCESS_ROLES_DE,
    ...CLIENTS_DE,
    ...CORRELATION_DE,
    ...ENTITLEMENTS_DE,
    ...FILES_DE,
    ...BUILDER_DE,
    ...LOGS_DE,
    ...MAPPINGS_DE,
    ...REPORTS_DE,
    ...PROVISIONING_DE,
    ...SYSTEM_RUNS_DE,
    ...SYSTEMS_DE,
    ...USERS_DE,
  } satisfies Readonly<Record<keyof EnglishTexts, MessageText>>,
} as const satisfies MessageCatalogue;
