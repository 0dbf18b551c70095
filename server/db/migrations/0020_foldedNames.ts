/** Finds names without accents, too, folded as in `events/rules/foldAccents.ts`. */
import type { Migration } from "../migration.ts";

/** Only ASCII has as many bytes as characters. */
const notAscii = (text: string) => `octet_length(${text}) <> length(${text})`;

export const foldedNames: Migration = {
  name: "0020_foldedNames",
  statements: [
    // Includes capitals, because some databases lower only ASCII.
    `create function fold_accents(name text) returns text language sql immutable as $$
      select case when ${notAscii("name")} then
        replace(replace(replace(replace(
          translate(normalize(regexp_replace(normalize(name, NFD), '[\\u0300-\\u036f]+', '', 'g'), NFC),
            'łŁøØđĐðÐħĦıẞÆŒÞ', 'llooddddhhißæœþ'),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
      else name end
    $$`,
    // Unchanged except for the folding.
    `create or replace function name_key(name text) returns text language sql immutable as $$
      select left(trim(regexp_replace(lower(fold_accents(name) collate "default"), '[[:space:][:punct:]]+', ' ', 'g')), 100)
    $$`,
    `insert into names (client_id, kind, rank, key, id, name, detail)
      select client_id, kind, rank, name_key(key), id, name, detail from names
      where ${notAscii("key")} and key <> name_key(key)
      on conflict do nothing`,
    `delete from names where ${notAscii("key")} and key <> name_key(key)`,
    // The server creates them again.
    `update user_clients set search_key = null where fold_accents(search_key) <> search_key`,
  ],
};
