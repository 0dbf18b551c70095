/** Reads orphaned accounts. */
import { sql } from "kysely";
import type { OrphanedShadow } from "#events/entities/shadow.ts";
import { openCaseId } from "../cases/openCases.ts";
import type { List } from "../lists/list.ts";
import { matchesText } from "../lists/sqlText.ts";

interface ShadowSelection {
  readonly clientId: string;
  readonly resourceId?: string | undefined;
  readonly contains?: string | undefined;
}

/** The normal form of filters, but without full case folding. */
const SEARCH_KEY = sql`translate(lower(normalize(a.name, NFKC)), E' \\t|_', '')`;

export const ORPHANED_SHADOWS: List<ShadowSelection, OrphanedShadow, "name"> = {
  table: "accounts",
  alias: "a",
  key: ["id"],
  scope: ({ clientId }) => [sql`a.client_id = ${clientId}`, sql`a.identity_oid is null`],
  filters: ({ resourceId, contains }) => [
    ...(resourceId ? [sql`a.resource_id = ${resourceId}`] : []),
    ...matchesText(SEARCH_KEY, contains),
  ],
  sorts: { name: [{ by: sql`a.name` }] },
  defaultOrder: { field: "name", direction: "asc" },
  items: ({ clientId }) => sql`
    select p.position, a.id, a.name, a.resource_id as "resourceId", r.name as "resourceName",
      cardinality(a.entitlement_nos) as "entitlementCount",
      ${openCaseId(clientId, { kind: sql`'orphanedAccount'`, accountId: sql`a.id` })} as "caseId"
    from page p
    join accounts a on a.client_id = ${clientId} and a.id = p.id
    join resources r on r.client_id = a.client_id and r.id = a.resource_id`,
};
