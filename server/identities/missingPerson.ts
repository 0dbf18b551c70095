/** Whether the HR system lacks a person, who is ended after the grace period. */
import { sql, type Kysely } from "kysely";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { PendingChange } from "#events/entities/pendingChange.ts";
import type { SystemSettings } from "#events/entities/system.ts";
import { classNames } from "#events/rules/objectClasses.ts";
import { identifies } from "#events/rules/mappings/fields.ts";
import { DAY_MS } from "#events/rules/time.ts";
import type { CallContext } from "../callContext.ts";
import type { Database } from "../db/schema.ts";
import { hasCode } from "../mappings/evaluator.ts";
import { openPersonIds, type DescribingObject } from "../mappings/personIds.ts";
import { inSampleTurn } from "../mappings/sampleTurns.ts";
import type { Person } from "./access.ts";

/** Missing objects that are looked at. Imports with more of them wait for a decision. */
const MAX_OBJECTS = 2000;
/** Objects that are looked at together. */
const PAGE = 100;

interface HrSystem {
  readonly resourceId: string;
  readonly resourceName: string;
  readonly settings: SystemSettings;
  readonly classes: readonly ObjectClass[];
}

interface MissingObject extends DescribingObject {
  readonly goneAt: Date;
}

/**
 * Code of mappings has as much time as in an immediate preview. If it takes longer, only the objects that went missing last
 * are looked at.
 *
 * @returns null if the person has ended, was created by hand, or is not missing.
 * @throws ApiError ETOOMANYREQUESTS while many previews run.
 */
export async function findMissingPerson(
  context: Pick<CallContext, "db" | "reply">,
  { clientId, identityOid }: Person,
): Promise<PendingChange | null> {
  const { db } = context;
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
    const goneAt = await goneSince(context, clientId, system, identity.external_id);
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
  context: Pick<CallContext, "db" | "reply">,
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
  `.execute(context.db);
  if (rows.length === 0) return null;
  const runsCode = settings.mappings.some((mapping) => identifies(mapping) && hasCode(mapping));
  return runsCode
    ? inSampleTurn(context, resourceId, (signal) => findObject(settings, rows, externalId, signal))
    : findObject(settings, rows, externalId);
}

/** @returns since when the object that describes the person is gone; null if none of those does that could be looked at. */
async function findObject(
  settings: SystemSettings,
  objects: readonly MissingObject[],
  externalId: string,
  signal?: AbortSignal,
): Promise<Date | null> {
  const personIds = openPersonIds(settings, signal && { signal });
  try {
    for (let start = 0; start < objects.length; start += PAGE) {
      const page = objects.slice(start, start + PAGE);
      const found = (await personIds.of(page)).indexOf(externalId);
      if (found !== -1) return page[found]?.goneAt ?? null;
    }
    return null;
  } catch (error) {
    if (signal?.aborted) return null;
    throw error;
  } finally {
    await personIds.close();
  }
}
