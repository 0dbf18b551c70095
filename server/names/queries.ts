/** Finds orgs, users and resources by name. */
import { sql, type Kysely } from "kysely";
import type { FoundName } from "#events/entities/foundName.ts";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";

/** Sorts after every text that starts with its prefix. */
const LAST_CHARACTER = "\u{10FFFF}";

/**
 * Items of one kind with a name or a later word of it that starts with the text. Each index scan ends after three times
 * `most` rows, because a user has three keys: family name, full name and username.
 *
 * @param text as typed; one without letters and digits finds nothing.
 */
export async function findByName(
  db: Kysely<Database>,
  { clientId, kind, text }: { clientId: string; kind: "org" | "user"; text: string },
  most: number,
): Promise<FoundName[]> {
  const scan = (rank: number) => sql`
    (select kind, id, name, detail, rank, key from names
     where client_id = ${clientId} and kind = ${kind} and rank = ${sql.lit(rank)}
       and key >= (select key from wanted)
       and key < (select key || ${LAST_CHARACTER} from wanted where key <> '')
     order by key, id limit ${sql.lit(3 * most)})`;
  const { rows } = await sql<FoundName>`
    with wanted as materialized (select name_key(${text}) as key)
    select kind, id, name, detail from (${scan(0)} union all ${scan(1)}) found
    order by rank, pad_numbers(key) collate "C", name collate "C", id
  `.execute(db);
  // Several words of a name may match.
  return [...new Map(rows.toReversed().map((row) => [row.id, row])).values()]
    .toReversed()
    .slice(0, most);
}

/**
 * Resources with a word that starts with the text. Resources whose name starts with it come first.
 *
 * @param among ids of the resources to choose from; null for all.
 */
export async function findResourcesByName(
  db: Kysely<Database>,
  { clientId, among, text }: { clientId: string; among: readonly string[] | null; text: string },
  most: number,
): Promise<FoundName[]> {
  const { rows } = await sql<FoundName>`
    with wanted as materialized (select name_key(${text}) as key)
    select 'resource' as kind, r.id, r.name, '' as detail
    from (select *, name_key(name) as key from resources where client_id = ${clientId}) r, wanted w
    where w.key <> '' and strpos(' ' || r.key, ' ' || w.key) > 0
      ${among === null ? sql`` : sql`and r.id = any(${toUuids(among)})`}
    order by not starts_with(r.key, w.key), pad_numbers(r.key) collate "C", r.id limit ${most}
  `.execute(db);
  return rows;
}
