/**
 * Random sets of mappings over random people give what the plain reference gives. `PROVISION_MAPPING_SETS` says how many sets;
 * `npm run long -- mappings` takes 1,000.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { MappingDirection } from "#events/entities/mapping.ts";
import { compileMappings, type MappingInput } from "#events/rules/mappings/evaluate.ts";
import { compileCel } from "#server/mappings/code/cel.ts";
import {
  CODES,
  CONDITIONS,
  inboundOf,
  randomFields,
  randomMapping,
  TEXTS,
} from "./randomMappings.ts";
import {
  referenceOutcomes,
  type Fields,
  type Outcome,
  type Person,
  type System,
} from "./reference.ts";

const SETS = Number(process.env["PROVISION_MAPPING_SETS"] ?? 100);
const SEED = 20_261_126;

const TARGETS = ["user/login", "user/mail", "user/groups", "user/titles"];
const MULTIPLE = new Set(["user/groups", "user/titles"]);
const FOLDED = new Set(["user/mail", "user/titles"]);

const text = fc.constantFrom(...TEXTS);
const fields = randomFields(text);
const mapping = randomMapping(TARGETS, text);
const people: fc.Arbitrary<readonly Person[]> = fc
  .array(
    fc.record({
      now: fields,
      before: fc.option(fields, { nil: null }),
      isUnchanged: fc.boolean(),
      current: fc.record(
        Object.fromEntries(
          TARGETS.map((target) => [
            target,
            fc.uniqueArray(text, { maxLength: MULTIPLE.has(target) ? 3 : 1 }),
          ]),
        ),
      ),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) =>
    all.map(({ isUnchanged, ...person }, at) => ({
      ...person,
      key: `P${at}`,
      before: isUnchanged ? person.now : person.before,
    })),
  );

const sourceRecord = (values: Fields, direction: MappingDirection) => ({
  objectClass: direction === "inbound" ? ACCOUNT_CLASS : null,
  values,
  active: null,
  entitlements: [],
});

const ACCOUNT_CLASS = "user";

function productOutcomes(
  system: System,
  all: readonly Person[],
  direction: MappingDirection,
): Record<string, Record<string, Outcome>> {
  const evaluate = compileMappings({
    mappings:
      direction === "inbound"
        ? system.mappings.map((one) => inboundOf(one, ACCOUNT_CLASS))
        : system.mappings,
    direction,
    isMultiple: (target) => system.multiple.has(target),
    formOf: (target) => (value) => (system.folded.has(target) ? value.toLowerCase() : value),
    compileCode: compileCel,
    held: new Map(
      TARGETS.map((target) => [
        target,
        all.flatMap(({ key, current }) =>
          (current[target] ?? []).map((value) => [value, key] as const),
        ),
      ]),
    ),
  });
  return Object.fromEntries(
    all.map(({ key, now, before, current }) => {
      const input: MappingInput = {
        key,
        now: sourceRecord(now, direction),
        before: before && sourceRecord(before, direction),
        target: current,
      };
      const outcomes = evaluate(input).map(
        ({ target, after, problem }) =>
          [target, problem ? { problem: problem.code } : after] as const,
      );
      return [key, Object.fromEntries(outcomes)];
    }),
  );
}

test(`[MAP-6] [MAP-10] [MAP-11] [MAP-12] [MAP-13] ${SETS} random sets of mappings give what the reference gives`, () => {
  fc.assert(
    fc.property(fc.array(mapping, { minLength: 1, maxLength: 6 }), people, (mappings, all) => {
      const system = {
        mappings,
        conditions: CONDITIONS,
        codes: CODES,
        multiple: MULTIPLE,
        folded: FOLDED,
      };
      expect(productOutcomes(system, all, "outbound")).toEqual(referenceOutcomes(system, all));
    }),
    { seed: SEED, numRuns: SETS, endOnFailure: false },
  );
}, 600_000);

test(`[MAP-4] [MAP-12] ${SETS} random sets of inbound mappings give what the reference gives`, () => {
  fc.assert(
    fc.property(fc.array(mapping, { minLength: 1, maxLength: 6 }), people, (drawn, some) => {
      // Fields of people have one value, and no distinguished names.
      const firstOnly = ([target, values]: readonly [string, readonly string[]]) =>
        [target, values.slice(0, 1)] as const;
      const all = some.map((person) => ({
        ...person,
        current: Object.fromEntries(Object.entries(person.current).map(firstOnly)),
      }));
      const mappings = drawn.map((one) => ({ ...one, config: { ...one.config, dn: null } }));
      const system = {
        mappings,
        conditions: CONDITIONS,
        codes: CODES,
        multiple: new Set<string>(),
        folded: FOLDED,
      };
      expect(productOutcomes(system, all, "inbound")).toEqual(referenceOutcomes(system, all));
    }),
    { seed: SEED + 1, numRuns: SETS, endOnFailure: false },
  );
}, 600_000);
