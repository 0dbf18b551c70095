/**
 * Evaluates the inbound mappings of a system other than the HR system for the owners of the accounts of a plan, again when a
 * mapping is switched off.
 */
import type { Kysely } from "kysely";
import { targetOf } from "#events/rules/mappings/fields.ts";
import type { OwnerOf } from "../../correlation/importOwners.ts";
import type { Database } from "../../db/schema.ts";
import { readIdentities } from "../../import/readIdentities.ts";
import type { TableRecord } from "../../import/types.ts";
import { openEvaluator, type Evaluator } from "../../mappings/evaluator.ts";
import { loadHeld } from "../../mappings/heldValues.ts";
import {
  fillingMappings,
  loadMappedSystems,
  makesUnique,
} from "../../mappings/precedence/sources.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import type { PeopleToWrite } from "./evaluatePeople.ts";
import { Failures } from "./failures.ts";
import { columnOf, MAPPING_BUDGET } from "./mappedPeople.ts";
import { readOwnerEntries } from "./ownerEntries.ts";
import { OwnerPass } from "./ownerPass.ts";
import { fingerprintPeople } from "./peopleFingerprint.ts";

const NOBODY: ReadonlySet<string> = new Set();

export interface OwnersToWrite extends PeopleToWrite {
  /** For whom the accounts of the plan were evaluated: the person's oid by the number of the entry. */
  readonly owners: ReadonlyMap<number, string>;
}

/**
 * Runs the code of mappings. Call it outside a transaction, which would wait for the code. People who have left are left out.
 *
 * @param ownerOf see `readOwnerEntries`.
 * @throws MappingTimeError
 */
export async function evaluateOwners(
  db: Kysely<Database>,
  {
    job,
    settings,
    accountClasses,
    missingAttributes,
  }: Pick<ApplyRequest, "job" | "settings" | "accountClasses" | "missingAttributes">,
  ownerOf: OwnerOf | null,
): Promise<OwnersToWrite> {
  const mappings = fillingMappings(settings);
  const fields = [...new Set(mappings.map(targetOf))];
  const entries = await readOwnerEntries(db, job, accountClasses, ownerOf);
  if (entries.byOwner.size === 0) return nobody(fields);
  const systems = (await loadMappedSystems(db, job.clientId, new Set(fields))).map((system) =>
    system.resourceId === job.resourceId
      ? { ...system, mappings: mappings.filter(({ id }) => !missingAttributes.has(id)) }
      : system,
  );
  const ids = makesUnique(systems) ? null : [...entries.byOwner.keys()];
  const fingerprints = [await fingerprintPeople(db, job, ids)];
  const own = systems.find(({ resourceId }) => resourceId === job.resourceId);
  const population = {
    clientId: job.clientId,
    resourceId: job.resourceId,
    direction: "inbound",
    isHr: false,
    classes: accountClasses,
    mappings,
    missingAttributes,
  } as const;
  let off: Evaluator["broken"] = new Map();
  for (;;) {
    const failures = new Failures();
    const pass = new OwnerPass(db, { job, systems, own, fields, entries, failures, off });
    const evaluator = openEvaluator(
      { ...population, multiple: [], held: await loadHeld(db, population), off },
      { budget: MAPPING_BUDGET },
    );
    try {
      const columns = ["id", ...fields.map(columnOf)];
      const batches = pass.batches(evaluator);
      const identities = await readIdentities({ name: own?.name ?? "", columns, batches });
      if (pass.broken.size === off.size) {
        return { identities, failures, fingerprints, ended: NOBODY, owners: pass.owners };
      }
      // A mapping that was switched off fails for every person, also for those before.
      off = pass.broken;
    } finally {
      await evaluator.close();
    }
  }
}

/** Without reading the people of the directory. */
async function nobody(fields: readonly string[]): Promise<OwnersToWrite> {
  const columns = ["id", ...fields.map(columnOf)];
  const identities = await readIdentities({ name: "", columns, batches: noBatches() });
  const failures = new Failures();
  return { identities, failures, fingerprints: [], ended: NOBODY, owners: new Map() };
}

async function* noBatches(): AsyncGenerator<readonly TableRecord[], void, undefined> {}
