/** Columns that the file of an HR system without mappings lost. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { SystemSettings } from "#events/entities/system.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { mappingOf, sourceOf } from "../../../events/rules/mappings/support.ts";
import { SeveralSystems } from "../../mappings/severalSystems.ts";
import { eachDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "./csvRuns.ts";

const IDENTITY = { externalId: "number", givenName: "given", department: "department" };
const HEADER = "id,login,right,number,given,department";

eachDatabase((database) => {
  const on = useCsvRuns(database, "hr");
  let start: string;

  const begin = async (identity: SystemSettings["identity"] = IDENTITY) => {
    start = randomUUID().slice(0, 8);
    await on.changeImportSettings({ identity, maxGonePercent: 100, maxRenamedPercent: 100 });
    await on.provide([`1,ann,,${start}1,Ann,Sales`, `2,bob,,${start}2,Bob,IT`], HEADER);
    expect(await on.run()).toMatchObject({ status: "done", problem: null });
  };
  const people = async () => {
    const rows = await on.db
      .selectFrom("identities")
      .select(["external_id", "given_name", "department"])
      .where("client_id", "=", on.directory.clientId)
      .where("external_id", "like", `${start}%`)
      .orderBy("external_id")
      .execute();
    return rows.map((row) => [row.external_id.slice(8), row.given_name, row.department]);
  };
  /** The departments of which people are members. */
  const memberships = async () => {
    const rows = await on.db
      .selectFrom("identity_orgs as member")
      .innerJoin("orgs as org", (join) =>
        join
          .onRef("org.client_id", "=", "member.client_id")
          .onRef("org.oid", "=", "member.org_oid"),
      )
      .innerJoin("identities as person", (join) =>
        join
          .onRef("person.client_id", "=", "member.client_id")
          .onRef("person.oid", "=", "member.identity_oid"),
      )
      .select(["person.external_id", "org.name"])
      .where("person.external_id", "like", `${start}%`)
      .where("org.type", "=", "departments")
      .orderBy("person.external_id")
      .execute();
    return rows.map(({ external_id, name }) => [external_id.slice(8), name]);
  };
  const lost = (field: string, attribute: string, rest = "") =>
    `${field} was not set for anyone: the system no longer has the attribute ${attribute}, which the import settings name.${rest}`;
  const BEFORE = [
    ["1", "Ann", "Sales"],
    ["2", "Bob", "IT"],
  ];

  test("a lost column leaves its field as it was, the run names the field, and other fields change", async () => {
    await begin();
    await on.provide(
      [`1,ann,,${start}1,Anna`, `2,bob,,${start}2,Bob`, `3,cyd,,${start}3,Cyd`],
      "id,login,right,number,given",
    );
    const run = await on.run();
    expect(run).toMatchObject({
      status: "done",
      gates: [],
      problem: { code: "attributesLost", detail: lost("Department", "department") },
    });
    expect(await people()).toEqual([
      ["1", "Anna", "Sales"],
      ["2", "Bob", "IT"],
      ["3", "Cyd", null],
    ]);
    expect(await memberships()).toEqual([
      ["1", "Sales"],
      ["2", "IT"],
    ]);
    // The plan lists only what changes.
    expect(run.plannedPeople).toMatchObject({ joined: 1, changed: 1 });

    // As long as the column is missing, the runs say so.
    expect((await on.run()).problem).toEqual(run.problem);
  });

  test("a person's empty cell in a column that exists clears the field", async () => {
    await begin();
    await on.provide([`1,ann,,${start}1,Ann,`, `2,bob,,${start}2,Bob,IT`], HEADER);
    expect(await on.run()).toMatchObject({ status: "done", problem: null });
    expect(await people()).toEqual([
      ["1", "Ann", null],
      ["2", "Bob", "IT"],
    ]);
  });

  test("a column that is back sets its field again, also to nothing", async () => {
    await begin();
    await on.provide(
      [`1,ann,,${start}1,Ann`, `2,bob,,${start}2,Bob`],
      "id,login,right,number,given",
    );
    await on.run();
    expect(await people()).toEqual(BEFORE);
    await on.provide([`1,ann,,${start}1,Ann,`, `2,bob,,${start}2,Bob,Legal`], HEADER);
    const run = await on.run();
    expect(run).toMatchObject({ status: "done", problem: null });
    expect(await people()).toEqual([
      ["1", "Ann", null],
      ["2", "Bob", "Legal"],
    ]);
    expect(await on.run()).toMatchObject({ counts: { changed: 0, unchanged: 2 } });
  });

  for (const [header, rest] of [
    ["Department", " It has Department."],
    ["depart ment", " It has depart ment."],
    [" department ", null],
    ["division", ""],
  ] as const) {
    test(`a column that is renamed to "${header}"`, async () => {
      await begin();
      const rows = [`1,ann,,${start}1,Ann,Legal`, `2,bob,,${start}2,Bob,`];
      await on.provide(rows, `id,login,right,number,given,${header}`);
      const { status, problem } = await on.run();
      expect(status).toBe("done");
      if (rest === null) {
        // Spaces around the name of a column do not count.
        expect(problem).toBeNull();
        expect(await people()).toEqual([
          ["1", "Ann", "Legal"],
          ["2", "Bob", null],
        ]);
        return;
      }
      expect(problem?.detail).toBe(lost("Department", "department", rest));
      expect(await people()).toEqual(BEFORE);
    });
  }

  test("without the column of the ID, the run fails and says which one is missing", async () => {
    await begin();
    await on.provide(["1,ann,,Anna,Legal"], "id,login,right,given,department");
    const { status, problem } = await on.run();
    expect({ status, problem }).toEqual({
      status: "failed",
      problem: {
        code: "missingColumn",
        step: "read",
        detail:
          "The import settings name number as the ID of people, but the system has no such attribute. Its attributes: id, login, given, department",
      },
    });
    expect(await people()).toEqual(BEFORE);
  });

  test("without the column of the account's ID or name, the run fails", async () => {
    await begin();
    for (const [header, column] of [
      ["key,login,right,number,given,department", "id"],
      ["id,user,right,number,given,department", "login"],
    ] as const) {
      await on.provide([`1,ann,,${start}1,Anna,Legal`], header);
      const { status, problem } = await on.run();
      expect([status, problem?.code]).toEqual(["failed", "missingColumn"]);
      expect(problem?.detail).toContain(`The file has no column ${column}.`);
    }
    expect(await people()).toEqual(BEFORE);
  });

  test("undoing a run without the column restores what it changed, and the next run sets the field", async () => {
    await begin();
    await on.provide(
      [`1,ann,,${start}1,Anna`, `2,bob,,${start}2,Bob`],
      "id,login,right,number,given",
    );
    const run = await on.run();
    const started = await on.owner.post(`${on.path}/runs/${run.oid}/undo`);
    expect(started.statusCode, started.body).toBe(202);
    expect(await on.settled(started.json<SystemRun>().oid)).toMatchObject({ status: "done" });
    expect(await people()).toEqual(BEFORE);
    await on.provide([`1,ann,,${start}1,Ann,`, `2,bob,,${start}2,Bob,IT`], HEADER);
    expect(await on.run()).toMatchObject({ status: "done", problem: null });
    expect(await people()).toEqual([
      ["1", "Ann", null],
      ["2", "Bob", "IT"],
    ]);
  });

  test("a run names every field whose column was missing from the start, and adds people without them", async () => {
    const more = { familyName: "family", email: "mail", jobTitle: "job", location: "place" };
    start = randomUUID().slice(0, 8);
    await on.changeImportSettings({ identity: { ...IDENTITY, ...more } });
    await on.provide([`1,ann,,${start}1,Ann,Sales`], HEADER);
    const { status, problem } = await on.run();
    expect([status, problem?.code]).toEqual(["done", "attributesLost"]);
    const names = ["Family name", "Email address", "Job title", "Location"];
    const texts = Object.values(more).map((attribute, at) => lost(names[at] ?? "", attribute));
    expect(problem?.detail).toBe(texts.join(" "));
    expect(await people()).toEqual([["1", "Ann", "Sales"]]);
  });
});

