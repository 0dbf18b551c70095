/** How a system is read, what happens to accounts of people who leave, and the publication of all settings. */
import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import type { Mapping } from "#events/entities/mapping.ts";
import type { AccountExclusion, ConnectedSystem, SystemSettings } from "#events/entities/system.ts";
import {
  DEFAULT_ACTIVATION,
  type ActivationSettings,
  type ImportSettings,
  type Publication,
  type SettingChange,
} from "#events/entities/systemConfiguration.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { accountAttributes } from "#events/rules/objectClasses.ts";
import { hasCycle } from "#events/rules/mappings/check.ts";
import { identifies, missingAttributes, targetOf } from "#events/rules/mappings/fields.ts";
import {
  checkSettingText,
  checkSettingTexts,
  validateConfiguration,
} from "#events/rules/systems.ts";
import type { CallContext } from "../callContext.ts";
import { capabilitiesOf, isReadable } from "../connectors/capabilities.ts";
import type { Connector, SystemPlace } from "../connectors/contract.ts";
import type { JsonValue } from "../db/columns.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { clientMappings, knownItems } from "../mappings/queries.ts";
import { conflict, invalidFields, invalidRequest } from "../plugins/errors.ts";
import { listFiles } from "./files.ts";
import {
  hasNewSecrets,
  holdSystem,
  loadSystem,
  requireConnector,
  requireSystem,
  type SystemRow,
} from "./queries.ts";
import { nextRunAt } from "./schedule.ts";
import { findSetSecrets } from "./secrets.ts";

interface Versioned<Settings> {
  readonly settings: Settings;
  readonly version: number;
}

export async function readImportSettings(
  db: Kysely<Database>,
  place: SystemPlace,
): Promise<Versioned<ImportSettings>> {
  const { settings, version } = await requireSystem(db, place);
  return { settings: importSettingsOf(settings), version };
}

function importSettingsOf(settings: SystemSettings): ImportSettings {
  const { configuration: _configuration, mappings: _mappings, ...rest } = settings;
  return rest;
}

/** @throws ApiError EINVALID; ECONFLICT for another version. */
export function saveImportSettings(
  context: CallContext,
  resourceId: string,
  { settings: wanted, version }: Versioned<ImportSettings>,
): Promise<Versioned<ImportSettings>> {
  const { client, db } = context;
  const place = { clientId: client.id, resourceId };
  return inTransaction(db, async (tx) => {
    const row = await holdSystem(tx, place, version);
    const before = importSettingsOf(row.settings);
    const after = normalizeSettings(wanted, before);
    const problems = checkImportSettings(after, row);
    if (Object.keys(problems).length > 0) {
      throw invalidRequest(
        Object.entries(problems).map(([path, reason]) => ({
          path: `/body/settings/${path}`,
          reason,
        })),
      );
    }
    if (isDeepStrictEqual(before, after)) return { settings: before, version };
    const { includedEntitlements: _included, ...others } = row.settings;
    await tx
      .updateTable("connected_systems")
      .set({
        settings: JSON.stringify({ ...others, ...after }),
        version: version + 1,
      })
      .where("client_id", "=", client.id)
      .where("resource_id", "=", resourceId)
      .execute();
    await context.audit(tx, {
      target: resourceId,
      before: difference(before, after),
      after: difference(after, before),
    });
    return { settings: after, version: version + 1 };
  });
}

function distinctNames(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.trim()))];
}

/** Optional rules that are missing stay unchanged. */
function normalizeSettings(settings: ImportSettings, before: ImportSettings): ImportSettings {
  const { excludedAccounts = before.excludedAccounts ?? [] } = settings;
  const { includedEntitlements = before.includedEntitlements ?? [], ...rest } = settings;
  const included = distinctNames(includedEntitlements);
  const rules = new Map<string, AccountExclusion>();
  for (const { attribute, pattern } of excludedAccounts) {
    const rule = { attribute, pattern: pattern.trim() };
    rules.set(JSON.stringify([attribute, rule.pattern.toLowerCase()]), rule);
  }
  return {
    ...rest,
    excludedEntitlements: distinctNames(settings.excludedEntitlements),
    ...(included.length > 0 && { includedEntitlements: included }),
    excludedAccounts: [...rules.values()],
  };
}

/** The changed settings, as they are in the first. */
function difference(settings: ImportSettings, other: ImportSettings): Record<string, JsonValue> {
  const others = new Map<string, unknown>(Object.entries(other));
  const changed = Object.entries(settings).filter(
    ([name, value]) => !isDeepStrictEqual(value, others.get(name)),
  );
  return JSON.parse(JSON.stringify(Object.fromEntries(changed))) as Record<string, JsonValue>;
}

