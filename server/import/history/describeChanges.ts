/** Describes changed records with the names of their resources, owners and entitlements. */
import { sql, type Kysely } from "kysely";
import type { ImportChange } from "#events/entities/importHistory.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { HIDDEN_VALUE, isSecretAttribute } from "#events/rules/provisioning.ts";
import type { Database } from "../../db/schema.ts";
import type { FormerPerson } from "../../db/systemTables.ts";
import type { ChangeRow } from "./queries.ts";
import type { AccountState, EntitlementState } from "./states.ts";

interface Names {
  /** By id. */
  readonly resources: ReadonlyMap<string, string>;
  /** External ids by oid. */
  readonly people: ReadonlyMap<string, string>;
  /** By number. */
  readonly entitlements: ReadonlyMap<number, string>;
}

export async function describeChanges(
  db: Kysely<Database>,
  clientId: string,
  rows: readonly ChangeRow[],
): Promise<readonly ImportChange[]> {
  const names = await findNames(db, clientId, rows);
  return rows.map((row) => {
    const { kind, before, after } = row;
    const resourceId =
      kind === "account" || kind === "entitlement"
        ? ((before ?? after) as unknown as { readonly resourceId: string }).resourceId
        : null;
    return {
      no: row.no,
      kind,
      change: row.change,
      name: row.name,
      resource: resourceId === null ? null : (names.resources.get(resourceId) ?? null),
      before: before === null ? null : contentOf(kind, before, names),
      after: after === null ? null : contentOf(kind, after, names),
    };
  });
}

function contentOf(kind: ChangeRow["kind"], state: unknown, names: Names): ObjectContent {
  switch (kind) {
    case "account": {
      const { owner, active, held } = state as AccountState;
      const entitlements = held.map((no) => names.entitlements.get(no) ?? `#${no}`).toSorted();
      const identityId = owner === null ? null : (names.people.get(owner) ?? owner);
      return { ...withValues({ identityId }), active, entitlements };
    }
    case "person": {
      const { externalId, fields, attributes, byHand, endedAt } = state as FormerPerson;
      const shown = Object.entries(attributes).map(([name, value]) => [
        name,
        isSecretAttribute(name) ? HIDDEN_VALUE : value,
      ]);
      return withValues({
        id: externalId,
        ...fields,
        ...Object.fromEntries(shown),
        ...(byHand && { createdByHand: "true" }),
        ...(endedAt !== null && { endedAt: new Date(endedAt).toISOString() }),
      });
    }
    case "entitlement": {
      const { review, aliases } = state as EntitlementState;
      return withValues({
        displayName: review?.display_name ?? null,
        description: review?.description ?? null,
        interim: review?.interim ? "true" : null,
        mergedNames: aliases.length > 0 ? aliases.join(", ") : null,
      });
    }
    case "resource":
    case "org":
      return withValues({ type: (state as { readonly type: string | null }).type });
  }
}

function withValues(values: Readonly<Record<string, string | null>>): ObjectContent {
  const attributes = Object.entries(values).flatMap(([name, value]) =>
    value === null || value === "" ? [] : [[name, [value]] satisfies [string, string[]]],
  );
  return { attributes: Object.fromEntries(attributes), active: null, entitlements: [] };
}

/** Of what is in the directory, or else of what an import kept. */
async function findNames(
  db: Kysely<Database>,
  clientId: string,
  rows: readonly ChangeRow[],
): Promise<Names> {
  const resourceIds = new Set<string>();
  const oids = new Set<string>();
  const numbers = new Set<number>();
  for (const { kind, before, after } of rows) {
    if (kind !== "account" && kind !== "entitlement") continue;
    for (const state of [before, after] as unknown as (AccountState | null)[]) {
      if (state === null) continue;
      resourceIds.add(state.resourceId);
      if (kind !== "account") continue;
      if (state.owner !== null) oids.add(state.owner);
      for (const no of state.held) numbers.add(no);
    }
  }
  return {
    resources: await namesOf<string>(db, [...resourceIds], {
      present: (ids) => sql`
        select id as key, name from resources where client_id = ${clientId} and id = any(${ids}::uuid[])`,
      kept: (ids) => sql`
        select record_id as key, name from import_changes
        where client_id = ${clientId} and kind = 'resource' and record_id = any(${ids}::uuid[])`,
    }),
    people: await namesOf<string>(db, [...oids], {
      present: (ids) => sql`
        select oid as key, external_id as name from identities
        where client_id = ${clientId} and oid = any(${ids}::uuid[])`,
      kept: (ids) => sql`
        select record_id as key, coalesce(after, before) ->> 'externalId' as name from import_changes
        where client_id = ${clientId} and kind = 'person' and record_id = any(${ids}::uuid[])`,
    }),
    entitlements: await namesOf<number>(db, [...numbers], {
      present: (nos) => sql`
        select no as key, name from entitlements where client_id = ${clientId} and no = any(${nos}::integer[])`,
      kept: (nos) => sql`
        select (coalesce(before, after) ->> 'no')::integer as key, name from import_changes
        where client_id = ${clientId} and kind = 'entitlement'
          and (coalesce(before, after) ->> 'no')::integer = any(${nos}::integer[])`,
    }),
  };
}

type Query = ReturnType<typeof sql>;

async function namesOf<Key>(
  db: Kysely<Database>,
  keys: readonly Key[],
  queries: Readonly<Record<"present" | "kept", (keys: readonly Key[]) => Query>>,
): Promise<ReadonlyMap<Key, string>> {
  const names = new Map<Key, string>();
  for (const query of [queries.present, queries.kept]) {
    const missing = keys.filter((key) => !names.has(key));
    if (missing.length === 0) break;
    const { rows } = await query(missing).execute(db);
    for (const { key, name } of rows as { key: Key; name: string }[]) names.set(key, name);
  }
  return names;
}