eachDatabase((database) => {
  test("another system sets a field whose attribute the HR system lost", async () => {
    const systems = new SeveralSystems(database);
    const put = (value: string) =>
      systems.put("first", "1", { fields: { givenName: [value] }, number: "P1" });
    const mail = mappingOf({
      resourceSchemaId: "email",
      attributes: [sourceOf({ midpointUserFieldId: "givenName" })],
    });
    const identity = { externalId: "number", email: "mail" };
    try {
      await systems.begin({ hr: [], first: [mail], second: [] }, false, identity);
      systems.describe("hr", ["number", "mail"]);
      systems.put("hr", "1", { fields: { mail: ["H"] }, number: "P1" });
      systems.put("hr", "2", { fields: {}, number: "P2" });
      await systems.run("hr");
      put("F");
      expect((await systems.run("first")).problem).toContain("because hr sets it");
      expect(await systems.people()).toMatchObject({ P1: { email: "H" } });

      // The object is missing, so that its stored content still has the attribute.
      systems.describe("hr", ["number"]);
      systems.remove("hr", "1");
      await systems.run("hr");
      put("G");
      expect((await systems.run("first")).problem).toBe("");
      expect(await systems.people()).toMatchObject({ P1: { email: "G" } });
    } finally {
      systems.end();
    }
  });
});
