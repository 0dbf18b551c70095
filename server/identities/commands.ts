/** Creates, changes and ends people for whom no connected system is authoritative. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { IdentityDetail } from "#events/entities/identityAccess.ts";
import type { IdentityDraft, NewIdentity } from "#events/entities/identityDraft.ts";
import type { OrgType } from "#events/entities/orgTypes.ts";
import { message } from "#events/messages/message.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { checkIdentity, checkNewIdentity } from "#events/rules/identities.ts";
import { noteMemberships } from "../access/memberships.ts";
import { recordAudit } from "../audit/audit.ts";
import type { CallContext } from "../callContext.ts";
import { errorCode, UNIQUE_VIOLATION } from "../db/errors.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { identitySearchKey, ORG_FIELDS } from "../import/planIdentity.ts";
import { toUuids } from "../lists/sqlText.ts";
import { dropReports } from "../mining/queries.ts";
import { ApiError, invalid, notFound } from "../plugins/errors.ts";
import { readIdentity } from "./queries.ts";

/** Of a person whom nobody has changed. */
const FIRST_VERSION = 1;

/** @throws ApiError EINVALID for invalid values, an unknown org or an unknown manager, ECONFLICT for a taken id. */
export async function createIdentity(
  context: CallContext,
  body: NewIdentity,
): Promise<IdentityDetail> {
  const { client, db, at } = context;
  return withFreeId(
    inTransaction(db, async (tx) => {
      const identityOid = await addIdentity(tx, context, body);
      return readIdentity(tx, { clientId: client.id, identityOid, at });
    }),
  );
}

/**
 * Adds a person, audited, in the transaction of the change that needs it.
 *
 * @returns the oid of the person.
 * @throws ApiError EINVALID, and a unique violation for a taken id: see `withFreeId`.
 */
export async function addIdentity(
  tx: Transaction<Database>,
  { client, at, user }: CallContext,
  body: NewIdentity,
): Promise<string> {
  requireValid(checkNewIdentity(body));
  const { externalId, ...draft } = trimmed(body);
  const identityOid = randomUUID();
  const orgs = await findOrgs(tx, client.id, draft);
  await requireManager(tx, client.id, draft.manager);
  await tx
    .insertInto("identities")
    .values({
      client_id: client.id,
      oid: identityOid,
      external_id: externalId,
      attributes: "{}",
      by_hand: true,
      ...columnsOf(externalId, draft),
    })
    .execute();
  await tx
    .updateTable("directory_counts")
    .set({ identities: sql`identities + 1` })
    .where("client_id", "=", client.id)
    .execute();
  await joinOrgs(tx, client.id, identityOid, orgs);
  await recordAudit(tx, {
    at,
    actor: { id: user.id, username: user.username },
    clientId: client.id,
    call: "identities/createIdentity",
    target: identityOid,
    after: { externalId, ...draft },
  });
  return identityOid;
}

/** @throws ApiError EINVALID, ENOTFOUND, or ECONFLICT: see `holdIdentity`. */
export async function updateIdentity(
  context: CallContext,
  identityOid: string,
  { version, ...body }: IdentityDraft & { readonly version: number },
): Promise<IdentityDetail> {
  requireValid(checkIdentity(body));
  const { client, db, at } = context;
  const draft = trimmed(body);
  return inTransaction(db, async (tx) => {
    const { externalId, before } = await holdIdentity(tx, client.id, identityOid, version);
    const orgs = await findOrgs(tx, client.id, draft);
    if (draft.manager !== before.manager) await requireManager(tx, client.id, draft.manager);
    await tx
      .updateTable("identities")
      .set({ ...columnsOf(externalId, draft), version: version + 1 })
      .where("client_id", "=", client.id)
      .where("oid", "=", identityOid)
      .execute();
    await joinOrgs(tx, client.id, identityOid, orgs);
    await context.audit(tx, { target: identityOid, before, after: draft });
    return readIdentity(tx, { clientId: client.id, identityOid, at });
  });
}

