/** Computes the people whom a plan of an HR system writes and ends. */
import type { Kysely } from "kysely";
import { identifies } from "#events/rules/mappings/fields.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { readIdentities, type IdentityTable } from "../../import/readIdentities.ts";
import type { Population } from "../../mappings/population.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { readMappedPeople, type MappedPeople } from "./mappedPeople.ts";
import { findEndedPeople } from "./endedPeople.ts";
import { employedEntries, identitiesTable } from "./tables.ts";

export interface PeopleToWrite {
  /** Null: the attributes of the settings are used. */
  readonly mapped: MappedPeople | null;
  /** External ids. */
  readonly ended: ReadonlySet<string>;
}

type PeopleRequest = Pick<ApplyRequest, "job" | "settings" | "accountClasses">;

/**
 * Runs the code of mappings. Call it outside a transaction, which would wait for the code.
 *
 * @throws MappingTimeError
 */
export async function evaluatePeople(
  db: Kysely<Database>,
  { job, settings, accountClasses }: PeopleRequest,
): Promise<PeopleToWrite> {
  const ended = await findEndedPeople(db, { job, settings, accountClasses });
  // Without a mapping of the id, the attributes of the settings are used.
  if (!settings.mappings.some(identifies)) return { mapped: null, ended };
  const { clientId, resourceId } = job;
  const name = await nameOf(db, job);
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

/** The people whom the plan writes, by the mappings or else by the attributes of the settings. */
export async function readPeople(
  db: Kysely<Database>,
  { job, settings, accountClasses }: PeopleRequest,
  { mapped }: PeopleToWrite,
): Promise<IdentityTable> {
  if (mapped) return mapped.identities;
  const pages = employedEntries(db, job, accountClasses);
  return readIdentities(identitiesTable(pages, await nameOf(db, job), settings.identity));
}

async function nameOf(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<string> {
  const { name } = await db
    .selectFrom("resources")
    .select("name")
    .where("client_id", "=", clientId)
    .where("id", "=", resourceId)
    .executeTakeFirstOrThrow();
  return name;
}
