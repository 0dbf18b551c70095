/**
 * Finds people by any part of their searched texts without reading all of them, and sorts them by stored keys. Indexes of
 * trigrams need the extension pg_trgm, which a PostgreSQL may lack or refuse to create; searches then read all people, and
 * the server tries again at its next start.
 */
import type { Migration } from "../migration.ts";

export const peopleSearch: Migration = {
  name: "0086_peopleSearch",
  statements: [
    `alter table identities
      add column family_sort text collate "C" generated always as (sort_key(family_name)) stored,
      add column given_sort text collate "C" generated always as (sort_key(given_name)) stored`,
    `drop index identities_name`,
    `create index identities_name on identities (client_id, family_sort, given_sort, external_id)`,
    `create function index_people_search() returns boolean language plpgsql as $$
    begin
      if to_regclass('identities_search') is null then
        create extension if not exists pg_trgm;
        create index identities_search on identities
          using gin (search_key gin_trgm_ops, attribute_key gin_trgm_ops);
      end if;
      return true;
    exception when insufficient_privilege or feature_not_supported or undefined_file then
      return false;
    end
    $$`,
    `select index_people_search()`,
  ],
};
