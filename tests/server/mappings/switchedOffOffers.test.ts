/** Mappings of one system whose code takes too long for an account, during imports of another system. */
import { expect, test } from "vitest";
import type { Mapping } from "#events/entities/mapping.ts";
import { mappingOf, sourceOf } from "../../events/rules/mappings/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { SeveralSystems, type SystemName } from "./severalSystems.ts";

/** More than a run evaluates at once. */
const MANY = 501;
const SLOW = idOf(MANY);

const ten = "[0,1,2,3,4,5,6,7,8,9]";
const endless = "abcdefgh".split("").reduce((code, name) => `${ten}.all(${name}, ${code})`, "true");

const toEmail = (more: Partial<Mapping> = {}): Mapping =>
  mappingOf({
    resourceSchemaId: "email",
    attributes: [sourceOf({ midpointUserFieldId: "givenName" })],
    ...more,
  });
/** Wins over other mappings. */
const slowToEmail = toEmail({
  strength: "strong",
  mappingType: "ADVANCED",
  customCode: `value == "slow" ? string(${endless}) : value`,
});

function idOf(no: number): string {
  return `P${String(no).padStart(4, "0")}`;
}

oneDatabase((database) => {
  const withSystems = async (
    sets: Partial<Readonly<Record<SystemName, readonly Mapping[]>>>,
    play: (
      systems: SeveralSystems,
      put: (name: SystemName, person: string, value: string) => void,
    ) => Promise<void>,
  ): Promise<void> => {
    const systems = new SeveralSystems(database);
    try {
      await systems.begin({ hr: [], first: [], second: [], ...sets }, false);
      await play(systems, (name, person, value) =>
        systems.put(name, person, {
          fields: { givenName: value === "" ? [] : [value] },
          number: person,
        }),
      );
    } finally {
      systems.end();
    }
  };

  test("values of a mapping whose code takes too long are used for nobody, and the run reports that", async () => {
    const people = Array.from({ length: MANY }, (_none, at) => idOf(at + 1));
    await withSystems(
      { first: [slowToEmail], second: [toEmail({ strength: "normal" })] },
      async (systems, put) => {
        for (const person of people) {
          put("hr", person, "");
          put("first", person, "fast");
          put("second", person, "other");
        }
        await systems.run("hr");
        expect((await systems.run("first")).problem).toBe("");
        put("first", SLOW, "slow");
        expect((await systems.run("first")).problem).toBe(
          `a${SLOW}: email was not set. codeTooSlow`,
        );
        const { problem } = await systems.run("second");
        expect(problem).toContain("aP0001: Email address of first was not used. codeTooSlow");
        expect(problem).toContain(`(+${MANY - 3})`);
        const emails = Object.values(await systems.people()).map(({ email }) => email);
        expect(new Set(emails)).toEqual(new Set(["other"]));
      },
    );
  }, 120_000);

  test("the HR system clears no values that a mapping with slow code might set, and the run reports that", async () => {
    await withSystems({ hr: [toEmail()], first: [slowToEmail] }, async (systems, put) => {
      for (const person of ["P1", "P2"]) put("hr", person, "own");
      put("first", "P1", "fast");
      put("first", "P2", "slow");
      await systems.run("hr");
      await systems.run("first");
      for (const person of ["P1", "P2"]) put("hr", person, "");
      const { problem } = await systems.run("hr");
      for (const person of ["P1", "P2"]) {
        expect(problem).toContain(`a${person}: Email address of first was not used. codeTooSlow`);
      }
      expect(await systems.people()).toMatchObject({ P1: { email: "own" }, P2: { email: "own" } });
    });
  }, 120_000);
});