/** @returns the problems by path. */
function checkImportSettings(
  {
    owner,
    identity,
    excludedEntitlements,
    includedEntitlements = [],
    excludedAccounts = [],
  }: ImportSettings,
  system: SystemRow,
): Record<string, Message> {
  const problems: Record<string, Message> = {};
  for (const [path, names] of Object.entries({ excludedEntitlements, includedEntitlements })) {
    const problem = checkSettingTexts(names);
    if (problem) problems[path] = problem;
  }
  const note = (path: string, name: string) => {
    const problem = checkAttribute(name, system);
    if (problem) problems[path] = problem;
  };
  if (system.kind === "hr" && excludedAccounts.length > 0) {
    problems["excludedAccounts"] = message("systems.hrHasPeople");
  }
  excludedAccounts.forEach(({ attribute, pattern }, at) => {
    const wrong = checkSettingText(pattern);
    if (wrong) problems[`excludedAccounts/${at}/pattern`] = wrong;
    if (attribute !== null) note(`excludedAccounts/${at}/attribute`, attribute);
  });
  if (owner) note("owner/attribute", owner.attribute);
  const named = Object.entries(identity);
  if (system.kind !== "hr" && named.length > 0) problems["identity"] = message("systems.onlyHr");
  else for (const [field, name] of named) note(`identity/${field}`, name);
  return problems;
}

/** Any name may be right before the first discovery. */
function checkAttribute(name: string, { object_classes: classes }: SystemRow): Message | null {
  const isUnknown = classes !== null && !accountAttributes(classes).includes(name);
  return checkSettingText(name) ?? (isUnknown ? message("systems.attributeUnknown") : null);
}

export function activationOf({ activation }: Pick<SystemRow, "activation">): ActivationSettings {
  return { ...DEFAULT_ACTIVATION, ...(activation as Partial<ActivationSettings>) };
}

export async function readActivation(
  db: Kysely<Database>,
  place: SystemPlace,
): Promise<Versioned<ActivationSettings>> {
  const row = await requireSystem(db, place);
  return { settings: activationOf(row), version: row.version };
}

/** @throws ApiError EINVALID for what the connector cannot do; ECONFLICT for another version. */
export function saveActivation(
  context: CallContext,
  resourceId: string,
  { settings: after, version }: Versioned<ActivationSettings>,
): Promise<Versioned<ActivationSettings>> {
  const { client, db, services } = context;
  return inTransaction(db, async (tx) => {
    const row = await holdSystem(tx, { clientId: client.id, resourceId }, version);
    const connector = requireConnector(services.connectors, row.connector_id);
    const capabilities = capabilitiesOf(connector, row.settings.configuration);
    const disables = capabilities.write && capabilities.activation;
    const isPossible =
      after.onLeave === "keep" || (after.onLeave === "remove" ? capabilities.write : disables);
    const refusal = message("systems.noActivation");
    if (!isPossible) throw invalidFields({ "settings/onLeave": refusal });
    if (after.enableOnReturn && !disables) {
      throw invalidFields({ "settings/enableOnReturn": refusal });
    }
    const { activityAttribute: attribute = "" } = after;
    const unknown = attribute === "" ? null : checkAttribute(attribute, row);
    if (unknown) throw invalidFields({ "settings/activityAttribute": unknown });
    const before = activationOf(row);
    if (isDeepStrictEqual(before, after)) return { settings: before, version };
    await tx
      .updateTable("connected_systems")
      .set({ activation: JSON.stringify(after), version: version + 1 })
      .where("client_id", "=", client.id)
      .where("resource_id", "=", resourceId)
      .execute();
    await context.audit(tx, { target: resourceId, before: { ...before }, after: { ...after } });
    return { settings: after, version: version + 1 };
  });
}

export async function readPublication(
  db: Kysely<Database>,
  place: SystemPlace,
): Promise<Publication> {
  const row = await requireSystem(db, place);
  const names = new Map((await listFiles(db, place)).map(({ id, name }) => [id, name]));
  return {
    publishedAt: row.published_at?.toISOString() ?? null,
    changes: changesOf(row).map((change) => ({
      ...change,
      before: withFileName(change.before, names),
      after: withFileName(change.after, names),
    })),
    version: row.version,
  };
}

/** Names the file whose id is a setting. No other setting is the id of a file. */
function withFileName(json: string | null, names: ReadonlyMap<string, string>): string | null {
  const value: unknown = json === null ? null : JSON.parse(json);
  const name = typeof value === "string" ? names.get(value) : undefined;
  return name === undefined ? json : JSON.stringify(name);
}

function changesOf(row: SystemRow): SettingChange[] {
  const [before, after] = [flatten(row.published_settings), flatten(row.settings)];
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  const changes = paths
    .map((path) => ({
      path,
      before: before.get(path) ?? null,
      after: after.get(path) ?? null,
    }))
    .filter((change) => change.before !== change.after);
  return hasNewSecrets(row)
    ? [...changes, { path: "secrets", before: null, after: null }]
    : changes;
}

