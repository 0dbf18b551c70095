/** Gives roles to people and orgs for a period, and takes them back. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { GrantChange, Granted, GrantKind, RoleGrant } from "#events/entities/accessRole.ts";
import type { Period } from "#events/entities/common.ts";
import { message } from "#events/messages/message.ts";
import { checkPeriod } from "#events/rules/accessRoles.ts";
import { noteMemberships } from "../access/memberships.ts";
import { boundsOf, haveSameBounds, periodOf, type Bounds } from "../access/periods.ts";
import type { CallContext } from "../callContext.ts";
import { shareLock } from "../db/advisoryLocks.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { personName } from "../directory/personName.ts";
import { notePolicy } from "../orgs/policy/inducements.ts";
import { lockOrg } from "../orgs/policy/queries.ts";
import { ApiError, conflict, invalid, notFound } from "../plugins/errors.ts";
import { recordPeople } from "../policyChanges/changedPeople.ts";
import { recordChange, recordPeriod } from "../policyChanges/history.ts";
import { holdRole } from "./content.ts";
import { requireRole } from "./queries.ts";

interface Grant {
  readonly roleOid: string;
  readonly subjectOid: string;
  readonly kind: GrantKind;
}

/**
 * @throws ApiError ENOTFOUND for the role or its subject, EINVALID for the period, ECONFLICT for an archived role, or if the
 *   period to replace is not the expected one.
 */
export function grantRole(
  context: CallContext,
  { roleOid, subjectOid }: Pick<Grant, "roleOid" | "subjectOid">,
  { kind, expected, ...period }: GrantChange,
): Promise<Granted> {
  const problem = checkPeriod(period);
  if (problem) throw invalid("/body/validUntil", problem);
  const { client, db } = context;
  return inTransaction(db, async (tx) => {
    await shareLock(tx, "policies");
    const role = await holdRole(tx, client.id, roleOid);
    if (role.archived) throw new ApiError("ECONFLICT", message("accessRoles.archived"));
    const grant = { roleOid, subjectOid, kind };
    const subject = await holdSubject(tx, client.id, grant);
    const before = await findBounds(tx, client.id, grant);
    requireExpected(before, { expected, after: boundsOf(period) });
    await (kind === "person" ? assign : induce)(tx, context, grant, {
      before,
      after: boundsOf(period),
    });
    await context.audit(tx, {
      target: role.oid,
      ...(before && { before: { [kind]: subjectOid, ...periodOf(before) } }),
      after: { [kind]: subjectOid, ...period },
    });
    return subject;
  });
}

/** A repeated request finds the period that it asks for. */
function requireExpected(
  before: Bounds | null,
  { expected, after }: { readonly expected: Period | null; readonly after: Bounds },
): void {
  const isExpected =
    before === null || expected === null
      ? before === expected
      : haveSameBounds(before, boundsOf(expected));
  if (isExpected || (before && haveSameBounds(before, after))) return;
  throw conflict("policies.periodChangedElsewhere");
}

/** @throws ApiError ENOTFOUND for the role or its subject. */
export async function readGrant(
  db: Kysely<Database>,
  clientId: string,
  grant: Grant,
): Promise<RoleGrant> {
  await requireRole(db, clientId, grant.roleOid);
  const subject = await findSubject(db, clientId, grant);
  const bounds = await findBounds(db, clientId, grant);
  return { ...subject, period: bounds && periodOf(bounds) };
}

/** @returns null if the subject does not have the role. */
async function findBounds(
  db: Kysely<Database>,
  clientId: string,
  { roleOid, subjectOid, kind }: Grant,
): Promise<Bounds | null> {
  const columns = ["valid_from", "valid_until"] as const;
  const found =
    kind === "person"
      ? await db
          .selectFrom("access_role_assignments")
          .select(columns)
          .where("client_id", "=", clientId)
          .where("access_role_oid", "=", roleOid)
          .where("identity_oid", "=", subjectOid)
          .executeTakeFirst()
      : await db
          .selectFrom("inducements")
          .select(columns)
          .where("client_id", "=", clientId)
          .where("role_oid", "=", roleOid)
          .where("org_oid", "=", subjectOid)
          .executeTakeFirst();
  return found ?? null;
}

