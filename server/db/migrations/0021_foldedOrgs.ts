/** The list of orgs finds by name what the palette finds and links to: without accents, too. */
import type { Migration } from "../migration.ts";

export const foldedOrgs: Migration = {
  name: "0021_foldedOrgs",
  statements: [
    // Stored, because folding 5,000 names takes longer than the rest of a search.
    `alter table orgs add column folded_key text collate "C" not null
      generated always as (fold_accents(search_key)) stored`,
  ],
};
