/** The statements on identities and their orgs: each handles thousands of rows at once. */
import { sql, type Transaction } from "kysely";
import type { OrgType } from "#events/entities/orgTypes.ts";
import type { Database } from "../db/schema.ts";
import { chunksOf } from "./batch.ts";
import { attributeSearchKey, identitySearchKey, type StoredIdentity } from "./planIdentity.ts";

export interface FoundIdentity {
  readonly oid: string;
  readonly identity: StoredIdentity;
  readonly ended: boolean;
  readonly byHand: boolean;
}

export interface IdentityRow {
  readonly oid: string;
  readonly identity: StoredIdentity;
}

/** @returns by external id, without those missing in the directory. */
export async function findIdentities(
  tx: Transaction<Database>,
  clientId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, FoundIdentity>> {
  const rows = await tx
    .selectFrom("identities")
    .selectAll()
    .where("client_id", "=", clientId)
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .execute();
  return new Map(
    rows.map((row) => {
      const fields = {
        username: row.username,
        givenName: row.given_name,
        familyName: row.family_name,
        email: row.email,
        jobTitle: row.job_title,
        department: row.department,
        location: row.location,
        manager: row.manager,
      };
      const identity = { externalId: row.external_id, fields, attributes: row.attributes };
      const { oid, by_hand: byHand } = row;
      return [row.external_id, { oid, identity, ended: row.ended_at !== null, byHand }];
    }),
  );
}

/** The import is authoritative for its identities from now on, also for those that were created or ended by hand. */
export async function adoptIdentities(
  tx: Transaction<Database>,
  clientId: string,
  externalIds: readonly string[],
): Promise<void> {
  await sql`
    update identities set by_hand = false, ended_at = null, version = version + 1
    where client_id = ${clientId} and (by_hand or ended_at is not null) and external_id = any(${externalIds}::text[])
  `.execute(tx);
}

/** @returns pairs of external id and oid of those in the directory. */
export async function findIdentityOids(
  tx: Transaction<Database>,
  clientId: string,
  externalIds: readonly string[],
): Promise<[externalId: string, oid: string][]> {
  const pairs: [string, string][] = [];
  for (const chunk of chunksOf(externalIds)) {
    const rows = await tx
      .selectFrom("identities")
      .select(["external_id", "oid"])
      .where("client_id", "=", clientId)
      .where(sql<boolean>`external_id = any(${chunk}::text[])`)
      .execute();
    for (const row of rows) pairs.push([row.external_id, row.oid]);
  }
  return pairs;
}

/** The rows as an SQL table, with the columns in the order of the statements. */
function rowsOf(rows: readonly IdentityRow[]) {
  const field = (name: keyof StoredIdentity["fields"]) =>
    rows.map((row) => row.identity.fields[name]);
  return sql`unnest(
    ${rows.map((row) => row.oid)}::uuid[],
    ${rows.map((row) => row.identity.externalId)}::text[],
    ${field("username")}::text[],
    ${field("givenName")}::text[],
    ${field("familyName")}::text[],
    ${field("email")}::text[],
    ${field("jobTitle")}::text[],
    ${field("department")}::text[],
    ${field("location")}::text[],
    ${field("manager")}::text[],
    ${rows.map((row) => JSON.stringify(row.identity.attributes))}::text[],
    ${rows.map((row) => identitySearchKey(row.identity))}::text[],
    ${rows.map((row) => attributeSearchKey(row.identity))}::text[]
  ) as item (
    oid, external_id, username, given_name, family_name, email, job_title, department, location, manager, attributes,
    search_key, attribute_key
  )`;
}

export async function insertIdentities(
  tx: Transaction<Database>,
  clientId: string,
  rows: readonly IdentityRow[],
): Promise<void> {
  await sql`
    insert into identities (
      client_id, oid, external_id, username, given_name, family_name, email, job_title, department, location, manager,
      attributes, search_key, attribute_key
    )
    select
      ${clientId}::uuid, oid, external_id, username, given_name, family_name, email, job_title, department, location,
      manager, attributes::jsonb, search_key, attribute_key
    from ${rowsOf(rows)}
  `.execute(tx);
}

export async function updateIdentities(
  tx: Transaction<Database>,
  clientId: string,
  rows: readonly IdentityRow[],
): Promise<void> {
  await sql`
    update identities as identity set
      username = item.username,
      given_name = item.given_name,
      family_name = item.family_name,
      email = item.email,
      job_title = item.job_title,
      department = item.department,
      location = item.location,
      manager = item.manager,
      attributes = item.attributes::jsonb,
      search_key = item.search_key,
      attribute_key = item.attribute_key
    from ${rowsOf(rows)}
    where identity.client_id = ${clientId} and identity.oid = item.oid
  `.execute(tx);
}

/** An identity that leaves all its orgs of the type. */
export interface Leaving {
  readonly identityOid: string;
  readonly type: OrgType;
}

export interface Membership {
  readonly identityOid: string;
  readonly orgOid: string;
}

export async function deleteMemberships(
  tx: Transaction<Database>,
  clientId: string,
  rows: readonly Leaving[],
): Promise<void> {
  for (const chunk of chunksOf(rows)) {
    await sql`
      delete from identity_orgs as membership
      using orgs as org, unnest(
        ${chunk.map((row) => row.identityOid)}::uuid[],
        ${chunk.map((row) => row.type)}::text[]
      ) as leaving (identity_oid, type)
      where membership.client_id = ${clientId}
        and membership.identity_oid = leaving.identity_oid
        and org.client_id = ${clientId}
        and org.oid = membership.org_oid
        and org.type = leaving.type
    `.execute(tx);
  }
}

/** None of the identities may already be assigned to its org. */
export async function insertMemberships(
  tx: Transaction<Database>,
  clientId: string,
  rows: readonly Membership[],
): Promise<void> {
  for (const chunk of chunksOf(rows)) {
    await sql`
      insert into identity_orgs (client_id, org_oid, identity_oid)
      select ${clientId}::uuid, org_oid, identity_oid
      from unnest(
        ${chunk.map((row) => row.orgOid)}::uuid[],
        ${chunk.map((row) => row.identityOid)}::uuid[]
      ) as joining (org_oid, identity_oid)
    `.execute(tx);
  }
}
