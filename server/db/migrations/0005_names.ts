/**
 * Search by name: each name is stored once from each of its words on, so that an ordered index range finds any word and
 * reads no further than shown. Triggers maintain it.
 */
import type { Migration } from "../migration.ts";

/** Longer names are found by their start, and names with more words by their first ones. */
const KEY_LENGTH = 100;
const WORDS = 8;

const functions = [
  // The common form of stored and searched names: lower case, words separated by one space.
  `create function name_key(name text) returns text language sql immutable as $$
    select left(trim(regexp_replace(lower(name collate "default"), '[[:space:][:punct:]]+', ' ', 'g')), ${KEY_LENGTH})
  $$`,
  // rank 0: the name itself; 1: the name from a later word on.
  `create function name_keys(name text) returns table (rank smallint, key text) language sql immutable as $$
    select (case at when 1 then 0 else 1 end)::smallint, array_to_string(words[at:], ' ')
    from (select string_to_array(name_key(name), ' ') as words) named, generate_subscripts(words, 1) at
    where at <= ${WORDS}
  $$`,
];

const ORG_ROWS = (orgs: string) => `
  insert into names (client_id, kind, rank, key, id, name, detail)
  select o.client_id, 'org', k.rank, k.key, o.oid, o.display_name, o.type
  from ${orgs} o, name_keys(o.display_name) k
  on conflict do nothing`;

const USER_ROWS = (links: string) => `
  insert into names (client_id, kind, rank, key, id, name, detail)
  select l.client_id, 'user', k.rank, k.key, u.id, trim(u.given_name || ' ' || u.family_name), u.username
  from ${links} l join users u on u.id = l.user_id, lateral (
    select rank, key from name_keys(u.given_name || ' ' || u.family_name)
    union select 1, name_key(u.family_name || ' ' || u.given_name)
    union select 1, name_key(u.username)
  ) k
  where k.key <> ''
  on conflict do nothing`;

const RENAMED_ORGS = `
  (select n.* from new_rows n join old_rows o using (client_id, oid)
    where (n.display_name, n.type) is distinct from (o.display_name, o.type))`;

const RENAMED_USERS = `
  (select n.id from new_rows n join old_rows o using (id)
    where (n.given_name, n.family_name, n.username)
      is distinct from (o.given_name, o.family_name, o.username))`;

const trigger = (name: string, event: string, table: string, rows: string, body: string) => [
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`,
  `create trigger ${name} after ${event} on ${table} referencing ${rows}
    for each statement execute function ${name}()`,
];

export const names: Migration = {
  name: "0005_names",
  statements: [
    ...functions,
    `create table names (
      client_id uuid not null,
      kind text not null check (kind in ('org', 'user')),
      rank smallint not null,
      key text collate "C" not null,
      id uuid not null,
      name text not null,
      detail text not null,
      primary key (client_id, kind, rank, key, id)
    )`,
    `create index names_id on names (client_id, id)`,
    ORG_ROWS("orgs"),
    USER_ROWS("user_clients"),
    ...trigger(
      "names_of_new_orgs",
      "insert",
      "orgs",
      "new table as new_rows",
      ORG_ROWS("new_rows"),
    ),
    ...trigger(
      "names_of_gone_orgs",
      "delete",
      "orgs",
      "old table as old_rows",
      `delete from names m using old_rows o where m.client_id = o.client_id and m.id = o.oid`,
    ),
    ...trigger(
      "names_of_changed_orgs",
      "update",
      "orgs",
      "old table as old_rows new table as new_rows",
      `delete from names m using ${RENAMED_ORGS} o where m.client_id = o.client_id and m.id = o.oid;
       ${ORG_ROWS(RENAMED_ORGS)}`,
    ),
    ...trigger(
      "names_of_new_users",
      "insert",
      "user_clients",
      "new table as new_rows",
      USER_ROWS("new_rows"),
    ),
    ...trigger(
      "names_of_gone_users",
      "delete",
      "user_clients",
      "old table as old_rows",
      `delete from names m using old_rows o where m.client_id = o.client_id and m.id = o.user_id`,
    ),
    ...trigger(
      "names_of_changed_users",
      "update",
      "users",
      "old table as old_rows new table as new_rows",
      `delete from names m using user_clients l, ${RENAMED_USERS} u
         where l.user_id = u.id and m.client_id = l.client_id and m.id = u.id;
       ${USER_ROWS(`(select l.client_id, l.user_id from user_clients l join ${RENAMED_USERS} u on u.id = l.user_id)`)}`,
    ),
  ],
};
