/** Gives roles to people and orgs for a period, and takes them back. */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { GrantKind, Period } from "#events/entities/accessRole.ts";
import { message } from "#events/messages/message.ts";
import { checkPeriod } from "#events/rules/accessRoles.ts";
import { noteMemberships } from "../access/memberships.ts";
import { boundsOf, haveSameBounds, periodOf } from "../access/periods.ts";
import type { CallContext } from "../callContext.ts";
import { shareLock } from "../db/advisoryLocks.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { personName } from "../directory/personName.ts";
import { notePolicy } from "../orgs/policy/inducements.ts";
import { lockOrg } from "../orgs/policy/queries.ts";
import { ApiError, invalid, notFound } from "../plugins/errors.ts";
import { recordPeople } from "../policyChanges/changedPeople.ts";
import { recordChange, recordPeriod } from "../policyChanges/history.ts";
import { holdRole } from "./content.ts";

interface Grant {
  readonly roleOid: string;
  readonly subjectOid: string;
  readonly kind: GrantKind;
}

interface Granted {
  readonly kind: GrantKind;
  readonly oid: string;
  readonly name: string;
}

/** @throws ApiError ENOTFOUND for the role or its subject, ECONFLICT for an archived role, EINVALID for the period. */
export function grantRole(context: CallContext, grant: Grant, period: Period): Promise<Granted> {
  const problem = checkPeriod(period);
  if (problem) throw invalid("/body/validUntil", problem);
  const { client, db } = context;
  return inTransaction(db, async (tx) => {
    await shareLock(tx, "policies");
    const role = await holdRole(tx, client.id, grant.roleOid);
    if (role.archived) throw new ApiError("ECONFLICT", message("accessRoles.archived"));
    const subject = await holdSubject(tx, client.id, grant);
    const before =
      grant.kind === "person"
        ? await assign(tx, context, grant, period)
        : await induce(tx, context, grant, period);
    await context.audit(tx, {
      target: role.oid,
      ...(before && { before: { [grant.kind]: grant.subjectOid, ...before } }),
      after: { [grant.kind]: grant.subjectOid, ...period },
    });
    return subject;
  });
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
  { kind, subjectOid }: Grant,
): Promise<Granted> {
  if (kind === "org" && !(await lockOrg(tx, clientId, subjectOid))) throw notFound("orgs.notFound");
  const { rows } = await sql<{ name: string }>`
    ${
      kind === "person"
        ? sql`select ${personName("i")} as name from identities i
            where i.client_id = ${clientId} and i.oid = ${subjectOid} for key share`
        : sql`select display_name as name from orgs
            where client_id = ${clientId} and oid = ${subjectOid}`
    }
  `.execute(tx);
  const [found] = rows;
  if (!found) throw notFound("identities.notFound");
  return { kind, oid: subjectOid, name: found.name };
}

/** @returns the period before; null if the person did not have the role. */
async function assign(
  tx: Transaction<Database>,
  { client, user, at }: CallContext,
  { roleOid, subjectOid }: Grant,
  period: Period,
): Promise<Period | null> {
  const before = await tx
    .selectFrom("access_role_assignments")
    .select(["valid_from", "valid_until"])
    .where("client_id", "=", client.id)
    .where("access_role_oid", "=", roleOid)
    .where("identity_oid", "=", subjectOid)
    .executeTakeFirst();
  const bounds = boundsOf(period);
  await tx
    .insertInto("access_role_assignments")
    .values({
      client_id: client.id,
      id: randomUUID(),
      access_role_oid: roleOid,
      identity_oid: subjectOid,
      created_at: at,
      created_by: user.username,
      ...bounds,
    })
    .onConflict((conflict) =>
      conflict.columns(["client_id", "access_role_oid", "identity_oid"]).doUpdateSet(bounds),
    )
    .execute();
  await noteMemberships(tx, client.id);
  return before ? periodOf(before) : null;
}

/** @returns the period before; null if the policy did not induce the role. */
async function induce(
  tx: Transaction<Database>,
  context: CallContext,
  { roleOid, subjectOid }: Grant,
  period: Period,
): Promise<Period | null> {
  const { client, at } = context;
  const before = await tx
    .selectFrom("inducements")
    .select(["valid_from", "valid_until"])
    .where("client_id", "=", client.id)
    .where("org_oid", "=", subjectOid)
    .where("role_oid", "=", roleOid)
    .executeTakeFirst();
  const bounds = boundsOf(period);
  await tx
    .insertInto("inducements")
    .values({
      client_id: client.id,
      id: randomUUID(),
      org_oid: subjectOid,
      role_oid: roleOid,
      created_at: at,
      ...bounds,
    })
    .onConflict((conflict) =>
      conflict.columns(["client_id", "org_oid", "role_oid"]).doUpdateSet(bounds),
    )
    .execute();
  if (before) {
    if (!haveSameBounds(before, bounds)) {
      const change = { orgOid: subjectOid, roleOid, resourceId: null, before, after: bounds };
      await recordPeople(tx, context, await recordPeriod(tx, context, change));
    }
    return periodOf(before);
  }
  await notePolicy(tx, client.id, subjectOid);
  const change = await recordChange(tx, context, {
    kind: "apply",
    orgOid: subjectOid,
    added: [roleOid],
    removed: [],
  });
  await recordPeople(tx, context, change);
  return null;
}
