import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stemOf, suggestGroups } from "#events/rules/suggestGroups.ts";

const ROLE_NAMES = new URL("../../data/role-names/role-names.txt", import.meta.url);

const namesOf = (names: readonly string[]) =>
  suggestGroups(names.map((name, at) => ({ oid: String(at), displayName: name }))).map(
    ({ name, orgs }) => [name, orgs.map((org) => org.displayName)],
  );

describe("the stem of a name", () => {
  it.each([
    ["Teller I", "Teller"],
    ["Teller II", "Teller"],
    ["Sr. Teller", "Teller"],
    ["Senior Teller", "Teller"],
    ["Teller, Lead", "Teller"],
    ["Teller (Part-time)", "Teller"],
    ["Loan Officer 3", "Loan Officer"],
    ["Loan Officer III B", "Loan Officer"],
    ["Software Engineer L4", "Software Engineer"],
    ["Assistant Branch Manager", "Branch Manager"],
    ["C Programmer", "C Programmer"],
    ["Head of Audit", "Head of Audit"],
    ["Senior", "Senior"],
    ["Jr. II", "Jr. II"],
    ["R&D Analyst", "R&D Analyst"],
    ["Vice President", "Vice President"],
    ["Kundenberater II", "Kundenberater"],
    ["  Teller  ", "Teller"],
  ])("of %j is %j", (name, stem) => {
    expect(stemOf(name)).toBe(stem);
  });
});

describe("suggested groups", () => {
  it("contain orgs that differ only in rank and number, the largest first", () => {
    expect(
      namesOf(["Teller I", "Banker", "Teller II", "Sr. Teller", "Senior Banker", "Greeter"]),
    ).toEqual([
      ["Teller", ["Teller I", "Teller II", "Sr. Teller"]],
      ["Banker", ["Banker", "Senior Banker"]],
    ]);
  });

  it("have the most frequent spelling, whatever the case", () => {
    expect(namesOf(["TELLER I", "Teller II", "Teller III"])).toEqual([
      ["Teller", ["TELLER I", "Teller II", "Teller III"]],
    ]);
    expect(namesOf(["teller I", "Teller II"])[0]?.[0]).toBe("Teller");
  });

  it("are few and plausible for 5,018 real role names", () => {
    const names = readFileSync(ROLE_NAMES, "utf8")
      .split("\n")
      .filter((name) => name !== "");
    const groups = namesOf(names);
    const grouped = groups.reduce((sum, [, orgs]) => sum + (orgs?.length ?? 0), 0);
    expect([groups.length, grouped]).toMatchInlineSnapshot(`
      [
        39,
        79,
      ]
    `);
    expect(groups.slice(0, 3)).toMatchInlineSnapshot(`
      [
        [
          "AWS Config Role",
          [
            "AWSConfigRole",
            "AWS_ConfigRole",
            "AWS_Config_Role",
          ],
        ],
        [
          "AI Platform Editor",
          [
            "AI Platform Editor",
            "Aiplatform Editor",
          ],
        ],
        [
          "AWSApplicationMigrationAgentPolicy",
          [
            "AWSApplicationMigrationAgentPolicy",
            "AWSApplicationMigrationAgentPolicy_v2",
          ],
        ],
      ]
    `);
  });

  it("contain each org at most once, and no org that is alone", () => {
    const word = fc.constantFrom("Teller", "Senior", "Jr.", "II", "3", "Loan", "Officer", "", "é");
    const name = fc.array(word, { maxLength: 4 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), (names) => {
        const groups = suggestGroups(
          names.map((one, at) => ({ oid: String(at), displayName: one })),
        );
        const oids = groups.flatMap(({ orgs }) => orgs.map(({ oid }) => oid));
        expect(new Set(oids).size).toBe(oids.length);
        for (const group of groups) {
          expect(group.orgs.length).toBeGreaterThan(1);
          expect(group.name.trim()).not.toBe("");
        }
      }),
      { seed: 3 },
    );
  });
});
