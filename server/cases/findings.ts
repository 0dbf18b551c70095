/** Whether something is a finding now, and its names. */
import { sql, type Kysely } from "kysely";
import type { CaseKind, Finding, ReportedIn } from "#events/entities/case.ts";
import { ENDS_SOON_DAYS } from "#events/entities/identityAccess.ts";
import { message } from "#events/messages/message.ts";
import { DAY_MS } from "#events/rules/time.ts";
import { validAt } from "../access/periods.ts";
import { requireEntitlement } from "../access/queries.ts";
import type { Database } from "../db/schema.ts";
import { personName } from "../directory/personName.ts";
import { findAccess, type Access } from "../identities/access.ts";
import { ApiError, invalid, notFound } from "../plugins/errors.ts";
import { isDormant } from "../reports/kinds/dormancy.ts";

export interface FindingNames {
  readonly subject: string;
  readonly entitlement_name: string | null;
  readonly resource_name: string;
}

interface Place {
  readonly clientId: string;
  readonly at: Date;
}

const IS_FINDING: Readonly<
  Record<Exclude<CaseKind, "orphanedAccount" | "dormantAccount">, (access: Access) => boolean>
> = {
  outsidePolicy: ({ isHeld, isGranted }) => isHeld && !isGranted,
  missingAccess: ({ isHeld, isGranted }) => isGranted && !isHeld,
  expiringSoon: ({ endsSoon }) => endsSoon,
};

/**
 * @param reportedIn the row of a report that says so; only access outside policy of an org needs one
 * @throws ApiError EINVALID for incomplete ids, ENOTFOUND for unknown ones, ECONFLICT if nothing is wrong.
 */
export async function requireFinding(
  db: Kysely<Database>,
  clientId: string,
  at: Date,
  finding: Finding,
  reportedIn?: ReportedIn,
): Promise<FindingNames> {
  const { kind, identityOid, accountId, roleOid, orgOid = null, resourceId = null } = finding;
  const place = { clientId, at };
  if (kind === "orphanedAccount" || kind === "dormantAccount") {
    const others = [identityOid, orgOid, roleOid, resourceId];
    if (accountId === null || others.some((id) => id !== null)) throw bad("accountId");
    return requireAccount(db, place, kind, accountId);
  }
  if (accountId !== null) throw bad("accountId");
  if (orgOid !== null) {
    if (identityOid !== null) throw bad("identityOid");
    if (kind === "expiringSoon") {
      if (roleOid === null || resourceId !== null) throw bad("roleOid");
      return requireExpiring(db, place, { kind: "org", oid: orgOid, roleOid });
    }
    if (kind !== "outsidePolicy" || roleOid !== null || resourceId === null) throw bad("orgOid");
    return requireReported(db, clientId, { orgOid, resourceId }, reportedIn);
  }
  if (identityOid === null || resourceId !== null) throw bad("identityOid");
  if (roleOid === null) throw bad("roleOid");
  if (kind === "expiringSoon" && (await findAccessRole(db, clientId, roleOid)) !== null) {
    return requireExpiring(db, place, { kind: "person", oid: identityOid, roleOid });
  }
  const subject = await requireSubject(db, clientId, "person", identityOid);
  const names = await requireRole(db, clientId, roleOid);
  const access = await findAccess(db, { clientId, identityOid, at }, roleOid);
  if (!IS_FINDING[kind](access)) throw nothingFound();
  return { subject, ...names };
}

const bad = (field: keyof Finding) => invalid(`/body/${field}`, message("cases.badFinding"));
const nothingFound = () => new ApiError("ECONFLICT", message("cases.nothingFound"));

