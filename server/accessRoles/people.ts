/** SQL of the people who hold an access role: directly, through their orgs, and in fact. */
import { sql, type RawBuilder } from "kysely";
import { validAt } from "../access/periods.ts";

/** A role at an instant. */
export interface RolePlace {
  readonly clientId: string;
  /** The oid, or an expression for it. */
  readonly roleOid: string | RawBuilder<unknown>;
  readonly at: Date;
}

/** Selects `identity_oid` of the people to whom the role is assigned. */
export const directHolders = ({ clientId, roleOid, at }: RolePlace): RawBuilder<unknown> => sql`
  select d.identity_oid from access_role_assignments d
  where d.client_id = ${clientId} and d.access_role_oid = ${roleOid} and ${validAt("d", at)}`;

/** Selects `identity_oid` of the members of orgs whose policies induce the role, and of the orgs below them. */
export const inheritingHolders = ({ clientId, roleOid, at }: RolePlace): RawBuilder<unknown> => sql`
  select m.identity_oid from identity_orgs m
  where m.client_id = ${clientId} and m.org_oid = any(array(
    with recursive reached (oid) as (
      select n.org_oid from inducements n
      where n.client_id = ${clientId} and n.role_oid = ${roleOid} and ${validAt("n", at)}
      union
      select child.oid from reached
      join orgs child on child.client_id = ${clientId} and child.parent_oid = reached.oid
    ) select oid from reached))`;

/**
 * Selects `identity_oid` of the people whose accounts hold all entitlements of the role. Entitlements that have left the
 * directory do not count. Nobody holds a role without entitlements.
 */
export const holdersInFact = ({
  clientId,
  roleOid,
}: Omit<RolePlace, "at">): RawBuilder<unknown> => sql`
  select held.identity_oid from (
    select a.identity_oid, e.id from access_role_entitlements c
    join entitlements e on e.client_id = c.client_id and e.role_oid = c.role_oid
    join accounts a on a.client_id = c.client_id and a.resource_id = e.resource_id
      and e.no = any(a.entitlement_nos)
    where c.client_id = ${clientId} and c.access_role_oid = ${roleOid}
      and a.identity_oid is not null
  ) held
  group by held.identity_oid
  having count(distinct held.id) = (
    select count(*) from access_role_entitlements c
    join entitlements e on e.client_id = c.client_id and e.role_oid = c.role_oid
    where c.client_id = ${clientId} and c.access_role_oid = ${roleOid})`;

/** Counts of the people of an active role, as an expression. An archived role has nobody but those who hold it in fact. */
export const peopleOf = (
  place: RolePlace,
  isActive: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  with direct as (select identity_oid as oid from (${directHolders(place)}) d where ${isActive}),
    inherited as (
      select distinct identity_oid as oid from (${inheritingHolders(place)}) i where ${isActive})
  select jsonb_build_object(
    'direct', (select count(*) from direct),
    'inherited', (select count(*) from inherited),
    'granted', (select count(*) from (select oid from direct union select oid from inherited) g),
    'inFact', (select count(*) from (${holdersInFact(place)}) f)))`;
