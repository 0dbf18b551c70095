/** Detects whether people have changed since mappings read them. */
import { sql, type Kysely } from "kysely";
import { listedRows } from "../../db/listedKeys.ts";
import type { Database } from "../../db/schema.ts";
import type { Population } from "../../mappings/population.ts";
import { IDENTITY_COLUMNS } from "../../mappings/records.ts";

/** Reading everybody is faster than looking up more people. */
const MAX_LOOKUPS = 20_000;

type Client = Pick<Population, "clientId">;

/** Identifies the state of people before mappings read them. */
export interface PeopleFingerprint {
  /** External ids; null: everybody. */
  readonly ids: readonly string[] | null;
  /** See `basisOf`. */
  readonly basis: string;
}

/** People changed after mappings read them. */
export class PeopleChangedError extends Error {}

/**
 * Call it before mappings read these people, of whom some may not exist.
 *
 * @param ids external ids; null: mappings read everybody.
 */
export async function fingerprintPeople(
  db: Kysely<Database>,
  client: Client,
  ids: readonly string[] | null,
): Promise<PeopleFingerprint> {
  const covered = ids !== null && ids.length > MAX_LOOKUPS ? null : ids;
  return { ids: covered, basis: await basisOf(db, client, covered) };
}

/** @throws PeopleChangedError */
export async function requireUnchanged(
  tx: Kysely<Database>,
  client: Client,
  fingerprints: readonly PeopleFingerprint[],
): Promise<void> {
  for (const { ids, basis } of fingerprints) {
    if ((await basisOf(tx, client, ids)) !== basis) throw new PeopleChangedError();
  }
}

/**
 * A sum of hashes of people as mappings read them.
 *
 * @param ids external ids; null: of everybody.
 */
export async function basisOf(
  db: Kysely<Database>,
  { clientId }: Client,
  ids: readonly string[] | null = null,
): Promise<string> {
  if (ids?.length === 0) return "";
  const columns = IDENTITY_COLUMNS.map((column) => sql.ref(`i.${column}`));
  const people =
    ids === null
      ? sql`identities i where i.client_id = ${clientId}`
      : sql`${listedRows(ids, { id: ["text", (id) => id] })}
          cross join lateral (
            select * from identities where client_id = ${clientId} and external_id = item.id offset 0
          ) as i`;
  const { rows } = await sql<{ basis: string }>`
    select count(*)::text || ' ' || coalesce(sum(hashtextextended(row(${sql.join(columns)})::text, 0)), 0)::text
      as basis
    from ${people}
  `.execute(db);
  return rows[0]?.basis ?? "";
}
