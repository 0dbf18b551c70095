/** Suggests mappings from accounts whose identities are known. */
import { sql, type Kysely } from "kysely";
import type { MappingDirection, MappingSuggestion } from "#events/entities/mapping.ts";
import { PERSON_ID, schemaIdOf, targetOf } from "#events/rules/mappings/fields.ts";
import { inferMappings, type ValuePair } from "#events/rules/mappings/infer.ts";
import type { ValueRecord } from "#events/rules/mappings/values.ts";
import type { Database } from "../db/schema.ts";
import { parseContent } from "../systems/runs/content.ts";
import { requireSystem, type SystemPlace } from "../systems/queries.ts";
import { IDENTITY_COLUMNS, identityValues, type IdentityRow } from "./records.ts";
import { populationOf, type Population } from "./population.ts";

/** Accounts that are compared. */
const SAMPLE = 1000;

export async function suggestMappings(
  db: Kysely<Database>,
  place: SystemPlace,
  direction: MappingDirection,
): Promise<{ suggestions: MappingSuggestion[]; sampled: number }> {
  const row = await requireSystem(db, place);
  const population = populationOf(place, row, direction, row.settings.mappings);
  const pairs = await readPairs(db, population);
  const mapped = new Set(
    row.settings.mappings.filter((one) => one.direction === direction).map(targetOf),
  );
  const suggestions = inferMappings(
    pairs.map(({ account, identity }): ValuePair =>
      direction === "inbound"
        ? { sources: account, targets: identity }
        : { sources: identity, targets: account },
    ),
    direction,
  );
  return {
    suggestions: suggestions.filter(
      ({ mapping }) =>
        !mapped.has(targetOf(mapping)) &&
        // Only the HR system says who a person is.
        (direction === "outbound" || row.kind === "hr" || targetOf(mapping) !== PERSON_ID),
    ),
    sampled: pairs.length,
  };
}

interface Pair {
  readonly account: ValueRecord;
  readonly identity: ValueRecord;
}

async function readPairs(db: Kysely<Database>, population: Population): Promise<Pair[]> {
  const { clientId, resourceId, classes, isHr } = population;
  const { rows } = await sql<{ objectClass: string; content: string; owner: string | null }>`
    select stored.object_class as "objectClass", stored.content, account.identity_oid as owner
    from system_objects stored
    left join accounts account on account.client_id = ${clientId}
      and account.resource_id = ${resourceId} and account.name = stored.account_name
    where (${isHr}::boolean or account.identity_oid is not null) and stored.client_id = ${clientId} and stored.resource_id = ${resourceId}
      and stored.object_class = any(${classes}::text[]) and stored.gone_at is null
    order by stored.object_class, stored.object_id
    limit ${SAMPLE}
  `.execute(db);
  const accounts = rows.map(({ objectClass, content, owner }) => {
    const values: Record<string, readonly string[]> = {};
    for (const [name, of] of Object.entries(parseContent(content).attributes)) {
      values[schemaIdOf(objectClass, name)] = of;
    }
    return { values, owner };
  });
  const identities = await identitiesOf(
    db,
    clientId,
    "oid",
    accounts.flatMap(({ owner }) => owner ?? []),
  );
  const byOid = new Map(identities.map((row) => [row.oid, row] as const));
  if (!isHr) {
    return accounts.flatMap(({ values, owner }) => {
      const row = owner === null ? undefined : byOid.get(owner);
      return row ? [{ account: values, identity: identityValues(row) }] : [];
    });
  }
  return pairPeople(
    db,
    clientId,
    accounts.map(({ values }) => values),
  );
}

async function identitiesOf(
  db: Kysely<Database>,
  clientId: string,
  column: "oid" | "external_id",
  values: readonly string[],
): Promise<IdentityRow[]> {
  if (values.length === 0) return [];
  return db
    .selectFrom("identities")
    .select(IDENTITY_COLUMNS)
    .where("client_id", "=", clientId)
    .where(column, "in", [...new Set(values)])
    .execute();
}

/** The attribute whose values are ids of people most often pairs the accounts of an HR system with them. */
async function pairPeople(
  db: Kysely<Database>,
  clientId: string,
  accounts: readonly ValueRecord[],
): Promise<Pair[]> {
  const ids = [...new Set(accounts.flatMap((values) => Object.keys(values)))];
  let best: Pair[] = [];
  for (const id of ids) {
    const values = accounts.map((account) => account[id]?.[0] ?? "");
    const rows = await identitiesOf(
      db,
      clientId,
      "external_id",
      values.filter((value) => value !== ""),
    );
    const byId = new Map(rows.map((row) => [row.external_id, row] as const));
    const pairs = accounts.flatMap((account, index) => {
      const row = byId.get(values[index] ?? "");
      return row ? [{ account, identity: identityValues(row) }] : [];
    });
    if (pairs.length > best.length) best = pairs;
  }
  return best;
}
