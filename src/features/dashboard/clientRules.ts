/** The client's record in the app, combined from its sources, and the patch that changes its profile. */
import type {
  Client,
  ClientCounts,
  ClientProfile,
  ClientUser,
  SecureAgentStatus,
  UsernameFormat,
  UsernameFormatId,
} from "#events/entities/client.ts";
import type { JsonPatch } from "#events/entities/jsonPatch.ts";
import type { Onboarding } from "#events/entities/onboarding.ts";
import type { SystemLimits } from "#events/entities/systemConfiguration.ts";
import { CLIENT_FIELDS, normalizeClient } from "#events/rules/client.ts";
import { planOf, setupProgress, type Plan, type SetupProgress } from "#events/rules/onboarding.ts";

export interface ClientRecord extends Omit<Client, keyof UsernameFormat>, UsernameFormat {
  /** The HR and AD managers; empty until they are known. */
  readonly users: readonly ClientUser[];
  readonly owners: readonly ClientUser[];
  /** null until they are known, as are the values derived from them. */
  readonly entityCounts: ClientCounts | null;
  readonly progress: SetupProgress | null;
  readonly plan: Plan | null;
  /** Of connected systems, how many there are and may be of each kind. */
  readonly limits: SystemLimits | null;
  readonly secureAgentStatus: SecureAgentStatus | null;
}

interface KnownOfClient {
  readonly client: Client;
  readonly users: readonly ClientUser[];
  readonly owners: readonly ClientUser[];
  readonly counts: ClientCounts | null;
  readonly onboarding: Onboarding | null;
  readonly secureAgentStatus: SecureAgentStatus | null;
}

export function recordOf({ client, counts, onboarding, ...known }: KnownOfClient): ClientRecord {
  const progress = counts && onboarding && setupProgress(client, counts, onboarding);
  return {
    ...client,
    ...formatOf(client),
    ...known,
    entityCounts: counts,
    progress,
    plan: progress && planOf(progress),
    limits: onboarding && onboarding.limits,
  };
}

function formatOf({ usernameFormatId, usernameFormatCustom }: Client): UsernameFormat {
  return {
    usernameFormatId: usernameFormatId ?? null,
    usernameFormatCustom: usernameFormatCustom ?? null,
  };
}

/** Null texts are shown as empty. */
export type ProfileValues = { readonly [Field in keyof ClientProfile]: string };

export function profileOf(client: Client): ProfileValues {
  const values = CLIENT_FIELDS.map((field) => [field, client[field] ?? ""]);
  return Object.fromEntries(values) as ProfileValues;
}

/** Tests that each field still has its original value, then replaces it. */
export function profilePatch(saved: ProfileValues, values: ProfileValues): JsonPatch {
  const [before, after] = [normalizeClient(saved), normalizeClient(values)];
  return CLIENT_FIELDS.filter((field) => saved[field] !== values[field]).flatMap(
    (field): JsonPatch => [
      { op: "test", path: `/${field}`, value: before[field] },
      { op: "replace", path: `/${field}`, value: after[field] },
    ],
  );
}

/** Represents no format, because the values of a select are texts. */
const NO_FORMAT = "none";

export interface FormatValues {
  readonly usernameFormatId: UsernameFormatId | typeof NO_FORMAT;
  readonly usernameFormatCustom: string;
}

export function formatValues(client: Client): FormatValues {
  const { usernameFormatId, usernameFormatCustom } = formatOf(client);
  return {
    usernameFormatId: usernameFormatId ?? NO_FORMAT,
    usernameFormatCustom: usernameFormatCustom ?? "",
  };
}

export function usernameFormatOf(values: FormatValues): UsernameFormat {
  const { usernameFormatId: id, usernameFormatCustom } = values;
  return {
    usernameFormatId: id === NO_FORMAT ? null : id,
    usernameFormatCustom: usernameFormatCustom === "" ? null : usernameFormatCustom,
  };
}
