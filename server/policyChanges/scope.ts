/** Where and when a change of policies is made. */
import { sql, type RawBuilder } from "kysely";

export interface ChangeScope {
  readonly clientId: string;
  /** Only entitlements of this resource are concerned; null: all. */
  readonly resourceId: string | null;
  /** Only orgs below this one are chosen; null: all. */
  readonly rootOid: string | null;
  readonly at: Date;
}

/** Restricts role oids to the resource of a change. */
export const ofResource = ({ clientId, resourceId }: ChangeScope, column: RawBuilder<unknown>) =>
  resourceId === null
    ? sql``
    : sql`and (
        exists (select from entitlements e where e.client_id = ${clientId}
          and e.role_oid = ${column} and e.resource_id = ${resourceId})
        or exists (select from access_roles r where r.client_id = ${clientId}
          and r.oid = ${column} and r.resource_id = ${resourceId}))`;
