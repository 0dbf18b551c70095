/** How far the setup of a client is. */
import { sql, type Kysely } from "kysely";
import type { Onboarding, OnboardingResource } from "#events/entities/onboarding.ts";
import { canAccessResource, canOpenResource, seesAllResources } from "#events/rules/permissions.ts";
import type { CallContext } from "../callContext.ts";
import type { Database } from "../db/schema.ts";
import { readLimits } from "../systems/setup.ts";

const MAX_LISTED = 100;

interface StepRow extends Omit<OnboardingResource, "name"> {
  readonly name: string;
  readonly isHr: boolean;
}

export async function readOnboarding({ client, db, user }: CallContext): Promise<Onboarding> {
  const { rows } = await sql<StepRow>`
    select distinct on (c.kind = 'hr') r.id, r.name, c.confirmed, c.locked,
      c.published_settings is not null as published, c.kind = 'hr' as "isHr"
    from connected_systems c
    join resources r on r.client_id = c.client_id and r.id = c.resource_id
    where c.client_id = ${client.id}
    order by c.kind = 'hr', c.confirmed desc, c.created_at, r.id
  `.execute(db);
  const seesAll = seesAllResources(user);
  const shown = (row: StepRow | undefined): OnboardingResource | null => {
    if (!row) return null;
    const { id, name, confirmed, locked, published } = row;
    const isVisible = seesAll || canAccessResource(user, id);
    return { id, name: isVisible ? name : null, confirmed, locked, published };
  };
  const managed = rows.find(({ isHr }) => !isHr);
  const isReplaced = managed?.confirmed === false && (await hasImportedResource(db, client.id));
  return {
    hr: shown(rows.find(({ isHr }) => isHr)),
    managed: isReplaced ? null : shown(managed),
    unannounced: await listUnannounced(db, client.id, (id) => canOpenResource(user, id)),
    limits: await readLimits(db, client),
  };
}

/** Whether a resource came from files. */
async function hasImportedResource(db: Kysely<Database>, clientId: string): Promise<boolean> {
  const { rows } = await sql`
    select from resources r
    where r.client_id = ${clientId} and not exists (
      select from connected_systems c where c.client_id = ${clientId} and c.resource_id = r.id
    )
    limit 1
  `.execute(db);
  return rows.length > 0;
}

async function listUnannounced(
  db: Kysely<Database>,
  clientId: string,
  mayOpen: (resourceId: string) => boolean,
): Promise<Onboarding["unannounced"]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, r.name from connected_systems c
    join resources r on r.client_id = c.client_id and r.id = c.resource_id
    where c.client_id = ${clientId} and c.confirmed and c.announced_at is null
    order by sort_key(r.name) collate "C", r.id
  `.execute(db);
  return rows.filter(({ id }) => mayOpen(id)).slice(0, MAX_LISTED);
}