/** The settings by path, as JSON. Unset ones are left out. */
function flatten(settings: SystemSettings | null): ReadonlyMap<string, string> {
  if (settings === null) return new Map();
  const { configuration, identity, mappings, ...rest } = settings;
  const below = (name: string, fields: object) =>
    Object.entries(fields).map(([key, value]) => [`${name}/${key}`, value] as const);
  const flat: readonly (readonly [string, unknown])[] = [
    ...below("configuration", configuration),
    ...below("identity", identity),
    ...mappingsByTarget(mappings),
    ...Object.entries(rest),
  ];
  return new Map(
    flat
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([path, value]) => [path, JSON.stringify(value)]),
  );
}

/** The mappings of each target, without ids. */
function mappingsByTarget(mappings: readonly Mapping[]): ReadonlyMap<string, unknown[]> {
  const byTarget = new Map<string, unknown[]>();
  for (const { id: _id, resourceId: _resourceId, direction, ...mapping } of mappings) {
    const path = `mappings/${direction}/${targetOf({ direction, ...mapping })}`;
    const attributes = mapping.attributes.map(
      ({ id: _sourceId, mappingId: _mappingId, ...source }) => source,
    );
    const key = path.slice(0, TEXT_MAX_LENGTH);
    byTarget.set(key, [...(byTarget.get(key) ?? []), { ...mapping, attributes }]);
  }
  return byTarget;
}

/** Inbound mappings that imports cannot use. */
function uselessMappings(
  { kind, settings: { mappings } }: SystemRow,
  connector: Connector,
): { readonly id: string; readonly reason: Message }[] {
  const inbound = mappings.filter(({ direction }) => direction === "inbound");
  if (kind === "hr") return [];
  return isReadable(connector)
    ? inbound
        .filter(identifies)
        .map(({ id }) => ({ id, reason: message("mappings.onlyHrIdentifies") }))
    : inbound.map(({ id }) => ({ id, reason: message("mappings.neverRead") }));
}

/** @throws ApiError EINVALID for an invalid configuration; ECONFLICT if it is locked or nothing changed. */
export function publishSystem(
  context: CallContext,
  resourceId: string,
  version: number,
): Promise<ConnectedSystem> {
  const { at, client, db, services } = context;
  const place = { clientId: client.id, resourceId };
  return inTransaction(db, async (tx) => {
    const row = await holdSystem(tx, place, version);
    if (row.locked) throw conflict("systems.isLocked");
    const changes = changesOf(row);
    if (row.published_settings !== null && changes.length === 0) {
      throw conflict("systems.nothingToPublish");
    }
    const connector = requireConnector(services.connectors, row.connector_id);
    const setSecrets = await findSetSecrets(tx, place);
    const { configuration, identity, mappings } = row.settings;
    const items = knownItems(row);
    const unknown = items ? missingAttributes(mappings, items) : [];
    const useless = uselessMappings(row, connector);
    if (hasCycle(await clientMappings(tx, client.id))) throw conflict("mappings.isCyclic");
    const problems = validateConfiguration(connector.fields, configuration, setSecrets);
    const missing = row.kind === "hr" && !identity.externalId && !mappings.some(identifies);
    if (missing || unknown.length + useless.length > 0 || Object.keys(problems).length > 0) {
      throw invalidRequest([
        ...Object.entries(problems).map(([id, reason]) => ({
          path: `/settings/configuration/${id}`,
          reason,
        })),
        ...unknown.map(({ mappingId, resourceSchemaId: attribute }) => ({
          path: `/settings/mappings/${mappingId}`,
          reason: message("mappings.attributeGone", { attribute }),
        })),
        ...useless.map(({ id, reason }) => ({ path: `/settings/mappings/${id}`, reason })),
        ...(missing
          ? [
              {
                path: "/settings/identity/externalId",
                reason: message("systems.externalIdRequired"),
              },
            ]
          : []),
      ]);
    }
    await tx
      .updateTable("connected_systems")
      .set({
        published_settings: JSON.stringify(row.settings),
        published_at: at,
        first_published_at: row.first_published_at ?? at,
        published_secrets_version: row.secrets_version,
        version: row.version + 1,
        next_run_at: nextRunAt({ ...row, published_settings: row.settings }, at),
        // The next run reads everything: changes since the last one may concern another part of the system.
        sync_token: null,
      })
      .where("client_id", "=", client.id)
      .where("resource_id", "=", resourceId)
      .execute();
    if (changes.some(({ path }) => /^(?:owner|identity|mappings\/inbound)\b/.test(path))) {
      // Without its hash, an object counts as changed, so that the next run assigns owners and fields anew.
      await tx
        .updateTable("system_objects")
        .set({ hash: Buffer.alloc(0) })
        .where("client_id", "=", client.id)
        .where("resource_id", "=", resourceId)
        .execute();
    }
    await context.audit(tx, {
      target: resourceId,
      after: { published: changes.map(({ path }) => path) },
    });
    return loadSystem(tx, services.connectors, place);
  });
}
