/** Computes the people whom a plan of an HR system writes and ends. */
import type { Kysely } from "kysely";
import { identifies } from "#events/rules/mappings/fields.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { readIdentities, type IdentityTable } from "../../import/readIdentities.ts";
import type { Population } from "../../mappings/population.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { findEndedPeople } from "./endedPeople.ts";
import { Failures } from "./failures.ts";
import { keepForOthers } from "./keptForOthers.ts";
import { readMappedPeople } from "./mappedPeople.ts";
import type { PeopleFingerprint } from "./peopleFingerprint.ts";
import { employedEntries, identitiesTable } from "./tables.ts";

export interface PeopleToWrite {
  readonly identities: IdentityTable;
  /** Values that a mapping could not set, or that are not used. */
  readonly failures: Failures;
  /** Of the people whom mappings read. */
  readonly fingerprints: readonly PeopleFingerprint[];
  /** External ids. */
  readonly ended: ReadonlySet<string>;
}

type PeopleRequest = Pick<
  ApplyRequest,
  "job" | "settings" | "accountClasses" | "missingAttributes" | "missingFields"
>;

/**
 * Runs the code of mappings. Call it outside a transaction, which would wait for the code.
 *
 * @throws MappingTimeError
 */
export async function evaluatePeople(
  db: Kysely<Database>,
  request: PeopleRequest,
): Promise<PeopleToWrite> {
  const ended = await findEndedPeople(db, request);
  const { identities, failures, fingerprints } = await readPeople(db, request);
  const kept = await keepForOthers(db, request.job.clientId, identities, failures);
  return {
    identities: kept.identities,
    failures,
    fingerprints: [...fingerprints, ...kept.fingerprints],
    ended,
  };
}

/** The people whom the plan writes, by the mappings or else by the attributes of the settings. */
async function readPeople(
  db: Kysely<Database>,
  { job, settings, accountClasses, missingAttributes, missingFields }: PeopleRequest,
): Promise<Omit<PeopleToWrite, "ended">> {
  const { clientId, resourceId } = job;
  const name = await nameOf(db, job);
  const readPages = () => employedEntries(db, job, accountClasses);
  if (!settings.mappings.some(identifies)) {
    const failures = new Failures();
    for (const [field, missing] of missingFields) failures.addMissingField(field, missing);
    const table = identitiesTable(readPages(), name, settings.identity, missingFields);
    return { identities: await readIdentities(table), failures, fingerprints: [] };
  }
  const population: Population = {
    clientId,
    resourceId,
    direction: "inbound",
    isHr: true,
    classes: accountClasses,
    mappings: settings.mappings,
    missingAttributes,
  };
  const { fingerprint, ...mapped } = await readMappedPeople(db, population, { readPages, name });
  return { ...mapped, fingerprints: [fingerprint] };
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
