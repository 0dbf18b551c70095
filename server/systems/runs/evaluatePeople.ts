/** Computes the people whom a plan of an HR system writes and ends. */
import type { Kysely } from "kysely";
import { identifies } from "#events/rules/mappings/fields.ts";
import type { Database } from "../../db/schema.ts";
import type { Population } from "../../mappings/population.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { readMappedPeople, type MappedPeople } from "./mappedPeople.ts";
import { findEndedPeople } from "./endedPeople.ts";
import { employedEntries } from "./tables.ts";

export interface PeopleToWrite {
  /** Null: the attributes of the settings are used. */
  readonly mapped: MappedPeople | null;
  /** External ids. */
  readonly ended: ReadonlySet<string>;
}

/**
 * Runs the code of mappings. Call it outside a transaction, which would wait for the code.
 *
 * @throws MappingTimeError
 */
export async function evaluatePeople(
  db: Kysely<Database>,
  { job, settings, accountClasses }: ApplyRequest,
): Promise<PeopleToWrite> {
  const ended = await findEndedPeople(db, { job, settings, accountClasses });
  // Without a mapping of the id, the attributes of the settings are used.
  if (!settings.mappings.some(identifies)) return { mapped: null, ended };
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
    isHr: true,
    classes: accountClasses,
    mappings: settings.mappings,
  };
  const readPages = () => employedEntries(db, job, accountClasses);
  return { mapped: await readMappedPeople(db, population, { readPages, name }), ended };
}
