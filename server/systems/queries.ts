/** Stored data of connected systems, as screens see it. */
import { sql, type Kysely, type RawBuilder, type Transaction } from "kysely";
import { NO_CONNECTOR, type ConnectorKind, type FieldValue } from "#events/entities/connector.ts";
import type { ConnectedSystem, PublicationState } from "#events/entities/system.ts";
import type { SystemKind } from "#events/entities/systemConfiguration.ts";
import { message } from "#events/messages/message.ts";
import { OPEN_RUNS } from "#events/rules/runs.ts";
import { capabilitiesOf, isReadable } from "../connectors/capabilities.ts";
import type { Connector, SystemPlace } from "../connectors/contract.ts";
import type { Database, Row } from "../db/schema.ts";
import { readList, type List } from "../lists/list.ts";
import type { PagingInput } from "../lists/paging.ts";
import { matchesText, toUuids } from "../lists/sqlText.ts";
import { ApiError, notFound } from "../plugins/errors.ts";
import { failedCount } from "../provisioning/failedChanges.ts";
import { findReplaced } from "../provisioning/replacedValues.ts";

export type { SystemPlace } from "../connectors/contract.ts";
export type SystemRow = Row<"connected_systems">;

/** Of a connected system `c`: the settings or a secret changed after the publication. */
export const HAS_CHANGES = sql`(c.published_settings is not null
  and (c.settings <> c.published_settings or c.secrets_version <> c.published_secrets_version))`;

/** A resource without a connected system was imported, and is as live as it can be. */
const IS_LIVE = sql`(c.resource_id is null or (c.published_settings is not null and c.confirmed))`;

const OF_STATE: Readonly<Record<PublicationState, RawBuilder<unknown>>> = {
  Live: sql`${IS_LIVE} and not coalesce(${HAS_CHANGES}, false)`,
  "Unpublished Updates": sql`${IS_LIVE} and ${HAS_CHANGES}`,
  Onboarding: sql`not ${IS_LIVE}`,
};

interface SystemSelection {
  readonly clientId: string;
  /** Ids of the resources that the user may see; null for all. */
  readonly among: readonly string[] | null;
  readonly contains?: string | undefined;
  readonly kind?: SystemKind | undefined;
  readonly publication?: PublicationState | undefined;
}

interface ListedRow {
  readonly id: string;
  readonly name: string;
  readonly accountCount: number;
  readonly entitlementCount: number;
  readonly connectorId: number | null;
  readonly configuration: Readonly<Record<string, FieldValue>> | null;
  readonly kind: ConnectorKind | null;
  readonly description: string | null;
  readonly confirmed: boolean | null;
  readonly locked: boolean | null;
  readonly published: boolean | null;
  readonly unpublishedChanges: boolean | null;
  readonly initialImportComplete: boolean | null;
  readonly paused: boolean | null;
  readonly ownerId: string | null;
  readonly owner: string | null;
  readonly runOid: string | null;
  readonly planWaits: boolean;
  readonly nextRunAt: Date | null;
  readonly lastRunAt: Date | null;
  readonly openTaskCount: number;
  readonly failedChangeCount: number;
  readonly testedAt: Date | null;
  readonly test: ConnectedSystem["test"];
  readonly version: number | null;
}

const columns = (clientId: string) => sql`
  r.id, r.name, r.account_count as "accountCount", r.entitlement_count as "entitlementCount",
  c.connector_id as "connectorId", c.settings -> 'configuration' as configuration, c.kind, c.description, c.confirmed, c.locked,
  c.published_settings is not null as published, ${HAS_CHANGES} as "unpublishedChanges",
  c.initial_import_complete as "initialImportComplete", c.paused, c.owner_id as "ownerId",
  (select u.username from users u where u.id = c.owner_id) as owner,
  (select s.oid from system_runs s where s.client_id = ${clientId} and s.resource_id = r.id
    and s.status = any(${sql.lit(`{${OPEN_RUNS.join(",")}}`)}::text[])) as "runOid",
  exists (select from system_runs s where s.client_id = ${clientId} and s.resource_id = r.id
    and s.status = 'planned') as "planWaits",
  (select max(s.ended_at) from system_runs s where s.client_id = ${clientId} and s.resource_id = r.id
    and s.status = 'done') as "lastRunAt",
  (select count(*) from system_tasks t where t.client_id = ${clientId} and t.resource_id = r.id
    and t.state = 'open') as "openTaskCount",
  ${failedCount(sql`${clientId}::uuid`, sql`r.id`)} as "failedChangeCount",
  c.next_run_at as "nextRunAt", c.tested_at as "testedAt", c.test_outcome as test, c.version`;

const joined = (clientId: string) => sql`
  left join connected_systems c on c.client_id = ${clientId} and c.resource_id = r.id`;

