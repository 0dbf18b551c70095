/** Writes the history of policies. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { PolicyChange } from "#events/entities/policyChange.ts";
import type { Bounds } from "../access/periods.ts";
import type { CallContext } from "../callContext.ts";
import type { Database } from "../db/schema.ts";
import { findChange } from "./queries.ts";

export interface NewChange {
  readonly id: string;
  readonly kind: PolicyChange["kind"];
  readonly resourceId: string | null;
  readonly threshold?: number | null;
  readonly undoes?: string;
}

interface Counts {
  readonly orgs: number;
  readonly added: number;
  readonly removed: number;
}

const NOT_COUNTED: Counts = { orgs: 0, added: 0, removed: 0 };

/** Writes the row of a change. Without counts, `finishChange` or `countChange` stores them later. */
export async function startChange(
  tx: Kysely<Database>,
  { client, user, at }: CallContext,
  { id, kind, resourceId, threshold = null, undoes }: NewChange,
  { orgs, added, removed }: Counts = NOT_COUNTED,
): Promise<void> {
  await tx
    .insertInto("policy_changes")
    .values({
      client_id: client.id,
      id,
      at,
      actor_id: user.id,
      actor: user.username,
      kind,
      threshold,
      resource_id: resourceId,
      org_count: orgs,
      added_count: added,
      removed_count: removed,
      undoes: undoes ?? null,
      undone_by: null,
    })
    .execute();
}

interface ChangeOfOneOrg extends Pick<NewChange, "kind" | "threshold"> {
  readonly orgOid: string;
  readonly resourceId?: string | null;
  /** Role oids. */
  readonly added: readonly string[];
  /** Those added roles that the policy had for another time. */
  readonly replaced?: readonly FormerGrant[];
  readonly removed: readonly FormerGrant[];
}

/** A role in a policy, and the period for which the policy had the role before a change. */
export interface FormerGrant extends Bounds {
  readonly role_oid: string;
}

function periodsOf(grants: readonly FormerGrant[]) {
  return Object.fromEntries(
    grants
      .filter(({ valid_from, valid_until }) => valid_from !== null || valid_until !== null)
      .map(({ role_oid, valid_from, valid_until }) => [role_oid, [valid_from, valid_until]]),
  );
}

interface ChangedPeriod {
  readonly orgOid: string;
  readonly roleOid: string;
  readonly resourceId: string | null;
  readonly before: Bounds;
  readonly after: Bounds;
}

/** Adds the change of a grant's period to the history. @returns its id */
export async function recordPeriod(
  tx: Kysely<Database>,
  context: CallContext,
  { orgOid, roleOid, resourceId, before, after }: ChangedPeriod,
): Promise<string> {
  const id = randomUUID();
  await startChange(tx, context, { id, kind: "period", resourceId }, { ...NOT_COUNTED, orgs: 1 });
  const bounds = [before.valid_from, before.valid_until, after.valid_from, after.valid_until];
  await tx
    .insertInto("policy_change_orgs")
    .values({
      client_id: context.client.id,
      change_id: id,
      org_oid: orgOid,
      added: [],
      removed: [],
      changed_periods: JSON.stringify({ [roleOid]: bounds }),
    })
    .execute();
  return id;
}

/** Adds a change of one policy to the history. @returns its id */
export async function recordChange(
  tx: Kysely<Database>,
  context: CallContext,
  { kind, threshold, orgOid, resourceId = null, added, replaced = [], removed }: ChangeOfOneOrg,
): Promise<string> {
  const id = randomUUID();
  const counts = { orgs: 1, added: added.length, removed: removed.length };
  await startChange(tx, context, { id, kind, resourceId, threshold }, counts);
  await tx
    .insertInto("policy_change_orgs")
    .values({
      client_id: context.client.id,
      change_id: id,
      org_oid: orgOid,
      added: [...added],
      removed: removed.map(({ role_oid }) => role_oid),
      periods: JSON.stringify(periodsOf([...replaced, ...removed])),
    })
    .execute();
  return id;
}

/** What the audit entry of a change contains besides its counts. */
export type AuditDetails = Readonly<Record<string, string | number>>;

/** Stores the counts of the change, updates `has_policy` of its orgs, and writes one audit entry. */
export async function finishChange(
  tx: Kysely<Database>,
  context: CallContext,
  id: string,
  details: AuditDetails,
): Promise<PolicyChange> {
  const change = await countChange(tx, context.client.id, id);
  const { orgCount, added, removed } = change;
  await context.audit(tx, { target: id, after: { ...details, orgs: orgCount, added, removed } });
  return change;
}

/** Stores the counts of the change, and updates `has_policy` of its orgs. */
export async function countChange(
  tx: Kysely<Database>,
  clientId: string,
  id: string,
): Promise<PolicyChange> {
  await sql`
    update policy_changes h set org_count = c.orgs, added_count = c.added, removed_count = c.removed
    from (
      select count(*) as orgs, coalesce(sum(cardinality(added)), 0) as added,
        coalesce(sum(cardinality(removed)), 0) as removed
      from policy_change_orgs where client_id = ${clientId} and change_id = ${id}
    ) c
    where h.client_id = ${clientId} and h.id = ${id}
  `.execute(tx);
  await sql`
    update orgs o set has_policy = p.has_policy
    from (
      select c.org_oid, exists (
        select from inducements i where i.client_id = ${clientId} and i.org_oid = c.org_oid
      ) as has_policy
      from policy_change_orgs c where c.client_id = ${clientId} and c.change_id = ${id}
    ) p
    where o.client_id = ${clientId} and o.oid = p.org_oid and o.has_policy <> p.has_policy
  `.execute(tx);
  const change = await findChange(tx, clientId, id);
  if (!change) throw new Error(`The change ${id} is gone`);
  return change;
}
