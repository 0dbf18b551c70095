/** Reads one person of the directory. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { IdentityDetail } from "#events/entities/identityAccess.ts";
import type { Database } from "../db/schema.ts";
import { personName } from "../directory/personName.ts";
import { iso } from "../lists/sqlText.ts";
import { notFound } from "../plugins/errors.ts";
import { countsOf, type Person, type PersonPlace } from "./access.ts";

/** The org to compare the person with: the job title with the fewest members, or another org if there is none. */
const peerOrg = ({ clientId, identityOid }: Person) => sql`
  select o.oid, o.display_name as name,
    (select count(*) from identity_orgs c where c.client_id = o.client_id and c.org_oid = o.oid)
      as members
  from identity_orgs m
  join orgs o on o.client_id = m.client_id and o.oid = m.org_oid
  where m.client_id = ${clientId} and m.identity_oid = ${identityOid}
  order by o.type <> 'job-titles', o.member_count, o.oid
  limit 1`;

/** Sources name a manager by id or by username. */
const managerBy = (isManager: RawBuilder<unknown>) => sql`(
  select jsonb_build_object('oid', person.oid, 'name', ${personName("person")})
  from identities person where person.client_id = i.client_id and ${isManager}
  order by person.external_id limit 1)`;

interface PeerOrg {
  readonly oid: string;
  readonly members: number;
}

/** @throws ApiError ENOTFOUND for a person that the client does not have. */
export async function readIdentity(
  db: Kysely<Database>,
  place: PersonPlace,
): Promise<IdentityDetail> {
  const { clientId, identityOid } = place;
  const { rows } = await sql<IdentityDetail>`
    select i.oid, i.external_id as "externalId", i.username,
      i.given_name as "givenName", i.family_name as "familyName", i.email,
      i.job_title as "jobTitle", i.department, i.location, i.manager,
      coalesce(${managerBy(sql`person.external_id = i.manager`)},
        ${managerBy(sql`lower(person.username) collate "C" = lower(i.manager) and person.username = i.manager`)}
      ) as "managedBy",
      i.by_hand as "isByHand", ${iso("i.ended_at")} as "endedAt", i.version,
      coalesce((
        select jsonb_agg(jsonb_build_object('name', x.key, 'value', x.value) order by x.key)
        from jsonb_each_text(i.attributes) x where x.value is not null
      ), '[]'::jsonb) as attributes,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('oid', o.oid, 'name', o.display_name, 'orgType', o.type)
          order by o.type, o.display_name, o.oid)
        from identity_orgs m join orgs o on o.client_id = m.client_id and o.oid = m.org_oid
        where m.client_id = i.client_id and m.identity_oid = i.oid
      ), '[]'::jsonb) as orgs,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'resourceName', r.name,
          'entitlementCount', cardinality(a.entitlement_nos), 'active', a.active) order by r.name, a.name)
        from accounts a join resources r on r.client_id = a.client_id and r.id = a.resource_id
        where a.client_id = i.client_id and a.identity_oid = i.oid
      ), '[]'::jsonb) as accounts,
      (select count(*) from accounts a
        where a.client_id = i.client_id and a.identity_oid = i.oid) as "accountCount",
      ${countsOf(place)} as counts,
      (select to_jsonb(p) from (${peerOrg(place)}) p) as peers
    from identities i where i.client_id = ${clientId} and i.oid = ${identityOid}`.execute(db);
  const [identity] = rows;
  if (!identity) throw notFound("identities.notFound");
  return identity;
}

/** @throws ApiError ENOTFOUND for a person that the client does not have. */
export async function requireIdentity(
  db: Kysely<Database>,
  clientId: string,
  identityOid: string,
): Promise<void> {
  const found = await db
    .selectFrom("identities")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("oid", "=", identityOid)
    .executeTakeFirst();
  if (!found) throw notFound("identities.notFound");
}

/** The org whose members the person is compared with; null if the person is in no org. */
export async function findPeerOrg(
  db: Kysely<Database>,
  clientId: string,
  identityOid: string,
): Promise<PeerOrg | null> {
  const { rows } = await sql<PeerOrg>`${peerOrg({ clientId, identityOid })}`.execute(db);
  return rows[0] ?? null;
}
