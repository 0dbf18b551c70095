/**
 * Lists the changes of one person: entries of the audit trail, changes of the policies that reach the person, and changes
 * of the person and the person's accounts in systems.
 */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { PageInfo } from "#events/entities/common.ts";
import type { IdentityChange, IdentityChangeKind } from "#events/entities/identityChange.ts";
import { pathsUp } from "../access/policyPaths.ts";
import { withNames } from "../audit/names.ts";
import { changedFields } from "../audit/queries.ts";
import type { JsonValue } from "../db/columns.ts";
import type { Database } from "../db/schema.ts";
import type { Person } from "./access.ts";
import {
  ACCOUNT_ORIGINS,
  accountEvents,
  loadAccountChanges,
  type AccountOrigin,
  type AccountRef,
} from "./accountChanges.ts";
import { pageInfo, readPage, type PagingInput } from "../lists/paging.ts";

/** By the name of the call, or by the kind of the change of policies. */
const KINDS: Readonly<Record<string, IdentityChangeKind>> = {
  "identities/createIdentity": "created",
  "identities/updateIdentity": "edited",
  "identities/endIdentity": "ended",
  "accessRoles/grantRole": "roleGranted",
  "accessRoles/revokeRole": "roleRevoked",
  "cases/openCase": "caseOpened",
  "cases/updateCase": "caseChanged",
  "cases/addCaseComment": "caseCommented",
  apply: "policyApplied",
  remove: "policyRemoved",
  period: "policyPeriod",
  bulk: "policyBulk",
  import: "policyImported",
  undo: "policyUndone",
};

/** Ids of what the change is about, which `subject` or the open person stands for. */
const IMPLIED: ReadonlySet<string> = new Set(["person", "identityOid", "roleOid", "accountId"]);

/** Maximum names of added entitlements, and of removed ones. */
const MAX_NAMES = 200;

/** The names of what a change `h` added to or removed from the policies of `path`. */
const namesOf = (clientId: string, column: "added" | "removed"): RawBuilder<string[]> => sql`array(
  select distinct coalesce(e.name, r.name, t.oid::text)
  from policy_change_orgs c
  cross join lateral unnest((c.${sql.ref(column)})[1:${sql.lit(MAX_NAMES)}]) as t (oid)
  left join entitlements e on e.client_id = ${clientId} and e.role_oid = t.oid
  left join access_roles r on r.client_id = ${clientId} and r.oid = t.oid
  where c.client_id = ${clientId} and c.change_id = h.id and c.org_oid in (select oid from path)
  order by 1 limit ${sql.lit(MAX_NAMES)})`;

/** The first period that a change `h` of one policy of `path` replaced, with the name of its entitlement; else null. */
const periodOf = (clientId: string): RawBuilder<unknown> => sql`(
  select jsonb_build_object('entitlement', coalesce(e.name, r.name, t.oid), 'bounds', t.bounds)
  from policy_change_orgs c
  cross join lateral jsonb_each(c.changed_periods) as t (oid, bounds)
  left join entitlements e on e.client_id = ${clientId} and e.role_oid = t.oid::uuid
  left join access_roles r on r.client_id = ${clientId} and r.oid = t.oid::uuid
  where c.client_id = ${clientId} and c.change_id = h.id and c.org_oid in (select oid from path)
  order by c.org_oid, t.oid limit 1)`;

interface ChangedPeriod {
  readonly entitlement: string;
  /** From and until before the change, and after it. */
  readonly bounds: readonly (string | null)[];
}

interface ChangeRow {
  readonly id: string;
  readonly at: Date;
  readonly origin: "audit" | "policy" | AccountOrigin;
  readonly resourceId: string | null;
  readonly ref: string | null;
  readonly no: number | null;
  /** Null for changes in systems. */
  readonly actor: string | null;
  readonly what: string | null;
  readonly subject: string | null;
  readonly before: JsonValue;
  readonly after: JsonValue;
  readonly added: readonly string[] | null;
  readonly removed: readonly string[] | null;
  readonly period: ChangedPeriod | null;
  readonly total: number;
}

