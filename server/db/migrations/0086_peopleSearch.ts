/**
 * Finds people by any part of their searched texts without reading all of them, and sorts them by stored keys. Indexes of
 * trigrams need the extension pg_trgm, which a PostgreSQL may lack or refuse to create; searches then read all people, and
 * the server tries again at its next start.
 */
import type { Migration } from "../migration.ts";

/** Administrators may have created the extension in a schema outside of the search path. */
export const CREATE_INDEX_FUNCTION = `create or replace function index_people_search() returns boolean language plpgsql as $$
    declare
      place text;
    begin
      if to_regclass('identities_search') is null then
        create extension if not exists pg_trgm;
        select n.nspname into strict place from pg_extension e join pg_namespace n on n.oid = e.extnamespace
          where e.extname = 'pg_trgm';
        execute format('create index identities_search on identities
          using gin (search_key %1$I.gin_trgm_ops, attribute_key %1$I.gin_trgm_ops)', place);
      end if;
      return true;
    exception when insufficient_privilege or feature_not_supported or undefined_file then
      return false;
    end
    $$`;

export const peopleSearch: Migration = {
  name: "0086_peopleSearch",
  statements: [
    `alter table identities
      add column family_sort text collate "C" generated always as (sort_key(family_name)) stored,
      add column given_sort text collate "C" generated always as (sort_key(given_name)) stored`,
    `drop index identities_name`,
    `create index identities_name on identities (client_id, family_sort, given_sort, external_id)`,
    CREATE_INDEX_FUNCTION,
    `select index_people_search()`,
  ],
};
