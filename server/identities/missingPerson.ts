/** Whether the HR system lacks a person, who is ended after the grace period. */
import { sql, type Kysely } from "kysely";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { PendingChange } from "#events/entities/pendingChange.ts";
import type { SystemSettings } from "#events/entities/system.ts";
import { classNames } from "#events/rules/objectClasses.ts";
import type { Database } from "../db/schema.ts";
import { openPersonIds, type DescribingObject } from "../mappings/personIds.ts";
import type { Person } from "./access.ts";

const DAY_MS = 86_400_000;
/** Missing objects that are looked at. Imports with more of them wait for a decision. */
const MAX_OBJECTS = 2000;

interface HrSystem {
  readonly resourceId: string;
  readonly resourceName: string;
  readonly settings: SystemSettings;
  readonly classes: readonly ObjectClass[];
}

interface MissingObject extends DescribingObject {
  readonly goneAt: Date;
}

/** @returns null if the person has ended, was created by hand, or is not missing. */
export async function findMissingPerson(
  db: Kysely<Database>,
  { clientId, identityOid }: Person,
): Promise<PendingChange | null> {
  const identity = await db
    .selectFrom("identities")
    .select("external_id")
    .where("client_id", "=", clientId)
    .where("oid", "=", identityOid)
    .where("ended_at", "is", null)
    .where("by_hand", "=", false)
    .executeTakeFirst();
  if (!identity) return null;
  for (const system of await hrSystems(db, clientId)) {
    const goneAt = await goneSince(db, clientId, system, identity.external_id);
    if (goneAt === null) continue;
    const { resourceId, resourceName, settings } = system;
    return {
      kind: "ending",
      action: null,
      account: null,
      gained: [],
      lost: [],
      since: goneAt.toISOString(),
      dueAt: new Date(goneAt.getTime() + settings.graceDays * DAY_MS).toISOString(),
      source: { kind: "run", resourceId, resourceName, no: null },
    };
  }
  return null;
}

async function hrSystems(db: Kysely<Database>, clientId: string): Promise<readonly HrSystem[]> {
  const { rows } = await sql<HrSystem>`
    select s.resource_id as "resourceId", r.name as "resourceName", s.published_settings as settings,
      coalesce(s.object_classes, '[]'::jsonb) as classes
    from connected_systems s join resources r on r.client_id = s.client_id and r.id = s.resource_id
    where s.client_id = ${clientId} and s.kind = 'hr' and s.published_settings is not null
  `.execute(db);
  return rows;
}

async function goneSince(
  db: Kysely<Database>,
  clientId: string,
  { resourceId, settings, classes: all }: HrSystem,
  externalId: string,
): Promise<Date | null> {
  const classes = classNames(all, "account");
  const { rows } = await sql<MissingObject>`
    select object_class as "objectClass", object_id as id, content, gone_at as "goneAt"
    from system_objects
    where client_id = ${clientId} and resource_id = ${resourceId} and gone_at is not null
      and object_class = any(${classes}::text[])
    order by gone_at desc limit ${MAX_OBJECTS}
  `.execute(db);
  if (rows.length === 0) return null;
  const personIds = openPersonIds(settings);
  try {
    const found = (await personIds.of(rows)).indexOf(externalId);
    return rows[found]?.goneAt ?? null;
  } finally {
    await personIds.close();
  }
}
