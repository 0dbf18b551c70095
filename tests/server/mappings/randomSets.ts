/** Random sets of mappings for live systems, and what the plain reference says of them. */
import fc from "fast-check";
import { sql } from "kysely";
import type { Mapping } from "#events/entities/mapping.ts";
import {
  CODES,
  CONDITIONS,
  randomMapping,
  TEXTS,
} from "../../events/rules/mappings/randomMappings.ts";
import {
  referenceOutcomes,
  type Fields,
  type Outcome,
  type Person,
} from "../../events/rules/mappings/reference.ts";
import type { TestDatabase } from "../support/databases.ts";

export const SETS = Number(process.env["PROVISION_LIVE_MAPPING_SETS"] ?? 20);
export const SEED = 20_261_127;
export const TIME_MS = 60_000 + SETS * 10_000;
/** The object class of accounts of files. */
export const CLASS = "account";

// Files have no spaces around values.
export const text = fc.constantFrom(...TEXTS.filter((one) => one === one.trim()));
const isTrimmed = (value: string) => value === value.trim();
export const valueOf = (targets: readonly string[]) =>
  fc.record(Object.fromEntries(targets.map((target) => [target, fc.option(text, { nil: "" })])));
export type Values = Readonly<Record<string, string>>;

/** Neither files nor fields of people have several values or distinguished names. */
const simple = ({ config, ...mapping }: Mapping): Mapping => ({
  ...mapping,
  config: { ...config, dn: null },
});
const mappingsTo = (targets: readonly string[]) =>
  fc.array(randomMapping(targets, text).map(simple), { minLength: 1, maxLength: 6 });

interface Drawing<Drawn> {
  readonly seed: number;
  readonly targets: readonly string[];
  readonly person: fc.Arbitrary<Drawn>;
}

/** Checks `SETS` random sets of mappings to the targets, each with four people. */
export function checkSets<Drawn>(
  { seed, targets, person }: Drawing<Drawn>,
  check: (mappings: readonly Mapping[], people: readonly Drawn[]) => Promise<void>,
): Promise<void> {
  const people = fc.tuple(person, person, person, person);
  return fc.assert(fc.asyncProperty(mappingsTo(targets), people, check), {
    seed,
    numRuns: SETS,
    endOnFailure: true,
  });
}

const listOf = (value: string | null | undefined) => (value ? [value] : []);

/** The outcome of each target by the key of the person. @param before null: the mappings were never applied. */
export function outcomesOf(
  mappings: readonly Mapping[],
  people: readonly {
    readonly key: string;
    readonly now: Fields;
    readonly before: Fields | null;
    readonly current: Values;
  }[],
): Record<string, Record<string, Outcome>> {
  const system = {
    mappings,
    conditions: CONDITIONS,
    codes: CODES,
    multiple: new Set<string>(),
    folded: new Set<string>(),
  };
  const all = people.map(({ current, ...person }): Person => ({
    ...person,
    current: Object.fromEntries(
      Object.entries(current).map(([target, value]) => [target, listOf(value)]),
    ),
  }));
  const outcomes = referenceOutcomes(system, all);
  const values = Object.values(outcomes).flatMap((one) => Object.values(one));
  fc.pre(values.every((value) => !Array.isArray(value) || value.every(isTrimmed)));
  return outcomes;
}

export const isValues = (outcome: Outcome): outcome is readonly string[] => Array.isArray(outcome);

/** Gives a system mappings, which are not published yet. */
export async function setMappings(
  { current }: TestDatabase,
  resourceId: string,
  mappings: readonly Mapping[],
): Promise<void> {
  await sql`
    update connected_systems
    set settings = jsonb_set(settings, '{mappings}', ${JSON.stringify(mappings)}::jsonb)
    where resource_id = ${resourceId}
  `.execute(current.db);
}
