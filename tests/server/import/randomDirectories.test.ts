import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openCsvFile } from "#server/import/csvFile.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { COUNTED, type ImportResult } from "#server/import/types.ts";
import { csvText, temporaryFiles } from "../support/csv.ts";
import { eachDatabase } from "../support/databases.ts";
import { importIntoModel, type ModelImport, type ModelTable } from "../support/directoryModel.ts";
import {
  EMPTY_DIRECTORY,
  takeSnapshot,
  type DirectorySnapshot,
} from "../support/directorySnapshot.ts";

const files = temporaryFiles();

/** Few distinct values, so that records collide, including values that break without quotes. */
const name = fc.constantFrom("a", "b", "c", 'a "b", c', "two\nlines", "{NULL}", "é😀", " ");
const cell = fc.option(name, { nil: "" });

function table(required: readonly string[], optional: readonly string[]): fc.Arbitrary<ModelTable> {
  return fc.shuffledSubarray([...optional]).chain((some) => {
    const columns = [...some, ...required];
    return fc.record({
      columns: fc.constant(columns),
      rows: fc.array(fc.tuple(...columns.map(() => cell)), { maxLength: 12 }),
    });
  });
}

const identities = table(
  ["id"],
  ["username", "jobTitle", "department", "location", "manager", "badge", "toString"],
);
const anyAccess = table(["resource", "account"], ["identityId", "entitlement"]);
const fullAccess = table(["resource", "account", "entitlement"], ["identityId"]);

const anImport: fc.Arbitrary<ModelImport> = fc.oneof(
  fc.record({
    identities,
    access: fc.option(anyAccess, { nil: undefined }),
    mode: fc.constant("merge" as const),
  }),
  fc.record({ access: anyAccess, mode: fc.constant("merge" as const) }),
  fc.record({
    identities: fc.option(identities, { nil: undefined }),
    access: fullAccess,
    mode: fc.constant("replace" as const),
  }),
);

async function open(csv: ModelTable | undefined) {
  if (!csv) return undefined;
  return openCsvFile(files.write(`${randomUUID()}.csv`, csvText(csv.columns, csv.rows)));
}

/** The difference between two directories, counted as an import does. */
function differences(before: DirectorySnapshot, after: DirectorySnapshot) {
  const assignments = ({ accounts }: DirectorySnapshot) =>
    Object.entries(accounts).flatMap(([key, account]) =>
      account.entitlements.map((name) => `${key}/${name}`),
    );
  const diff = (from: readonly string[], to: readonly string[]) => ({
    added: to.filter((key) => !from.includes(key)).length,
    removed: from.filter((key) => !to.includes(key)).length,
  });
  const updated = <T>(
    from: Record<string, T>,
    to: Record<string, T>,
    part: (value: T) => unknown,
  ) =>
    Object.entries(to).filter(
      ([key, value]) =>
        Object.hasOwn(from, key) &&
        JSON.stringify(part(from[key] ?? value)) !== JSON.stringify(part(value)),
    ).length;
  const inOrder = (values: Record<string, unknown>) =>
    Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    identities: {
      ...diff(Object.keys(before.identities), Object.keys(after.identities)),
      updated: updated(before.identities, after.identities, ({ fields, attributes }) => [
        inOrder(fields),
        inOrder(attributes),
      ]),
    },
    orgs: { ...diff(before.orgs, after.orgs), updated: 0 },
    resources: { ...diff(before.resources, after.resources), updated: 0 },
    accounts: {
      ...diff(Object.keys(before.accounts), Object.keys(after.accounts)),
      updated: updated(before.accounts, after.accounts, ({ owner }) => owner),
    },
    entitlements: { ...diff(before.entitlements, after.entitlements), updated: 0 },
    assignments: { ...diff(assignments(before), assignments(after)), updated: 0 },
  };
}

const changesOf = (result: ImportResult) =>
  Object.fromEntries(
    COUNTED.map((kind) => {
      const { added, updated, removed } = result[kind];
      return [kind, { added, updated, removed }];
    }),
  );

eachDatabase((database) => {
  test("a series of imports matches the reference model and its report, and repeating changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anImport, { minLength: 1, maxLength: 4 }), async (imports) => {
        const { db } = database.current;
        const client = randomUUID();
        let model = EMPTY_DIRECTORY;
        for (const step of imports) {
          const run = async (dryRun: boolean) =>
            importDirectory(db, {
              client,
              mode: step.mode,
              skipRejected: true,
              dryRun,
              identities: await open(step.identities),
              access: await open(step.access),
            });
          const expected = importIntoModel(model, step);
          const dry = await run(true);
          const result = await run(false);
          expect(await takeSnapshot(db, client)).toEqual(expected);
          expect(changesOf(result)).toEqual(differences(model, expected));
          expect(changesOf(dry)).toEqual(changesOf(result));
          expect(await run(false)).toMatchObject({ changed: false });
          expect(await takeSnapshot(db, client)).toEqual(expected);
          model = expected;
        }
      }),
      { numRuns: 60, seed: 4711 },
    );
  }, 240_000);
});
