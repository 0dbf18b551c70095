/**
 * Random outbound mappings, strengths and people: a stored plan shows what its approval writes to a file, and both are what
 * the plain reference gives. `PROVISION_LIVE_MAPPING_SETS` says how many sets; `npm run long -- mappings` takes
 * 1,000.
 */
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { randomFields } from "../../events/rules/mappings/randomMappings.ts";
import type { Fields } from "../../events/rules/mappings/reference.ts";
import { mappingOf, sourceOf } from "../../events/rules/mappings/support.ts";
import { csvText } from "../support/csv.ts";
import { oneDatabase } from "../support/databases.ts";
import { tablePlan, useLiveTables } from "../provisioning/liveTable.ts";
import {
  checkSets,
  CLASS,
  isValues,
  outcomesOf,
  SEED,
  SETS,
  setMappings,
  text,
  TIME_MS,
  valueOf,
  type Values,
} from "./randomSets.ts";

oneDatabase((database) => {
  const { live, read, write } = useLiveTables(database);

  const PEOPLE = ["ann", "bob", "cyd", "dan"];
  const TARGETS = ["mail", "title", "unit", "note"].map((name) => `${CLASS}/${name}`);
  const COLUMNS = ["login", ...TARGETS.map((target) => target.slice(CLASS.length + 1))];
  /** Everyone has an account, which is named like the person. */
  const BASIS = [
    mappingOf({
      resourceSchemaId: `${CLASS}/login`,
      attributes: [sourceOf({ midpointUserFieldId: "username" })],
    }),
    mappingOf({
      resourceSchemaId: null,
      mappingType: "CUSTOM",
      customCode: "true",
      attributes: [sourceOf({ midpointUserFieldId: "username" })],
      config: { target: "existence" },
    }),
  ];
  let tables = 0;

  const person = fc.record({
    first: randomFields(text),
    second: randomFields(text),
    /** Of the account; null: there is none. */
    values: fc.option(valueOf(TARGETS), { freq: 3, nil: null }),
    /** What somebody writes into the file between the two plans; null: nothing. */
    edit: fc.option(valueOf(TARGETS), { freq: 3, nil: null }),
  });

  interface Account {
    readonly values: Values;
    /** The person's fields when the account was last written. */
    readonly source: Fields | null;
  }

  test(
    `[MAP-18] [MAP-24] ${SETS} random sets of outbound mappings: the file gets what the plan shows`,
    async () => {
      const store = (accounts: ReadonlyMap<string, Account>, file: string) => {
        const rows = [...accounts].map(([login, { values }]) => [
          login,
          ...TARGETS.map((target) => values[target] ?? ""),
        ]);
        write(file, csvText(COLUMNS, rows));
      };
      const setFields = async (username: string, fields: Fields) => {
        const { givenName, familyName, department } = fields;
        await database.current.db
          .updateTable("identities")
          .set({
            given_name: givenName?.[0] ?? null,
            family_name: familyName?.[0] ?? null,
            department: department?.[0] ?? null,
          })
          .where("client_id", "=", live.directory.clientId)
          .where("username", "=", username)
          .execute();
      };

      await checkSets({ seed: SEED, targets: TARGETS, person }, async (mappings, drawn) => {
        const fieldsOf = (at: number, round: "first" | "second"): Fields => ({
          ...drawn[at]?.[round],
          username: [PEOPLE[at] ?? ""],
        });
        const accounts = new Map<string, Account>();
        PEOPLE.forEach((login, at) => {
          const values = drawn[at]?.values ?? null;
          if (values !== null) accounts.set(login, { values, source: null });
        });
        /** The reference's outcomes of the plan, and the accounts after it. */
        const expectedOf = (round: "first" | "second") => {
          const outcomes = outcomesOf(
            mappings,
            PEOPLE.map((key, at) => ({
              key,
              now: fieldsOf(at, round),
              before: accounts.get(key)?.source ?? null,
              current: accounts.get(key)?.values ?? {},
            })),
          );
          return new Map(
            PEOPLE.map((login, at) => {
              const before = accounts.get(login);
              const ofPerson = outcomes[login] ?? {};
              const problems = Object.values(ofPerson).flatMap((one) =>
                isValues(one) ? [] : [one.problem],
              );
              const values: Values = {
                ...before?.values,
                ...Object.fromEntries(
                  Object.entries(ofPerson).map(([target, one]) => [
                    target,
                    isValues(one) ? (one[0] ?? "") : "",
                  ]),
                ),
              };
              const isChanged =
                before === undefined ||
                TARGETS.some((target) => (before.values[target] ?? "") !== (values[target] ?? ""));
              return [login, { values, problems, isChanged, source: fieldsOf(at, round) }] as const;
            }),
          );
        };
        // Both rounds are checked before anything is written, because they may leave out a case.
        const first = expectedOf("first");

        const file = `random${++tables}.csv`;
        store(accounts, file);
        const system = await live.connect(tablePlan(file, []));
        await setMappings(database, system.resourceId, [...BASIS, ...mappings]);
        const { version } = (await live.owner.get(`${system.path}/system`)).json<ConnectedSystem>();
        const published = await live.owner.post(`${system.path}/publication`, { version });
        expect(published.statusCode, published.body).toBe(200);
        for (const [at, login] of PEOPLE.entries()) await setFields(login, fieldsOf(at, "first"));
        expect(await system.runImport()).toMatchObject({ status: "done" });

        const apply = async (expected: typeof first) => {
          const preview = await system.preview();
          const objects = await system.objectsOf(preview);
          const shown = new Map(objects.map((object) => [object.name, object]));
          expect([...shown.keys()].toSorted()).toEqual(
            [...expected]
              .flatMap(([login, { isChanged, problems }]) =>
                isChanged || problems.length > 0 ? [login] : [],
              )
              .toSorted(),
          );
          for (const [login, object] of shown) {
            const { problems = [], values = {} } = expected.get(login) ?? {};
            if (problems.length > 0) {
              expect(problems, login).toContain(object.problem?.code);
              continue;
            }
            expect(object.problem, login).toBeNull();
            const before = accounts.get(login)?.values ?? {};
            const after = Object.fromEntries(
              TARGETS.map((target) => {
                const of = object.after?.attributes[target.slice(CLASS.length + 1)];
                return [target, (of ? of[0] : before[target]) ?? ""];
              }),
            );
            expect(after, login).toEqual(
              Object.fromEntries(TARGETS.map((target) => [target, values[target] ?? ""])),
            );
            accounts.set(login, { values, source: expected.get(login)?.source ?? null });
          }
          if (objects.some(({ problem }) => problem === null)) {
            await system.approved(preview);
            expect(await system.settled()).toMatchObject({ status: "done" });
          }
          const rows: string[][] = parse(read(file), { from: 2, relax_column_count: false });
          expect(
            Object.fromEntries(rows.map(([login = "", ...values]) => [login, values])),
          ).toEqual(
            Object.fromEntries(
              [...accounts].map(([login, { values }]) => [
                login,
                TARGETS.map((target) => values[target] ?? ""),
              ]),
            ),
          );
        };
        await apply(first);

        PEOPLE.forEach((login, at) => {
          const account = accounts.get(login);
          const edit = drawn[at]?.edit ?? null;
          if (account && edit !== null) accounts.set(login, { ...account, values: edit });
        });
        const second = expectedOf("second");
        store(accounts, file);
        for (const [at, login] of PEOPLE.entries()) {
          await setFields(login, fieldsOf(at, "second"));
        }
        expect(await system.runImport()).toMatchObject({ status: "done" });
        await apply(second);
      });
    },
    TIME_MS,
  );
});
