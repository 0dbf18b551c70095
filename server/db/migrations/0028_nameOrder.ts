/** Defines the order of names: word by word, ignoring case and accents, with numbers compared by value. */
import type { Migration } from "../migration.ts";

/** The length to which numbers are padded. Longer numbers compare by their first digits. */
const DIGITS = 20;
/** Maximum characters of a key, because index entries are limited in size. */
const LENGTH = 200;

/** The same expression as in `fold_accents`. */
const folded = (name: string) => `case when octet_length(${name}) <> length(${name}) then
  replace(replace(replace(replace(
    translate(normalize(regexp_replace(normalize(${name}, NFD), '[\\u0300-\\u036f]+', '', 'g'), NFC),
      'łŁøØđĐðÐħĦıẞÆŒÞ', 'llooddddhhißæœþ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  else ${name} end`;

/** The same expression as in `name_key`. */
const keyOf = (name: string) =>
  `left(trim(regexp_replace(lower((${folded(name)}) collate "default"), '[[:space:][:punct:]]+', ' ', 'g')), 100)`;

const padded = (key: string) => `left(regexp_replace(
  regexp_replace(${key}, '([0-9]+)', '${"0".repeat(DIGITS - 1)}\\1', 'g'),
  '0+([1-9][0-9]{${DIGITS - 1},}|[0-9]{${DIGITS}})(?![0-9])', '\\1', 'g'), ${LENGTH})`;

export const nameOrder: Migration = {
  name: "0028_nameOrder",
  statements: [
    `create function pad_numbers(key text) returns text language sql immutable as $$
      select case when key ~ '[0-9]' then ${padded("key")} else key end
    $$`,
    // Inlined, because functions in index expressions are evaluated with an empty search path.
    `create function sort_key(name text) returns text language sql immutable as $$
      select case when name ~ '[0-9]' then ${padded(keyOf("name"))} else ${keyOf("name")} end
    $$`,
    `alter table orgs add column sort_key text collate "C" not null
      generated always as (sort_key(name)) stored`,
    // For lists of an org's children in this order.
    `drop index orgs_children`,
    `create index orgs_children on orgs (client_id, parent_oid, sort_key, name)`,
    `create index resources_sorted on resources (client_id, (sort_key(name) collate "C"), name)`,
    `drop index identities_name`,
    `create index identities_name on identities
      (client_id, (sort_key(family_name) collate "C"), (sort_key(given_name) collate "C"), external_id)`,
    // The server recomputes the keys of users.
    `update user_clients set search_key = null`,
  ],
};