/** @throws ApiError ENOTFOUND, or ECONFLICT: see `holdIdentity`. */
export async function endIdentity(
  context: CallContext,
  identityOid: string,
  version: number,
): Promise<IdentityDetail> {
  const { client, db, at } = context;
  return inTransaction(db, async (tx) => {
    await end(tx, context, identityOid, version);
    return readIdentity(tx, { clientId: client.id, identityOid, at });
  });
}

/** Ends a person who was created by hand, unless somebody changed the person or an import has them since. */
export async function endUnchanged(
  tx: Transaction<Database>,
  context: CallContext,
  identityOid: string,
): Promise<void> {
  const unchanged = await tx
    .selectFrom("identities")
    .select("version")
    .where("client_id", "=", context.client.id)
    .where("oid", "=", identityOid)
    .where("by_hand", "=", true)
    .where("ended_at", "is", null)
    .where("version", "=", FIRST_VERSION)
    .executeTakeFirst();
  if (unchanged) await end(tx, context, identityOid, unchanged.version);
}

async function end(
  tx: Transaction<Database>,
  { client, at, user }: CallContext,
  identityOid: string,
  version: number,
): Promise<void> {
  const { before } = await holdIdentity(tx, client.id, identityOid, version);
  const { jobTitle, department, location } = before;
  // Without the names of the orgs, so that an import that has the person again finds that they changed.
  await tx
    .updateTable("identities")
    .set({
      ended_at: at,
      job_title: null,
      department: null,
      location: null,
      version: version + 1,
    })
    .where("client_id", "=", client.id)
    .where("oid", "=", identityOid)
    .execute();
  await tx
    .updateTable("access_role_assignments")
    .set({ valid_until: at })
    .where("client_id", "=", client.id)
    .where("identity_oid", "=", identityOid)
    .where((where) => where.or([where("valid_until", "is", null), where("valid_until", ">", at)]))
    .execute();
  await joinOrgs(tx, client.id, identityOid, []);
  await recordAudit(tx, {
    at,
    actor: { id: user.id, username: user.username },
    clientId: client.id,
    call: "identities/endIdentity",
    target: identityOid,
    before: { jobTitle, department, location },
    after: { endedAt: at.toISOString() },
  });
}

/**
 * Locks a person who may be changed by hand.
 *
 * @throws ApiError ENOTFOUND, or ECONFLICT if an import is authoritative for the person, if the person was ended, or if
 * the person changed after the version.
 */
async function holdIdentity(
  tx: Kysely<Database>,
  clientId: string,
  identityOid: string,
  version: number,
): Promise<{ readonly externalId: string; readonly before: IdentityDraft }> {
  const stored = await tx
    .selectFrom("identities")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("oid", "=", identityOid)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("identities.notFound"));
  if (!stored.by_hand) throw new ApiError("ECONFLICT", message("identities.authoritative"));
  if (stored.ended_at !== null) throw new ApiError("ECONFLICT", message("identities.ended"));
  if (stored.version !== version) {
    throw new ApiError("ECONFLICT", message("identities.changedElsewhere"));
  }
  return {
    externalId: stored.external_id,
    before: {
      givenName: stored.given_name ?? "",
      familyName: stored.family_name ?? "",
      username: stored.username ?? "",
      email: stored.email ?? "",
      jobTitle: stored.job_title ?? "",
      department: stored.department ?? "",
      location: stored.location ?? "",
      manager: stored.manager ?? "",
    },
  };
}

function requireValid(problems: ReturnType<typeof checkNewIdentity>): void {
  for (const [field, problem] of Object.entries(problems)) {
    if (problem) throw invalid(`/body/${field}`, problem);
  }
}

function trimmed<Draft extends Readonly<Record<string, string>>>(draft: Draft): Draft {
  const texts = Object.entries(draft).map(([field, text]) => [field, text.trim()]);
  return Object.fromEntries(texts) as Draft;
}

