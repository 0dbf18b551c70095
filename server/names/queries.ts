/** Finds orgs, users, resources, people, access roles and entitlements by name. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { FoundName } from "#events/entities/foundName.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { Database } from "../db/schema.ts";
import { fullName } from "../directory/personName.ts";
import { toUuids } from "../lists/sqlText.ts";

/** Sorts after every text that starts with its prefix. */
const LAST_CHARACTER = "\u{10FFFF}";

interface NameQuery {
  readonly clientId: string;
  /** As typed; one without letters and digits finds nothing. */
  readonly text: string;
}

/**
 * Items of one kind with a name or a later word of it that starts with the text. Each index scan ends after three times
 * `most` rows, because a user has three keys: family name, full name and username.
 */
export async function findByName(
  db: Kysely<Database>,
  { clientId, kind, text }: NameQuery & { readonly kind: "org" | "user" },
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
    select found.kind, found.id, coalesce(${fullName("u")}, found.name) as name, found.detail
    from (${scan(0)} union all ${scan(1)}) found
    left join users u on u.id = found.id and found.kind = 'user'
    order by found.rank, pad_numbers(found.key) collate "C", found.name collate "C", found.id
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
export function findResourcesByName(
  db: Kysely<Database>,
  { among, ...wanted }: NameQuery & { readonly among: readonly string[] | null },
  most: number,
): Promise<FoundName[]> {
  const { clientId } = wanted;
  const things = sql`
    select r.id, r.name from resources r where r.client_id = ${clientId}
      ${among === null ? sql`` : sql`and r.id = any(${toUuids(among)})`}`;
  return findWords(db, "resource", wanted, things, most);
}

/** Access roles in use, in the same order. */
export function findRolesByName(
  db: Kysely<Database>,
  wanted: NameQuery,
  most: number,
): Promise<FoundName[]> {
  const things = sql`
    select r.oid as id, r.name from access_roles r
    where r.client_id = ${wanted.clientId} and r.archived_at is null`;
  return findWords(db, "accessRole", wanted, things, most);
}

/** @param things selects id and name; all of them are read. */
async function findWords(
  db: Kysely<Database>,
  kind: FoundName["kind"],
  { text }: NameQuery,
  things: RawBuilder<unknown>,
  most: number,
): Promise<FoundName[]> {
  const { rows } = await sql<FoundName>`
    with wanted as materialized (select name_key(${text}) as key)
    select ${kind} as kind, t.id, t.name, '' as detail
    from (select id, name, name_key(name) as key from (${things}) named) t, wanted w
    where w.key <> '' and strpos(' ' || t.key, ' ' || w.key) > 0
    order by not starts_with(t.key, w.key), pad_numbers(t.key) collate "C", t.id limit ${most}
  `.execute(db);
  return rows;
}

/** Entitlements whose name starts with the text, by name. The index scan ends after `most` rows. */
export async function findEntitlementsByName(
  db: Kysely<Database>,
  { clientId, text }: NameQuery,
  most: number,
): Promise<FoundName[]> {
  const key = normalizeForFilter(text);
  if (key === "") return [];
  const { rows } = await sql<FoundName>`
    select 'entitlement' as kind, e.role_oid as id, e.name, r.name as detail
    from (
      select search_key, name, id, role_oid, resource_id from entitlements
      where client_id = ${clientId} and search_key >= ${key}
        and search_key < ${key + LAST_CHARACTER}
      order by search_key, name, id limit ${most}
    ) e
    join resources r on r.client_id = ${clientId} and r.id = e.resource_id
    order by e.search_key, e.name, e.id
  `.execute(db);
  return rows;
}

// As in the indexes.
const FULL_NAME = sql`sort_key(coalesce(i.given_name, '') || ' ' || coalesce(i.family_name, '')) collate "C"`;
const FAMILY_NAME = sql`i.family_sort`;
const GIVEN_NAME = sql`i.given_sort`;
const USERNAME = sql`lower(i.username) collate "C"`;

/** A text is divided into a family name and the start of a given name after each of its first words. */
const FAMILY_WORDS = [1, 2, 3];

/**
 * People of the directory whose full name, family name or username starts with the text, or who have it as their id. Full
 * names come first. Each index scan ends after `most` rows.
 */
export async function findPeopleByName(
  db: Kysely<Database>,
  { clientId, text }: NameQuery,
  most: number,
): Promise<FoundName[]> {
  // Scalar subqueries, with which the database scans a range of the index.
  const wanted = (value: RawBuilder<unknown>) => sql`(select ${value} from wanted)`;
  const startsWith = (key: RawBuilder<unknown>, start: RawBuilder<unknown>) => sql`
    ${key} >= ${wanted(start)}
    and ${key} < (select ${start} || ${LAST_CHARACTER} from wanted where ${start} <> '')`;
  const scan = (rank: number, key: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    (select i.external_id, ${sql.lit(rank)} as rank from identities i
     where i.client_id = ${clientId} and ${condition}
     order by ${key} limit ${sql.lit(most)})`;
  const divided = FAMILY_WORDS.map((at) => {
    const family = sql`array_to_string(words[:${sql.lit(at)}], ' ')`;
    const given = sql`array_to_string(words[${sql.lit(at + 1)}:], ' ')`;
    return scan(
      1,
      GIVEN_NAME,
      sql`${FAMILY_NAME} = ${wanted(family)} and ${startsWith(GIVEN_NAME, given)}`,
    );
  });
  const name = sql`array_to_string(words, ' ')`;
  const { rows } = await sql<FoundName>`
    with wanted as materialized (
      select string_to_array(sort_key(${text}), ' ') as words, lower(${text.trim()}) as username
    )
    select 'identity' as kind, i.oid as id,
      coalesce(${fullName("i")}, i.external_id) as name,
      coalesce(i.username, i.external_id) as detail
    from (
      select external_id, min(rank) as rank from (
        ${scan(0, FULL_NAME, startsWith(FULL_NAME, name))}
        union all ${scan(1, FAMILY_NAME, startsWith(FAMILY_NAME, name))}
        union all ${sql.join(divided, sql` union all `)}
        union all ${scan(2, USERNAME, startsWith(USERNAME, sql`username`))}
        union all select ${text.trim()}, 0
      ) keys group by external_id
    ) found
    join identities i on i.client_id = ${clientId} and i.external_id = found.external_id
    order by found.rank, ${FULL_NAME}, i.external_id limit ${most}
  `.execute(db);
  return rows;
}
