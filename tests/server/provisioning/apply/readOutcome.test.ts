/** What a change that failed left in the system. */
import { expect, test } from "vitest";
import { HIDDEN_VALUE } from "#events/rules/provisioning.ts";
import { readOutcome } from "#server/provisioning/apply/readOutcome.ts";
import { content } from "../contents.ts";
import { attributes, openSystem, rights, wanted } from "./changeHarness.ts";

const open = (hasGroups: boolean) =>
  openSystem({
    hasGroups,
    account: { attributes: { mail: ["old"], password: ["x"] }, active: false, rights: ["write"] },
  });

test("nothing is known of an account that is gone, or that should be removed", async () => {
  const { id, ports } = await open(true);
  expect(await readOutcome(ports, wanted("change", { name: "ben" }))).toBeNull();
  expect(await readOutcome(ports, wanted("remove", { id }))).toBeNull();
  expect(await readOutcome(ports, wanted("change", { id }))).not.toBeNull();
});

test("the values that were wanted are read, without secrets", async () => {
  const { id, ports, system } = await open(true);
  const before = attributes({ mail: ["older"] });
  const after = attributes({
    mail: ["new"],
    phone: ["1"],
    password: [HIDDEN_VALUE],
    pin: [HIDDEN_VALUE],
  });
  const outcome = await readOutcome(ports, wanted("change", { id, before, after }));
  expect(outcome).toMatchObject({ account: { id }, holders: [], before });
  expect(outcome?.after).toEqual(attributes({ mail: ["old"], phone: [] }));
  expect(system.writes).toEqual([]);
});

test.each([
  ["create", false],
  ["enable", false],
  ["disable", false],
  ["change", null],
  ["grant", null],
] as const)("the status after %s is %j", async (kind, active) => {
  const { ports } = await open(true);
  expect((await readOutcome(ports, wanted(kind)))?.after).toEqual(content({ active }));
});

test.each([true, false])(
  "of the entitlements that are gained and lost, those that it holds are told (groups: %s)",
  async (hasGroups) => {
    const { id, ports } = await open(hasGroups);
    const change = wanted("grant", {
      after: rights("read", "write"),
      before: rights("write", "admin"),
    });
    const outcome = await readOutcome(ports, change);
    expect(outcome?.after).toEqual(rights("write"));
    expect(
      outcome?.holders.map(({ entitlement, object }) => [entitlement, object.members]),
    ).toEqual(
      hasGroups
        ? [
            ["read", []],
            ["write", [id]],
            ["admin", []],
          ]
        : [],
    );
  },
);

test("an entitlement without a list of members is held by none", async () => {
  const { ports } = await openSystem({
    account: { rights: ["write"] },
    writer: ({ find }) => ({
      find: async (...key) => {
        const object = (await find?.(...key)) ?? null;
        return object && { ...object, members: null };
      },
    }),
  });
  const outcome = await readOutcome(ports, wanted("grant", { after: rights("write") }));
  expect(outcome?.after).toEqual(rights());
});
