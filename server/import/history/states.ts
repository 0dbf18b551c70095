/**
 * The state of each record that an import can change: the JSON objects in `before` and `after` of `import_changes`. Equal records
 * have equal objects in every session.
 */
import { sql, type RawBuilder } from "kysely";
import type { ImportChangesTable } from "../../db/importTables.ts";
import { PERSON_STATE } from "../personState.ts";

export type ImportedKind = ImportChangesTable["kind"];

export interface AccountState {
  readonly resourceId: string;
  /** Oid of the owner. */
  readonly owner: string | null;
  readonly active: boolean | null;
  /** Numbers of entitlements. */
  readonly held: readonly number[];
}

export interface EntitlementState {
  readonly resourceId: string;
  readonly no: number;
  readonly roleOid: string;
  /** Its row of `entitlement_reviews`, if it has one. */
  readonly review: {
    readonly display_name: string | null;
    readonly description: string;
    readonly interim: boolean;
  } | null;
  /** Names of entitlements that were merged into it. */
  readonly aliases: readonly string[];
}

/** The table of each kind with its key; the state is that of the table alias with the name of the kind. */
export const RECORDS: Readonly<
  Record<
    ImportedKind,
    { readonly table: string; readonly key: string; readonly state: RawBuilder<unknown> }
  >
> = {
  person: { table: "identities", key: "oid", state: PERSON_STATE },
  org: {
    table: "orgs",
    key: "oid",
    state: sql`jsonb_build_object(
      'type', org.type, 'name', org.name, 'parentOid', org.parent_oid, 'version', org.version)`,
  },
  resource: {
    table: "resources",
    key: "id",
    state: sql`jsonb_build_object('name', resource.name, 'type', resource.type)`,
  },
  entitlement: {
    table: "entitlements",
    key: "id",
    state: sql`jsonb_build_object(
      'resourceId', entitlement.resource_id, 'no', entitlement.no, 'roleOid', entitlement.role_oid,
      'review', (
        select to_jsonb(review) || jsonb_build_object('checked_at',
          to_char(review.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
        from entitlement_reviews review
        where review.client_id = entitlement.client_id and review.entitlement_id = entitlement.id),
      'aliases', array(
        select alias.name from entitlement_aliases alias
        where alias.client_id = entitlement.client_id and alias.entitlement_id = entitlement.id
        order by alias.name))`,
  },
  account: {
    table: "accounts",
    key: "id",
    state: sql`jsonb_build_object(
      'resourceId', account.resource_id, 'owner', account.identity_oid, 'active', account.active,
      'held', account.entitlement_nos)`,
  },
};