/** A page of changes, newest first. The calls are literals, so that the planner sees that its partial index has them. */
export async function listChanges(
  db: Kysely<Database>,
  person: Person,
  paging: PagingInput,
): Promise<{ readonly changes: IdentityChange[]; readonly page: PageInfo }> {
  const { clientId, identityOid } = person;
  const target = identityOid.toLowerCase();
  const page = readPage(paging);
  const { rows } = await sql<ChangeRow>`
    with recursive ${pathsUp(person)}, changes as (
      select a.at, a.id, 'audit' as origin, null::uuid as resource_id, null::uuid as ref, null::integer as no
      from audit a
      where a.client_id = ${clientId} and a.target = ${target}
        and a.call in ('identities/createIdentity', 'identities/updateIdentity', 'identities/endIdentity')
      union all
      select a.at, a.id, 'audit', null, null, null from audit a
      where a.client_id = ${clientId} and a.call in ('accessRoles/grantRole', 'accessRoles/revokeRole')
        and coalesce(a.after ->> 'person', a.before ->> 'person') = ${target}
      union all
      select a.at, a.id, 'audit', null, k.id, null from cases k
      join audit a on a.client_id = k.client_id and a.target = k.id::text
      where k.client_id = ${clientId} and k.identity_oid = ${identityOid}
        and a.call in ('cases/openCase', 'cases/updateCase', 'cases/addCaseComment')
      union all
      select h.at, h.id, 'policy', null, null, null from policy_changes h
      where h.client_id = ${clientId} and h.id in (
        select c.change_id from policy_change_orgs c
        where c.client_id = ${clientId} and c.org_oid in (select oid from path))
      union all
      ${accountEvents(person)}
    ), page as (
      select * from changes order by at desc, id desc
      limit ${page.size} offset ${page.size * page.number}
    )
    select p.id, p.at, p.origin, p.resource_id as "resourceId", p.ref, p.no,
      coalesce(a.actor, h.actor) as actor, coalesce(a.call, h.kind) as what,
      case when p.origin = 'policy' then (
          select string_agg(o.display_name, ', ' order by o.display_name, o.oid) from orgs o
          where o.client_id = ${clientId} and o.oid in (
            select c.org_oid from policy_change_orgs c
            where c.client_id = ${clientId} and c.change_id = h.id
              and c.org_oid in (select oid from path)))
        else coalesce(r.name, k.entitlement_name) end as subject,
      a.before, a.after,
      case when p.origin = 'policy' then ${namesOf(clientId, "added")} end as added,
      case when p.origin = 'policy' then ${namesOf(clientId, "removed")} end as removed,
      case when p.origin = 'policy' then ${periodOf(clientId)} end as period,
      (select count(*) from changes) as total
    from page p
    left join audit a on p.origin = 'audit' and a.id = p.id
    left join access_roles r on r.client_id = ${clientId}
      and r.oid = case when a.call like 'accessRoles/%' then a.target::uuid end
    left join cases k on k.client_id = ${clientId} and k.id = p.ref
    left join policy_changes h on p.origin = 'policy' and h.client_id = ${clientId} and h.id = p.id
    order by p.at desc, p.id desc
  `.execute(db);
  const inSystems = await loadAccountChanges(db, person, rows.flatMap(accountRefOf));
  const changes = rows.map((row) => inSystems.get(row.id) ?? toChange(row));
  return {
    changes: await withNames(db, clientId, changes, ({ source }) => source?.resourceId ?? null),
    page: pageInfo(page, rows[0]?.total ?? 0),
  };
}

function accountRefOf({ origin, ...row }: ChangeRow): AccountRef[] {
  const found = ACCOUNT_ORIGINS.find((one) => one === origin);
  return found ? [{ ...row, origin: found }] : [];
}

function toChange(row: ChangeRow): IdentityChange {
  const { id, at, actor, what, subject, before, after, added, removed, period } = row;
  const kind = what === null ? undefined : KINDS[what];
  if (!kind || actor === null) throw new Error(`The change ${what} has no kind`);
  const fields =
    added && removed
      ? [
          ...changedFields(null, { added: added.join(", "), removed: removed.join(", ") }),
          ...(period ? changesOfPeriod(period) : []),
        ]
      : changedFields(before, after);
  return {
    id,
    at: at.toISOString(),
    actor,
    kind,
    subject,
    fields: fields.filter((one) => !IMPLIED.has(one.field) && (one.before || one.after)),
  };
}

function changesOfPeriod({ entitlement, bounds }: ChangedPeriod) {
  const [validFrom = null, validUntil = null, newFrom = null, newUntil = null] = bounds.map(
    (bound) => (bound === null ? null : new Date(bound).toISOString()),
  );
  return changedFields(
    { validFrom, validUntil },
    { entitlement, validFrom: newFrom, validUntil: newUntil },
  );
}
