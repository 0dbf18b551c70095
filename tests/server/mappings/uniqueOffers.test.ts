/** Values that several systems offer to people, and that a number makes unique. */
import { expect, test } from "vitest";
import type { Mapping } from "#events/entities/mapping.ts";
import { mappingOf, sourceOf } from "../../events/rules/mappings/support.ts";
import { eachDatabase, type TestDatabase } from "../support/databases.ts";
import { SeveralSystems, type SystemName } from "./severalSystems.ts";

const toEmail = (more: Partial<Pick<Mapping, "strength" | "iterationToken">> = {}): Mapping =>
  mappingOf({
    resourceSchemaId: "email",
    attributes: [sourceOf({ midpointUserFieldId: "givenName" })],
    ...more,
  });
const unique = (strength: Mapping["strength"] = "strong") =>
  toEmail({ strength, iterationToken: true });

async function withSystems(
  database: TestDatabase,
  sets: Partial<Readonly<Record<SystemName, readonly Mapping[]>>>,
  play: (on: {
    /** The account of a person, whose id is that of the account unless it is given; an empty value is none. */
    readonly put: (name: SystemName, person: string, value: string, id?: string) => void;
    /** @returns its problem. */
    readonly run: (name: SystemName) => Promise<string>;
    readonly edit: (person: string, value: string) => Promise<void>;
    readonly emails: () => Promise<Record<string, string>>;
  }) => Promise<void>,
): Promise<void> {
  const systems = new SeveralSystems(database);
  try {
    await systems.begin({ hr: [], first: [], second: [], ...sets }, false);
    await play({
      put: (name, number, value, id = number) =>
        systems.put(name, id, {
          fields: { givenName: value === "" ? [] : [value] },
          number,
        }),
      run: async (name) => (await systems.run(name)).problem,
      edit: (person, value) => systems.edit(person, "email", value),
      emails: async () =>
        Object.fromEntries(
          Object.entries(await systems.people()).map(([id, values]) => [id, values["email"] ?? ""]),
        ),
    });
  } finally {
    systems.end();
  }
}

eachDatabase((database) => {
  test("a value that another system offers gets a number when the HR system clears a field", async () => {
    await withSystems(
      database,
      { hr: [toEmail()], first: [unique("normal")], second: [unique("weak")] },
      async ({ put, run, emails }) => {
        put("hr", "P1", "jdoe");
        for (const person of ["P2", "P3", "P4"]) put("hr", person, `own ${person}`);
        await run("hr");
        for (const person of ["P2", "P3"]) put("first", person, "JDoe");
        put("second", "P4", "jdoe");
        await run("first");
        await run("second");
        for (const person of ["P2", "P3", "P4"]) put("hr", person, "");
        // A value that somebody gets in the same run is not free.
        put("hr", "P5", "jdoe3");
        await run("hr");
        expect(await emails()).toEqual({
          P1: "jdoe",
          P2: "JDoe2",
          P3: "JDoe4",
          P4: "jdoe5",
          P5: "jdoe3",
        });
      },
    );
  });

  test("a value keeps its number when the HR system clears the field again", async () => {
    await withSystems(
      database,
      { hr: [toEmail()], first: [unique("normal")] },
      async ({ put, run, emails }) => {
        put("hr", "P1", "jdoe");
        put("hr", "P2", "own");
        await run("hr");
        put("first", "P2", "jdoe");
        await run("first");
        put("hr", "P2", "");
        await run("hr");
        put("hr", "P1", "other");
        await run("hr");
        // The HR system clears a field only if it gave the present value.
        put("hr", "P2", "jdoe2");
        await run("hr");
        put("hr", "P2", "");
        await run("hr");
        expect(await emails()).toEqual({ P1: "other", P2: "jdoe2" });
      },
    );
  });

  test("a value that an account outside the run offers gets a number when the present value ends", async () => {
    await withSystems(
      database,
      { first: [unique("weak")], second: [toEmail()] },
      async ({ put, run, edit, emails }) => {
        for (const person of ["P1", "P2", "P3"]) put("hr", person, "");
        await run("hr");
        await edit("P1", "jdoe");
        for (const person of ["P2", "P3"]) {
          put("second", person, `s${person}`);
          put("first", person, "jdoe");
        }
        await run("second");
        await run("first");
        expect(await emails()).toEqual({ P1: "jdoe", P2: "sP2", P3: "sP3" });
        for (const person of ["P2", "P3"]) put("second", person, "");
        await run("second");
        expect(await emails()).toEqual({ P1: "jdoe", P2: "jdoe2", P3: "jdoe3" });
      },
    );
  });

  test("a value that is used with another number counts as used", async () => {
    await withSystems(
      database,
      { first: [unique("normal")], second: [unique()] },
      async ({ put, run, edit, emails }) => {
        for (const person of ["P1", "P2"]) put("hr", person, "");
        await run("hr");
        await edit("P1", "jdoe");
        put("second", "P2", "jdoe");
        await run("second");
        put("first", "P2", "jdoe");
        expect(await run("first")).toBe("");
        put("first", "P2", "john");
        expect(await run("first")).toContain("was not used");
        expect(await emails()).toEqual({ P1: "jdoe", P2: "jdoe2" });
      },
    );
  });

  test("numbers follow the order of people, and the accounts of a person share one", async () => {
    await withSystems(database, { first: [unique()] }, async ({ put, run, emails }) => {
      for (const person of ["P1", "P2", "P3"]) put("hr", person, "");
      await run("hr");
      put("first", "P3", "jdoe", "1");
      put("first", "P2", "jdoe", "2");
      put("first", "P1", "jdoe", "3");
      put("first", "P1", "jdoe", "4");
      await run("first");
      expect(await emails()).toEqual({ P1: "jdoe", P2: "jdoe2", P3: "jdoe3" });
    });
  });
});
