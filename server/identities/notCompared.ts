/** Systems in which previews may lack changes of a person, because nothing has compared them with the present state. */
import { sql } from "kysely";
import type { NotCompared } from "#events/entities/pendingChange.ts";
import { isProvisionable } from "#events/rules/provisioning.ts";
import type { CallContext } from "../callContext.ts";
import { capabilitiesOf } from "../connectors/capabilities.ts";
import { readComparedStates } from "../provisioning/comparisons.ts";
import type { SystemRow } from "../systems/queries.ts";
import type { Person } from "./access.ts";

type Candidate = Pick<SystemRow, "connector_id" | "kind" | "published_settings"> & {
  readonly resourceId: string;
  readonly resourceName: string;
  readonly isComputing: boolean;
};

/** In the order of their names. A person who has left can only change where they have an account. */
export async function listNotCompared(
  { at, db, services }: Pick<CallContext, "at" | "db" | "services">,
  { clientId, identityOid }: Person,
): Promise<NotCompared[]> {
  const { rows } = await sql<Candidate>`
    select c.connector_id, c.kind, c.published_settings, r.id as "resourceId", r.name as "resourceName",
      exists (select from provisioning_plans p where p.client_id = c.client_id
        and p.resource_id = c.resource_id and p.status in ('waiting', 'computing')) as "isComputing"
    from connected_systems c
    join resources r on r.client_id = c.client_id and r.id = c.resource_id
    join identities i on i.client_id = c.client_id and i.oid = ${identityOid}
    where c.client_id = ${clientId} and c.confirmed and c.published_settings is not null
      and (i.ended_at is null or exists (
        select from accounts a where a.client_id = c.client_id and a.resource_id = c.resource_id
          and a.identity_oid = i.oid))
    order by sort_key(r.name) collate "C", r.id
  `.execute(db);
  const systems = rows.filter((system) => {
    const connector = services.connectors.find(({ id }) => id === system.connector_id);
    const configuration = system.published_settings?.configuration ?? {};
    const canWrite = connector !== undefined && capabilitiesOf(connector, configuration).write;
    return isProvisionable(system.kind, canWrite);
  });
  const resourceIds = systems.map(({ resourceId }) => resourceId);
  const states = await readComparedStates(db, { clientId, resourceIds }, at);
  return systems.flatMap(({ resourceId, resourceName, isComputing }) => {
    const { comparedAt = null, isCurrent = false } = states.get(resourceId) ?? {};
    if (isCurrent) return [];
    const state = isComputing ? "running" : comparedAt === null ? "never" : "outdated";
    return { resourceId, resourceName, state, comparedAt: comparedAt?.toISOString() ?? null };
  });
}
