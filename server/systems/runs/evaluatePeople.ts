/** Computes the people whom a plan of an HR system writes and ends. */
import type { Kysely } from "kysely";
import type { SystemSettings } from "#events/entities/system.ts";
import { identifies } from "#events/rules/mappings/fields.ts";
import type { Database } from "../../db/schema.ts";
import type { Population } from "../../mappings/population.ts";
import type { RunJob } from "./leases.ts";
import { readMappedPeople, type MappedPeople } from "./mappedPeople.ts";
import { findRemovedPeople } from "./removedPeople.ts";
import { storedEntries } from "./tables.ts";

interface PeopleRequest {
  readonly job: RunJob;
  readonly settings: SystemSettings;
  /** Whether the system is the source of people. */
  readonly isHr: boolean;
  readonly accountClasses: readonly string[];
}

export interface PeopleToWrite {
  /** Null: the attributes of the settings are used. */
  readonly mapped: MappedPeople | null;
  /** External ids. */
  readonly removed: ReadonlySet<string>;
}

const NO_PEOPLE: PeopleToWrite = { mapped: null, removed: new Set() };

/**
 * Runs the code of mappings. Call it outside a transaction, which would wait for the code.
 *
 * @throws MappingTimeError
 */
export async function evaluatePeople(
  db: Kysely<Database>,
  { job, settings, isHr, accountClasses }: PeopleRequest,
): Promise<PeopleToWrite> {
  if (!isHr) return NO_PEOPLE;
  const removed = await findRemovedPeople(db, { job, settings, accountClasses });
  // Without a mapping of the id, the attributes of the settings are used.
  if (!settings.mappings.some(identifies)) return { mapped: null, removed };
  const { clientId, resourceId } = job;
  const { name } = await db
    .selectFrom("resources")
    .select("name")
    .where("client_id", "=", clientId)
    .where("id", "=", resourceId)
    .executeTakeFirstOrThrow();
  const population: Population = {
    clientId,
    resourceId,
    direction: "inbound",
    isHr,
    classes: accountClasses,
    mappings: settings.mappings,
  };
  const readPages = () => storedEntries(db, job, accountClasses);
  return { mapped: await readMappedPeople(db, population, { readPages, name }), removed };
}