async function requireSubject(
  db: Kysely<Database>,
  clientId: string,
  kind: "person" | "org",
  oid: string,
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    ${
      kind === "person"
        ? sql`select ${personName("i")} as name from identities i
            where i.client_id = ${clientId} and i.oid = ${oid}`
        : sql`select display_name as name from orgs where client_id = ${clientId} and oid = ${oid}`
    }`.execute(db);
  const [found] = rows;
  if (!found) throw notFound(kind === "person" ? "identities.notFound" : "orgs.notFound");
  return found.name;
}

type RoleNames = Omit<FindingNames, "subject">;

/** @throws ApiError ENOTFOUND if the oid is neither an access role's nor an entitlement's. */
async function requireRole(
  db: Kysely<Database>,
  clientId: string,
  roleOid: string,
): Promise<RoleNames> {
  const accessRole = await findAccessRole(db, clientId, roleOid);
  if (accessRole) return accessRole;
  const place = { clientId, roleOid, resourceIds: null };
  const { name, resourceName } = await requireEntitlement(db, place);
  return { entitlement_name: name, resource_name: resourceName };
}

async function findAccessRole(
  db: Kysely<Database>,
  clientId: string,
  oid: string,
): Promise<RoleNames | null> {
  const role = await db
    .selectFrom("access_roles as a")
    .leftJoin("resources as r", (join) =>
      join.onRef("r.client_id", "=", "a.client_id").onRef("r.id", "=", "a.resource_id"),
    )
    .select(["a.name", "r.name as resource"])
    .where("a.client_id", "=", clientId)
    .where("a.oid", "=", oid)
    .where("a.archived_at", "is", null)
    .executeTakeFirst();
  return role ? { entitlement_name: role.name, resource_name: role.resource ?? "" } : null;
}

/** Requires a grant of a role to a person or an org that ends soon. */
async function requireExpiring(
  db: Kysely<Database>,
  { clientId, at }: Place,
  grant: { readonly kind: "person" | "org"; readonly oid: string; readonly roleOid: string },
): Promise<FindingNames> {
  const { kind, oid, roleOid } = grant;
  const subject = await requireSubject(db, clientId, kind, oid);
  const names = await requireRole(db, clientId, roleOid);
  const end = new Date(at.getTime() + ENDS_SOON_DAYS * DAY_MS);
  const [table, role, holder] =
    kind === "person"
      ? (["access_role_assignments", "access_role_oid", "identity_oid"] as const)
      : (["inducements", "role_oid", "org_oid"] as const);
  const { rows } = await sql`
    select from ${sql.table(table)} g
    where g.client_id = ${clientId} and ${sql.ref(`g.${role}`)} = ${roleOid}
      and ${sql.ref(`g.${holder}`)} = ${oid} and g.valid_until <= ${end} and ${validAt("g", at)}
  `.execute(db);
  if (rows.length === 0) throw nothingFound();
  return { subject, ...names };
}

/** Requires a stored report to say that people of an org have access to a resource outside policy. */
async function requireReported(
  db: Kysely<Database>,
  clientId: string,
  { orgOid, resourceId }: { readonly orgOid: string; readonly resourceId: string },
  reportedIn: ReportedIn | undefined,
): Promise<FindingNames> {
  if (!reportedIn) throw invalid("/body/reportedIn", message("cases.badFinding"));
  const subject = await requireSubject(db, clientId, "org", orgOid);
  const resource = await db
    .selectFrom("resources")
    .select("name")
    .where("client_id", "=", clientId)
    .where("id", "=", resourceId)
    .executeTakeFirstOrThrow(() => notFound("resources.notFound"));
  const { rows } = await sql`
    select from reports r
    join report_rows w on w.client_id = r.client_id and w.run_id = r.run_id
      and w.no = ${reportedIn.no}
    where r.client_id = ${clientId} and r.id = ${reportedIn.reportId} and r.status = 'ready'
      and w.finding ->> 'kind' = 'outsidePolicy' and w.finding ->> 'orgOid' = ${orgOid}
      and w.finding ->> 'resourceId' = ${resourceId}
  `.execute(db);
  if (rows.length === 0) throw nothingFound();
  return { subject, entitlement_name: null, resource_name: resource.name };
}

async function requireAccount(
  db: Kysely<Database>,
  { clientId, at }: Place,
  kind: "orphanedAccount" | "dormantAccount",
  accountId: string,
): Promise<FindingNames> {
  const account = await db
    .selectFrom("accounts as a")
    .innerJoin("resources as r", (join) =>
      join.onRef("r.client_id", "=", "a.client_id").onRef("r.id", "=", "a.resource_id"),
    )
    .select(["a.name", "a.identity_oid", "r.name as resource"])
    .where("a.client_id", "=", clientId)
    .where("a.id", "=", accountId)
    .executeTakeFirstOrThrow(() => notFound("cases.accountNotFound"));
  const isFound =
    kind === "orphanedAccount"
      ? account.identity_oid === null
      : await isDormant(db, clientId, accountId, at);
  if (!isFound) throw nothingFound();
  return { subject: account.name, entitlement_name: null, resource_name: account.resource };
}
