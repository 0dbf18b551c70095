/** The systems whose saved settings the audit trail shows: what a setting is called depends on the connector and the kind. */
import { sql, type Kysely } from "kysely";
import { createSystem, publishSystem, saveConfiguration } from "#events/calls/systems.ts";
import type { AuditEntry } from "#events/entities/auditEntry.ts";
import type { ConnectorKind } from "#events/entities/connector.ts";
import { isUuid } from "#events/rules/uuid.ts";
import type { Connector } from "../connectors/contract.ts";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";

type System = NonNullable<AuditEntry["system"]>;

const CALLS: readonly string[] = [saveConfiguration.name, publishSystem.name];

/** Adds its system to each saved or published configuration. A deleted system is known if its creation was audited. */
export async function withSystems(
  db: Kysely<Database>,
  connectors: readonly Connector[],
  clientId: string,
  entries: readonly AuditEntry[],
): Promise<readonly AuditEntry[]> {
  const ids = entries.flatMap(({ call, target }) =>
    CALLS.includes(call) && target !== null && isUuid(target) ? [target] : [],
  );
  if (ids.length === 0) return entries;
  const found = await findSystems(db, connectors, clientId, [...new Set(ids)]);
  return entries.map((entry) => {
    const system = CALLS.includes(entry.call) ? found.get(entry.target ?? "") : undefined;
    return system ? { ...entry, system } : entry;
  });
}

async function findSystems(
  db: Kysely<Database>,
  connectors: readonly Connector[],
  clientId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, System>> {
  const { rows } = await sql<{
    id: string;
    connectorId: number | null;
    connector: string | null;
    kind: ConnectorKind | null;
  }>`
    select wanted.id::text as id, system.connector_id as "connectorId", created.after ->> 'connector' as connector,
      coalesce(system.kind, created.after ->> 'kind') as kind
    from unnest(${toUuids(ids)}) as wanted (id)
    left join connected_systems system on system.client_id = ${clientId} and system.resource_id = wanted.id
    left join lateral (
      select entry.after from audit entry
      where entry.client_id = ${clientId} and entry.target = wanted.id::text and entry.call = ${createSystem.name}
      order by entry.at limit 1
    ) as created on true
  `.execute(db);
  return new Map(
    rows.flatMap(({ id, connectorId, connector, kind }) => {
      const key = connectors.find((one) => one.id === connectorId)?.key ?? connector;
      return key === null || kind === null ? [] : [[id, { connector: key, kind }] as const];
    }),
  );
}