/** @throws ApiError ENOTFOUND for the role, or for a subject that does not have it. */
export function revokeRole(context: CallContext, grant: Grant): Promise<Granted> {
  const { client, db } = context;
  return inTransaction(db, async (tx) => {
    await shareLock(tx, "policies");
    const role = await holdRole(tx, client.id, grant.roleOid);
    const subject = await holdSubject(tx, client.id, grant);
    const removed =
      grant.kind === "person"
        ? await tx
            .deleteFrom("access_role_assignments")
            .where("client_id", "=", client.id)
            .where("access_role_oid", "=", role.oid)
            .where("identity_oid", "=", grant.subjectOid)
            .returning(["valid_from", "valid_until"])
            .executeTakeFirst()
        : await tx
            .deleteFrom("inducements")
            .where("client_id", "=", client.id)
            .where("role_oid", "=", role.oid)
            .where("org_oid", "=", grant.subjectOid)
            .returning(["valid_from", "valid_until"])
            .executeTakeFirst();
    if (!removed) {
      throw notFound(
        grant.kind === "person"
          ? "accessRoles.assignmentNotFound"
          : "accessRoles.inducementNotFound",
      );
    }
    if (grant.kind === "person") await noteMemberships(tx, client.id);
    else {
      await notePolicy(tx, client.id, grant.subjectOid);
      const change = await recordChange(tx, context, {
        kind: "remove",
        orgOid: grant.subjectOid,
        added: [],
        removed: [{ role_oid: role.oid, ...removed }],
      });
      await recordPeople(tx, context, change);
    }
    await context.audit(tx, {
      target: role.oid,
      before: { [grant.kind]: grant.subjectOid, ...periodOf(removed) },
    });
    return subject;
  });
}

/** Locks an org, whose policy changes, and keeps a person in the directory. @throws ApiError ENOTFOUND */
async function holdSubject(
  tx: Transaction<Database>,
  clientId: string,
  grant: Grant,
): Promise<Granted> {
  const { kind, subjectOid } = grant;
  if (kind === "org" && !(await lockOrg(tx, clientId, subjectOid))) throw notFound("orgs.notFound");
  return findSubject(tx, clientId, grant, kind === "person" ? sql`for key share` : sql``);
}

/** @throws ApiError ENOTFOUND */
async function findSubject(
  db: Kysely<Database>,
  clientId: string,
  { kind, subjectOid }: Grant,
  lock = sql``,
): Promise<Granted> {
  const { rows } = await sql<{ name: string }>`
    ${
      kind === "person"
        ? sql`select ${personName("i")} as name from identities i
            where i.client_id = ${clientId} and i.oid = ${subjectOid}`
        : sql`select display_name as name from orgs
            where client_id = ${clientId} and oid = ${subjectOid}`
    } ${lock}
  `.execute(db);
  const [found] = rows;
  if (!found) throw notFound(kind === "person" ? "identities.notFound" : "orgs.notFound");
  return { kind, oid: subjectOid, name: found.name };
}

interface PeriodChange {
  /** null: the subject did not have the role. */
  readonly before: Bounds | null;
  readonly after: Bounds;
}

async function assign(
  tx: Transaction<Database>,
  { client, user, at }: CallContext,
  { roleOid, subjectOid }: Grant,
  { after }: PeriodChange,
): Promise<void> {
  await tx
    .insertInto("access_role_assignments")
    .values({
      client_id: client.id,
      id: randomUUID(),
      access_role_oid: roleOid,
      identity_oid: subjectOid,
      created_at: at,
      created_by: user.username,
      ...after,
    })
    .onConflict((on) =>
      on.columns(["client_id", "access_role_oid", "identity_oid"]).doUpdateSet(after),
    )
    .execute();
  await noteMemberships(tx, client.id);
}

async function induce(
  tx: Transaction<Database>,
  context: CallContext,
  { roleOid, subjectOid }: Grant,
  { before, after }: PeriodChange,
): Promise<void> {
  const { client, at } = context;
  await tx
    .insertInto("inducements")
    .values({
      client_id: client.id,
      id: randomUUID(),
      org_oid: subjectOid,
      role_oid: roleOid,
      created_at: at,
      ...after,
    })
    .onConflict((on) => on.columns(["client_id", "org_oid", "role_oid"]).doUpdateSet(after))
    .execute();
  if (before) {
    if (haveSameBounds(before, after)) return;
    const change = { orgOid: subjectOid, roleOid, resourceId: null, before, after };
    await recordPeople(tx, context, await recordPeriod(tx, context, change));
    return;
  }
  await notePolicy(tx, client.id, subjectOid);
  const change = await recordChange(tx, context, {
    kind: "apply",
    orgOid: subjectOid,
    added: [roleOid],
    removed: [],
  });
  await recordPeople(tx, context, change);
}
