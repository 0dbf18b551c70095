/**
 * Stores a client's directory counts as well: every visit shows them, and only imports change them. Policies change in
 * between, so each org stores whether it has one.
 */
import type { Migration } from "../migration.ts";

const of = (table: string) => `(select count(*) from ${table} where client_id = of_client)`;

export const clientCounts: Migration = {
  name: "0016_clientCounts",
  statements: [
    `create table directory_counts (
      client_id uuid primary key,
      identities bigint not null,
      resources bigint not null,
      entitlements bigint not null,
      accounts bigint not null,
      unlinked_accounts bigint not null,
      assignments bigint not null
    )`,
    // Called last to update list counts: it locks rows of orgs and resources until the transaction ends.
    `alter function count_directory(uuid) rename to count_for_lists`,
    `create function count_directory(of_client uuid) returns void language plpgsql as $$ begin
      delete from directory_counts where client_id = of_client;
      insert into directory_counts
      select of_client, ${of("identities")}, ${of("resources")}, ${of("entitlements")}, count(*),
        count(*) filter (where identity_oid is null), coalesce(sum(cardinality(entitlement_nos)), 0)
      from accounts where client_id = of_client;
      perform count_for_lists(of_client);
    end $$`,
    `alter table orgs add column has_policy boolean not null default false`,
    `update orgs o set has_policy = true where exists (
      select from inducements i where i.client_id = o.client_id and i.org_oid = o.oid
    )`,
    `select count_directory(id) from clients`,
  ],
};