const SYSTEMS: List<SystemSelection, ListedRow, "name" | "accountCount" | "entitlementCount"> = {
  table: "resources",
  alias: "r",
  key: ["name"],
  joins: ({ clientId }) => joined(clientId),
  scope: ({ clientId }) => [sql`r.client_id = ${clientId}`],
  filters: ({ among, contains, kind, publication }) => [
    ...(among === null ? [] : [sql`r.id = any(${toUuids(among)})`]),
    ...matchesText(sql`r.search_key`, contains),
    ...(kind === undefined ? [] : [kind === "files" ? sql`c.kind is null` : sql`c.kind = ${kind}`]),
    ...(publication === undefined ? [] : [OF_STATE[publication]]),
  ],
  sorts: {
    name: [{ by: sql`sort_key(r.name) collate "C"` }],
    accountCount: [{ by: sql`r.account_count` }],
    entitlementCount: [{ by: sql`r.entitlement_count` }],
  },
  defaultOrder: { field: "name", direction: "asc" },
  items: ({ clientId }) => sql`
    select p.position, ${columns(clientId)}
    from page p join resources r on r.client_id = ${clientId} and r.name = p.name
    ${joined(clientId)}`,
};

export async function listSystems(
  db: Kysely<Database>,
  connectors: readonly Connector[],
  selection: SystemSelection,
  paging: PagingInput,
) {
  const { items, page } = await readList(db, SYSTEMS, selection, paging);
  return { items: items.map((row) => toSystem(row, connectors)), page };
}

/** @throws ApiError ENOTFOUND if the client has no such resource. */
export async function loadSystem(
  db: Kysely<Database>,
  connectors: readonly Connector[],
  { clientId, resourceId }: SystemPlace,
): Promise<ConnectedSystem> {
  const { rows } = await sql<ListedRow>`
    select ${columns(clientId)} from resources r ${joined(clientId)}
    where r.client_id = ${clientId} and r.id = ${resourceId}
  `.execute(db);
  const [row] = rows;
  if (!row) throw notFound("resources.notFound");
  const replaced = await findReplaced(db, { clientId, resourceId });
  return { ...toSystem(row, connectors), ...(replaced && { replaced }) };
}

function toSystem(row: ListedRow, connectors: readonly Connector[]): ConnectedSystem {
  const connector = connectors.find(({ id }) => id === row.connectorId);
  const isConnected = row.kind !== null;
  const capabilities = connector ? capabilitiesOf(connector, row.configuration ?? {}) : null;
  return {
    id: row.id,
    resourceId: row.id,
    connectorId: row.connectorId ?? NO_CONNECTOR,
    name: row.name,
    description: row.description ?? "",
    type: row.kind === "hr" ? "hr" : null,
    kind: row.kind,
    connector:
      row.kind !== null && connector
        ? {
            name: connector.key,
            type: row.kind,
            supportsActivation: capabilities?.activation ?? false,
          }
        : null,
    confirmed: row.confirmed ?? true,
    locked: row.locked ?? false,
    published: !isConnected || row.published === true,
    unpublishedChanges: row.unpublishedChanges ?? false,
    progress: { initialImportComplete: row.initialImportComplete ?? true },
    inbound: connector ? isReadable(connector) : row.kind !== "manual",
    outbound: capabilities?.write ?? false,
    importTaskOid: row.runOid,
    planWaits: row.planWaits,
    paused: row.paused ?? false,
    ownerId: row.ownerId,
    owner: row.owner,
    nextRunAt: row.nextRunAt?.toISOString() ?? null,
    lastRunAt: row.lastRunAt?.toISOString() ?? null,
    capabilities,
    openTaskCount: row.openTaskCount,
    failedChangeCount: row.failedChangeCount,
    testedAt: row.testedAt?.toISOString() ?? null,
    test: row.test,
    accountCount: row.accountCount,
    entitlementCount: row.entitlementCount,
    version: row.version ?? 0,
  };
}

/** @throws ApiError ENOTFOUND if the resource is not connected to a system. */
export async function requireSystem(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<SystemRow> {
  const row = await db
    .selectFrom("connected_systems")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .executeTakeFirst();
  if (!row) throw notFound("systems.notFound");
  return row;
}

/**
 * Locks a system until the transaction ends.
 *
 * @param version the version that the user saw; undefined means any version.
 * @throws ApiError ENOTFOUND, or ECONFLICT for another version.
 */
export async function holdSystem(
  tx: Transaction<Database>,
  { clientId, resourceId }: SystemPlace,
  version?: number,
): Promise<SystemRow> {
  const row = await tx
    .selectFrom("connected_systems")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("systems.notFound");
  if (version !== undefined && row.version !== version) {
    throw new ApiError("ECONFLICT", message("systems.changedElsewhere"));
  }
  return row;
}

/** Whether the published settings would be used with secrets that nobody published. */
export function hasNewSecrets({
  secrets_version: version,
  published_secrets_version: published,
}: Pick<SystemRow, "secrets_version" | "published_secrets_version">): boolean {
  return version !== published;
}

/** @throws ApiError ENOTFOUND for a connector that this server lacks. */
export function requireConnector(connectors: readonly Connector[], connectorId: number): Connector {
  const connector = connectors.find(({ id }) => id === connectorId);
  if (!connector) throw notFound("systems.connectorNotFound");
  return connector;
}

/** How many systems of each kind a client has. */
export async function countKinds(
  db: Kysely<Database>,
  clientId: string,
): Promise<Readonly<Record<ConnectorKind, number>>> {
  const rows = await db
    .selectFrom("connected_systems")
    .select(["kind", sql<number>`count(*)`.as("count")])
    .where("client_id", "=", clientId)
    .groupBy("kind")
    .execute();
  const count = (kind: ConnectorKind) => rows.find((row) => row.kind === kind)?.count ?? 0;
  return {
    hr: count("hr"),
    export: count("export"),
    api: count("api"),
    manual: count("manual"),
  };
}
