/**
 * The people of an HR system as its inbound mappings give them. Code may be slow, so mappings are evaluated before the
 * transaction that writes the people: the embedded database serves one transaction at a time.
 */
import type { Kysely } from "kysely";
import { mappingsOf, targetOf } from "#events/rules/mappings/fields.ts";
import type { TargetResult } from "#events/rules/mappings/evaluate.ts";
import type { Database } from "../../db/schema.ts";
import { attributeOf } from "../../import/columns.ts";
import { readIdentities, type IdentityTable } from "../../import/readIdentities.ts";
import type { TableRecord, TableSource } from "../../import/types.ts";
import { openEvaluator, type Evaluator, type TimeBudget } from "../../mappings/evaluator.ts";
import { loadHeld } from "../../mappings/heldValues.ts";
import { IdentityLookup, type Population } from "../../mappings/population.ts";
import { parseContent } from "./content.ts";
import { Failures } from "./failures.ts";
import { fingerprintPeople, type PeopleFingerprint } from "./peopleFingerprint.ts";
import type { StoredEntry } from "./tables.ts";

/** Slower mappings fail the run. Usual code takes less than a tenth of a millisecond. */
export const MAPPING_BUDGET: TimeBudget = { fixed: 30_000, perObject: 5 };

export interface MappedPeople {
  readonly identities: IdentityTable;
  /** Values that a mapping could not set and that stay as they were. */
  readonly failures: Failures;
  readonly fingerprint: PeopleFingerprint;
}

interface PeopleSource {
  readonly readPages: () => AsyncIterable<readonly StoredEntry[]>;
  /** Name of the table. */
  readonly name: string;
}

/** @throws MappingTimeError */
export async function readMappedPeople(
  db: Kysely<Database>,
  population: Population,
  { readPages, name }: PeopleSource,
): Promise<MappedPeople> {
  const fingerprint = await fingerprintPeople(db, population, null);
  let off: Evaluator["broken"] = new Map();
  for (;;) {
    const mapped = mappedPeople(db, readPages(), { population, off });
    const identities = await readIdentities(mapped.table(name));
    if (mapped.broken.size === off.size) {
      return { identities, failures: mapped.failures, fingerprint };
    }
    // A mapping that was switched off fails for every person, also for those before.
    off = new Map(mapped.broken);
  }
}

/** The column of a field in a table of identities. */
export function columnOf(field: string): string {
  return field === "externalId" ? "id" : attributeOf(field);
}

function mappedPeople(
  db: Kysely<Database>,
  pages: AsyncIterable<readonly StoredEntry[]>,
  { population, off }: { readonly population: Population; readonly off: Evaluator["broken"] },
): {
  table(name: string): TableSource;
  readonly failures: Failures;
  readonly broken: Evaluator["broken"];
} {
  const fields = [...new Set(mappingsOf(population.mappings, "inbound").map(targetOf))];
  const failures = new Failures();
  const broken = new Map(off);
  const isNew = (found: Evaluator["broken"]) => {
    for (const [id, problem] of found) broken.set(id, problem);
    return broken.size > off.size;
  };

  async function* batches(): AsyncGenerator<readonly TableRecord[], void, undefined> {
    const lookup = new IdentityLookup(db, population, { budget: MAPPING_BUDGET }, off);
    const held = await loadHeld(db, population);
    const evaluator = openEvaluator(
      { ...population, multiple: [], held, off },
      { budget: MAPPING_BUDGET },
    );
    try {
      for await (const page of pages) {
        const inputs = await lookup.inputsOf(
          page.map(({ objectClass, id, name, before, after }) => ({
            objectClass,
            id,
            name,
            now: parseContent(after),
            // An object that did not change is here because its mappings did: all sources count as changed.
            before: before === null || before === after ? null : parseContent(before),
            owner: null,
          })),
        );
        if (isNew(lookup.broken)) return;
        const results = await evaluator.evaluate(inputs);
        if (isNew(evaluator.broken)) return;
        yield page.map((entry, index) => {
          const values = results[index] ?? [];
          noteFailures(entry, values);
          return { line: entry.no, values: fields.map((field) => valueOf(values, field)) };
        });
      }
    } finally {
      await evaluator.close();
      await lookup.close();
    }
  }

  function noteFailures({ no, name }: StoredEntry, results: readonly TargetResult[]): void {
    for (const { target, problem } of results) {
      if (problem) failures.addFailed(no, { name, target, problem });
    }
  }

  return {
    table: (name) => ({ name, columns: fields.map(columnOf), batches: batches() }),
    failures,
    broken,
  };
}

function valueOf(results: readonly TargetResult[], field: string): string {
  return results.find(({ target }) => target === field)?.after[0] ?? "";
}
