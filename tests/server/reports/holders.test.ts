/** The report about the holders of an entitlement against a plain recomputation, over random directories. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { oneDatabase } from "../support/databases.ts";
import {
  directories,
  peopleOf,
  upwards,
  writeGranted,
  type GrantedDirectory,
} from "../support/grantedDirectory.ts";
import { compute, sorted } from "./compute.ts";

/** What grants the entitlement to a person, each path by its names from the granting org down to the person's own. */
function pathsOf(directory: GrantedDirectory, person: number, entitlement: number): string[] {
  const ways = (directory.identities[person]?.orgs ?? []).flatMap((own) => {
    const up = upwards(directory, own);
    return up.map((org, at) => ({
      org,
      names: up
        .slice(0, at + 1)
        .toReversed()
        .map((one) => directory.orgs[one]?.name ?? ""),
    }));
  });
  const roles = [...directory.roles.entries()].filter(
    ([, { entitlements, isArchived }]) => !isArchived && entitlements.includes(entitlement),
  );
  return [
    ...ways.flatMap(({ org, names }) =>
      directory.policies
        .filter(([at, no, isExpired]) => at === org && no === entitlement && !isExpired)
        .map(() => names.join(" > ")),
    ),
    ...ways.flatMap(({ org, names }) =>
      roles
        .filter(([, { orgs }]) => orgs.includes(org))
        .map(([role]) => `role ${role} (${names.join(" > ")})`),
    ),
    ...roles.filter(([, { people }]) => people.includes(person)).map(([role]) => `role ${role}`),
  ];
}

oneDatabase((database) => {
  test("[IDN-2] the holders of an entitlement, who lacks it and what grants it equal a plain recomputation", async () => {
    const { db } = database.current;
    const cases = fc.record({
      directory: directories,
      entitlement: fc.nat({ max: 100 }),
      org: fc.option(fc.nat({ max: 100 })),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ directory, entitlement: chosen, org: chosenOrg }) => {
        const written = await writeGranted(db, directory);
        const no = chosen % directory.entitlements.length;
        const org = chosenOrg === null ? null : chosenOrg % directory.orgs.length;
        const expected = peopleOf(directory, null).flatMap(({ orgs, held, granted }, person) => {
          if (org !== null && !orgs.has(org)) return [];
          if (!held.has(no) && !granted.has(no)) return [];
          const holding = !held.has(no) ? "missing" : granted.has(no) ? "byPolicy" : "outside";
          const accounts = [...directory.accounts.entries()]
            .filter(
              ([, { identity, entitlements }]) => identity === person && entitlements.includes(no),
            )
            .map(([at]) => `account ${at}`)
            .toSorted();
          return [[String(person), holding, accounts, pathsOf(directory, person, no).toSorted()]];
        });
        const { rows } = await compute(db, written, "holders", {
          roleOid: written.roleOids[no] ?? "",
          orgOid: org === null ? null : (written.orgOids[org] ?? ""),
        });
        const split = (cell: unknown, by: string) =>
          typeof cell === "string" ? cell.split(by).toSorted() : [];
        const computed = rows.map(([name, holding, accounts, paths]) => [
          name,
          holding,
          split(accounts, ", "),
          split(paths, "; "),
        ]);
        expect(sorted(computed)).toEqual(sorted(expected));
      }),
      { numRuns: 25, seed: 11 },
    );
  }, 120_000);

  test("[IDN-2] the report fails for an entitlement that does not exist", async () => {
    const { db } = database.current;
    const place = { clientId: randomUUID() };
    await expect(compute(db, place, "holders", { roleOid: randomUUID() })).rejects.toMatchObject({
      failure: "entitlementGone",
    });
  });
});
