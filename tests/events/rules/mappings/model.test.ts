/**
 * Random sets of mappings over random people give what the plain reference gives. `PROVISION_MAPPING_SETS` says how many sets;
 * `npm run long -- mappings` takes 1,000.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Mapping, MappingAttribute, MappingFormat } from "#events/entities/mapping.ts";
import { compileMappings, type MappingInput } from "#events/rules/mappings/evaluate.ts";
import { compileCel } from "#server/mappings/code/cel.ts";
import {
  referenceOutcomes,
  type Condition,
  type Fields,
  type Outcome,
  type Person,
  type System,
} from "./reference.ts";
import { mappingOf, sourceOf } from "./support.ts";

const SETS = Number(process.env["PROVISION_MAPPING_SETS"] ?? 100);
const SEED = 20_261_126;

const FIELDS = ["givenName", "familyName", "username", "department"];
const TARGETS = ["user/login", "user/mail", "user/groups", "user/titles"];
const MULTIPLE = new Set(["user/groups", "user/titles"]);
const FOLDED = new Set(["user/mail", "user/titles"]);
const TEXTS = [
  "ann",
  "Ann",
  "ANN2",
  "Bob  Lee",
  " o'neil",
  "ÄNNE van-Dorn",
  "x@y.org",
  "jdoe",
  "2",
];
const CONDITIONS: readonly Condition[] = [
  {
    code: 'identity.department == "ann"',
    holds: ({ department = [] }) => department[0] === "ann",
  },
  {
    code: 'identity.username != "" && !identity.givenName.startsWith("A")',
    holds: ({ username = [], givenName = [] }) =>
      username.length > 0 && givenName[0]?.startsWith("A") !== true,
  },
];

const text = fc.constantFrom(...TEXTS);
const fields: fc.Arbitrary<Fields> = fc.record(
  Object.fromEntries(FIELDS.map((name) => [name, fc.array(text, { maxLength: 1 })])),
);
const format: fc.Arbitrary<MappingFormat> = fc.oneof(
  fc
    .constantFrom("UPPERCASE", "LOWERCASE", "CAMEL_CASE", "TITLE_CASE", "TRIM_SPACES")
    .map((transform) => ({ transform }) as const),
  fc
    .record(
      { start: fc.integer({ min: -12, max: 6 }), length: fc.integer({ min: 1, max: 8 }) },
      { requiredKeys: [] },
    )
    .map((range) => ({ transform: "SUBSTRING", ...range }) as const),
);
const source: fc.Arbitrary<MappingAttribute> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...FIELDS), fc.array(format, { maxLength: 3 }))
      .map(([midpointUserFieldId, formats]) => sourceOf({ midpointUserFieldId, formats })),
  },
  {
    weight: 1,
    arbitrary: text.map((staticContent) => sourceOf({ type: "STATIC", staticContent })),
  },
);
const mapping: fc.Arbitrary<Mapping> = fc
  .record({
    resourceSchemaId: fc.constantFrom(...TARGETS),
    strength: fc.constantFrom("weak" as const, "normal" as const, "strong" as const),
    authoritative: fc.boolean(),
    tolerant: fc.boolean(),
    iterationToken: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
    condition: fc.constantFrom("", "", "", ...CONDITIONS.map(({ code }) => code)),
    attributes: fc.array(source, { minLength: 1, maxLength: 3 }),
    kind: fc.constantFrom("Basic" as const, "Basic" as const, "Template" as const),
    template: fc.constantFrom("{1}", "{1}.{token}", "static", "{1}-{1}"),
    separator: fc.constantFrom("", ".", " "),
  })
  .map(({ kind, template, separator, ...rest }) =>
    mappingOf({ ...rest, config: { kind, template, separator } }),
  );
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

const sourceRecord = (values: Fields) => ({
  objectClass: null,
  values,
  active: null,
  entitlements: [],
});

function productOutcomes(
  system: System,
  all: readonly Person[],
): Record<string, Record<string, Outcome>> {
  const evaluate = compileMappings({
    mappings: system.mappings,
    direction: "outbound",
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
        now: sourceRecord(now),
        before: before && sourceRecord(before),
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

test(`[MAP-6] [MAP-10] [MAP-11] [MAP-13] ${SETS} random sets of mappings give what the reference gives`, () => {
  fc.assert(
    fc.property(fc.array(mapping, { minLength: 1, maxLength: 6 }), people, (mappings, all) => {
      const system = { mappings, conditions: CONDITIONS, multiple: MULTIPLE, folded: FOLDED };
      expect(productOutcomes(system, all)).toEqual(referenceOutcomes(system, all));
    }),
    { seed: SEED, numRuns: SETS, endOnFailure: false },
  );
}, 600_000);