function columnsOf(externalId: string, draft: IdentityDraft) {
  const fields = {
    username: draft.username || null,
    givenName: draft.givenName || null,
    familyName: draft.familyName || null,
    email: draft.email || null,
    jobTitle: draft.jobTitle || null,
    department: draft.department || null,
    location: draft.location || null,
    manager: draft.manager || null,
  };
  return {
    username: fields.username,
    given_name: fields.givenName,
    family_name: fields.familyName,
    email: fields.email,
    job_title: fields.jobTitle,
    department: fields.department,
    location: fields.location,
    manager: fields.manager,
    search_key: identitySearchKey({ externalId, fields, attributes: {} }),
  };
}

/** The oids of the orgs that the draft names. */
async function findOrgs(
  tx: Kysely<Database>,
  clientId: string,
  draft: IdentityDraft,
): Promise<readonly string[]> {
  const oids: string[] = [];
  for (const [field, type] of ORG_FIELDS) {
    const name = draft[field as "jobTitle" | "department" | "location"];
    if (name !== "") oids.push(await findOrg(tx, clientId, { field, type, name }));
  }
  return oids;
}

async function findOrg(
  tx: Kysely<Database>,
  clientId: string,
  { field, type, name }: { readonly field: string; readonly type: OrgType; readonly name: string },
): Promise<string> {
  const found = await tx
    .selectFrom("orgs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("type", "=", type)
    .where("search_key", "=", normalizeForFilter(name))
    .where("name", "=", name)
    .where("parent_oid", "is not", null)
    .where("is_group", "=", false)
    .limit(2)
    // The undo of an import removes orgs without members.
    .forKeyShare()
    .execute();
  const [org, other] = found;
  if (!org) throw invalid(`/body/${field}`, message("identities.unknownOrg", { name }));
  if (other) throw invalid(`/body/${field}`, message("identities.ambiguousOrg", { name }));
  return org.oid;
}

async function requireManager(
  tx: Kysely<Database>,
  clientId: string,
  externalId: string,
): Promise<void> {
  if (externalId === "") return;
  const found = await tx
    .selectFrom("identities")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("external_id", "=", externalId)
    .executeTakeFirst();
  if (!found)
    throw invalid("/body/manager", message("identities.unknownManager", { id: externalId }));
}

/** Makes the person a member of exactly these orgs, counts the members of all orgs above, and drops their reports. */
async function joinOrgs(
  tx: Transaction<Database>,
  clientId: string,
  identityOid: string,
  orgOids: readonly string[],
): Promise<void> {
  const before = await orgsAbove(tx, clientId, identityOid);
  await tx
    .deleteFrom("identity_orgs")
    .where("client_id", "=", clientId)
    .where("identity_oid", "=", identityOid)
    .execute();
  if (orgOids.length > 0) {
    await tx
      .insertInto("identity_orgs")
      .values(
        orgOids.map((org_oid) => ({ client_id: clientId, org_oid, identity_oid: identityOid })),
      )
      .execute();
  }
  const after = await orgsAbove(tx, clientId, identityOid);
  const joined = [...after].filter((oid) => !before.has(oid)).toSorted();
  const left = [...before].filter((oid) => !after.has(oid)).toSorted();
  for (const [oids, change] of [
    [joined, 1],
    [left, -1],
  ] as const) {
    if (oids.length === 0) continue;
    await sql`
      update orgs set member_count = greatest(0, member_count + ${change}::integer)
      where client_id = ${clientId} and oid = any(${toUuids(oids)})
    `.execute(tx);
  }
  await dropReports(tx, clientId, [...joined, ...left]);
  await noteMemberships(tx, clientId);
}

/** The oids of the person's orgs and of all orgs above them. */
async function orgsAbove(
  tx: Kysely<Database>,
  clientId: string,
  identityOid: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ oid: string }>`
    with recursive path (oid) as (
      select org_oid from identity_orgs
      where client_id = ${clientId} and identity_oid = ${identityOid}
      union
      select o.parent_oid from path
      join orgs o on o.client_id = ${clientId} and o.oid = path.oid
      where o.parent_oid is not null
    )
    select oid from path
  `.execute(tx);
  return new Set(rows.map(({ oid }) => oid));
}

/** @throws ApiError ECONFLICT if another person has the id. */
export async function withFreeId<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    throw new ApiError("ECONFLICT", message("identities.idTaken"));
  }
}
