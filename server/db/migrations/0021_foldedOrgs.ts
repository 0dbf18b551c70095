/** The list of orgs finds by name what the palette finds, which leads there: without accents, too. */
import type { Migration } from "../migration.ts";

export const foldedOrgs: Migration = {
  name: "0021_foldedOrgs",
  statements: [
    // Stored: folding 5,000 names at each search would take longer than all the rest.
    `alter table orgs add column folded_key text collate "C" not null
      generated always as (fold_accents(search_key)) stored`,
  ],
};
