/** Random plans, kills and network failures: the system and the directory end as the plan says, and nothing is written twice. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { oneDatabase } from "../support/databases.ts";
import { approvedPlan, EMPTY, RIGHTS, type PlannedChange } from "./approvedPlan.ts";
import { MemorySystem, type Fault } from "./memorySystem.ts";

const PLANS = Number(process.env["PROVISION_APPLIED_PLANS"] ?? 25);
const SEED = 20_262;

interface Wanted {
  readonly name: string;
  readonly now: {
    readonly mail: string;
    readonly active: boolean;
    readonly rights: readonly string[];
  } | null;
  /** Null: the account is removed, or stays missing. */
  readonly later: {
    readonly mail: string;
    readonly active: boolean;
    readonly rights: readonly string[];
  } | null;
}

const content = fc.record({
  mail: fc.constantFrom("a@x.example", "b@x.example", "ü, 😀"),
  active: fc.boolean(),
  rights: fc.subarray(RIGHTS),
});
const wanted: fc.Arbitrary<readonly Wanted[]> = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom("ann", "ben", "cy", "dee", "eve", "flo"),
    now: fc.option(content),
    later: fc.option(content),
  }),
  { selector: ({ name }) => name, minLength: 1 },
);

const faults: fc.Arbitrary<readonly Fault[]> = fc.array(
  fc.constantFrom<Fault>(
    "none",
    "none",
    "none",
    "killBefore",
    "killAfter",
    "lostBefore",
    "lostAfter",
    "limited",
  ),
  { maxLength: 40 },
);

function changesOf({ name: account, now, later }: Wanted): PlannedChange[] {
  if (now === null && later === null) return [];
  if (now === null && later !== null) {
    const attributes = { name: [account], mail: [later.mail] };
    const after = {
      attributes,
      active: later.active ? null : false,
      entitlements: [...later.rights],
    };
    return [{ kind: "create", account, before: null, after }];
  }
  if (now !== null && later === null) {
    const attributes = { name: [account], mail: [now.mail] };
    const before = { attributes, active: now.active, entitlements: [...now.rights] };
    return [{ kind: "remove", account, before, after: null }];
  }
  if (now === null || later === null) return [];
  const changes: PlannedChange[] = [];
  const mail = (value: string) => ({ ...EMPTY, attributes: { mail: [value] } });
  const active = (value: boolean) => ({ ...EMPTY, active: value });
  if (now.active !== later.active) {
    const kind = later.active ? "enable" : "disable";
    changes.push({ kind, account, before: active(now.active), after: active(later.active) });
  }
  if (now.mail !== later.mail) {
    changes.push({ kind: "change", account, before: mail(now.mail), after: mail(later.mail) });
  }
  const gained = later.rights.filter((right) => !now.rights.includes(right));
  const lost = now.rights.filter((right) => !later.rights.includes(right));
  if (gained.length > 0) {
    changes.push({
      kind: "grant",
      account,
      before: EMPTY,
      after: { ...EMPTY, entitlements: gained },
    });
  }
  if (lost.length > 0) {
    changes.push({
      kind: "revoke",
      account,
      before: { ...EMPTY, entitlements: lost },
      after: EMPTY,
    });
  }
  return changes;
}

oneDatabase((database) => {
  test("the system has what the plan says, whatever fails and whenever the worker is killed", async () => {
    await fc.assert(
      fc.asyncProperty(
        wanted,
        faults,
        fc.boolean(),
        fc.constantFrom(1, 4),
        async (people, planned, hasGroups, batchSize) => {
          const system = new MemorySystem(hasGroups, batchSize);
          for (const { name, now } of people) {
            if (now === null) continue;
            system.put(name, {
              attributes: { mail: [now.mail] },
              active: now.active,
              rights: now.rights,
            });
          }
          const plan = await approvedPlan(database.current.db, system, people.flatMap(changesOf));
          const left = [...planned];
          // More in one plan could make it fail for good.
          const budget = { kill: 9, lost: 4 };
          system.fault = () => {
            const fault = left.shift() ?? "none";
            if (fault === "none") return fault;
            const kind = fault.startsWith("kill") ? "kill" : "lost";
            budget[kind] -= 1;
            return budget[kind] < 0 ? "none" : fault;
          };
          expect(await plan.finish()).toMatchObject({ status: "done", problem: null });
          expect((await plan.changes()).every(({ state }) => state === "applied")).toBe(true);

          const expected = people
            .flatMap(({ name, later }) => (later === null ? [] : [{ name, ...later }]))
            .toSorted((one, other) => (one.name < other.name ? -1 : 1))
            .map(({ name, mail, active, rights }) => ({
              name,
              mail,
              active,
              rights: rights.toSorted(),
            }));
          const inSystem = [...system.accounts.keys()]
            .map((id) => {
              const account = system.accounts.get(id);
              const [mail, name] = [
                account?.attributes["mail"]?.[0],
                account?.attributes["name"]?.[0],
              ];
              return {
                name: name ?? "",
                mail,
                active: account?.active,
                rights: account?.rights.toSorted(),
              };
            })
            .toSorted((one, other) => (one.name < other.name ? -1 : 1));
          expect(inSystem).toEqual(expected);
          const inDirectory = await plan.accounts();
          expect(
            inDirectory.map(({ name, active, rights, content: { attributes } }) => ({
              name,
              mail: attributes["mail"]?.[0],
              active,
              rights,
            })),
          ).toEqual(expected);
          expect(inDirectory.map(({ content: { entitlements } }) => entitlements)).toEqual(
            expected.map(({ rights }) => rights),
          );
          const changes = await plan.changes();
          if (changes.length > 0) expect(await plan.accountCount()).toBe(expected.length);
          // Each effect happened once, and each change has one audit entry.
          expect(new Set(system.writes).size).toBe(system.writes.length);
          const audits = await plan.audits();
          expect(audits).toHaveLength(changes.length);
        },
      ),
      { numRuns: PLANS, seed: SEED },
    );
  });
});
