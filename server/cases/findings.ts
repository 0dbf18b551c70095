/** Whether something is a finding now, and its names. */
import { sql, type Kysely } from "kysely";
import type { CaseKind, Finding } from "#events/entities/case.ts";
import { message } from "#events/messages/message.ts";
import { requireEntitlement } from "../access/queries.ts";
import type { Database } from "../db/schema.ts";
import { personName } from "../directory/personName.ts";
import { findAccess, type Access } from "../identities/access.ts";
import { ApiError, invalid, notFound } from "../plugins/errors.ts";

export interface FindingNames {
  readonly subject: string;
  readonly entitlement_name: string | null;
  readonly resource_name: string;
}

const IS_FINDING: Readonly<
  Record<Exclude<CaseKind, "orphanedAccount">, (access: Access) => boolean>
> = {
  outsidePolicy: ({ isHeld, isGranted }) => isHeld && !isGranted,
  missingAccess: ({ isHeld, isGranted }) => isGranted && !isHeld,
  expiringSoon: ({ endsSoon }) => endsSoon,
};

/** @throws ApiError EINVALID for incomplete ids, ENOTFOUND for unknown ones, ECONFLICT if nothing is wrong. */
export async function requireFinding(
  db: Kysely<Database>,
  clientId: string,
  at: Date,
  { kind, identityOid, roleOid, accountId }: Finding,
): Promise<FindingNames> {
  if (kind === "orphanedAccount") {
    if (accountId === null || identityOid !== null || roleOid !== null) {
      throw invalid("/body/accountId", message("cases.badFinding"));
    }
    return requireOrphan(db, clientId, accountId);
  }
  if (identityOid === null || roleOid === null || accountId !== null) {
    throw invalid("/body/identityOid", message("cases.badFinding"));
  }
  const subject = await requirePerson(db, clientId, identityOid);
  const { name, resourceName } = await requireEntitlement(db, {
    clientId,
    roleOid,
    resourceIds: null,
  });
  const access = await findAccess(db, { clientId, identityOid, at }, roleOid);
  if (!IS_FINDING[kind](access)) throw new ApiError("ECONFLICT", message("cases.nothingFound"));
  return { subject, entitlement_name: name, resource_name: resourceName };
}

async function requirePerson(
  db: Kysely<Database>,
  clientId: string,
  identityOid: string,
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select ${personName("i")} as name from identities i
    where i.client_id = ${clientId} and i.oid = ${identityOid}`.execute(db);
  const [person] = rows;
  if (!person) throw notFound("identities.notFound");
  return person.name;
}

async function requireOrphan(
  db: Kysely<Database>,
  clientId: string,
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
  if (account.identity_oid !== null) {
    throw new ApiError("ECONFLICT", message("cases.nothingFound"));
  }
  return { subject: account.name, entitlement_name: null, resource_name: account.resource };
}
