/** Changes of entitlements and of the status, and removals, in a system in memory. */
import { describe, expect, test } from "vitest";
import { HIDDEN_VALUE } from "#events/rules/provisioning.ts";
import { applyChange } from "#server/provisioning/apply/applyChange.ts";
import { content } from "../contents.ts";
import { attributes, failed, notStored, openSystem, rights, wanted } from "./changeHarness.ts";

describe("a change of entitlements", () => {
  test.each([true, false])("gives some and takes others (groups: %s)", async (hasGroups) => {
    const account = { rights: ["admin", "write"] };
    const { system, id, ports } = await openSystem({ hasGroups, account });
    const given = await applyChange(ports, wanted("grant", { id, after: rights("read", "write") }));
    expect(system.accounts.get(id)?.rights).toEqual(["admin", "write", "read"]);
    expect(given).toMatchObject({
      account: { id },
      before: rights("write"),
      after: rights(...(hasGroups ? ["read", "write"] : ["read", "write"])),
    });
    const taken = await applyChange(
      ports,
      wanted("revoke", { id, before: rights("admin", "none") }),
    );
    expect(system.accounts.get(id)?.rights).toEqual(["write", "read"]);
    expect(taken).toMatchObject({ before: rights("admin"), after: rights() });
    expect(taken.holders.map(({ entitlement }) => entitlement)).toEqual(
      hasGroups ? ["admin", "none"] : [],
    );
  });

  test("without any changes nothing", async () => {
    const { system, ports } = await openSystem();
    expect(await applyChange(ports, wanted("grant"))).toMatchObject({
      before: rights(),
      after: rights(),
    });
    expect(system.writes).toEqual([]);
  });

  test("fails with the names if the system ignores it, and for an excluded account", async () => {
    const opened = await openSystem();
    opened.system.isDeaf = true;
    expect(await failed(opened, wanted("grant", { after: rights("read") }))).toBe(
      "notStored: read",
    );
    const out = await openSystem({ account: { attributes: { mail: ["ann@out"] } } });
    expect(await failed(out, wanted("grant", { after: rights("read") }))).toBe(
      "accountExcluded: ann",
    );
    expect(await failed(out, wanted("grant", { name: "ben" }))).toBe("notFound: ben");
  });
});

describe("a change of the status", () => {
  test("enables or disables the account, if it is not so already", async () => {
    const { system, id, ports, begun } = await openSystem();
    const disabled = await applyChange(ports, wanted("disable", { id }));
    expect(disabled).toMatchObject({
      account: { id, active: false },
      holders: [],
      before: content({ active: true }),
      after: content({ active: false }),
    });
    expect(begun).toEqual([content({ active: true })]);
    expect(await applyChange(ports, wanted("disable"))).toMatchObject({
      before: content({ active: false }),
      after: content({ active: false }),
    });
    expect(await applyChange(ports, wanted("enable"))).toMatchObject({ account: { active: true } });
    expect(system.writes).toEqual(["active ann", "active ann"]);
  });

  test("fails if the system ignores it, and for an excluded account", async () => {
    const opened = await openSystem();
    opened.system.isDeaf = true;
    const error = await notStored(opened, wanted("disable"));
    expect(error.message).toBe("administrativeStatus");
    expect(error.outcome.after).toEqual(content({ active: true }));
    const out = await openSystem({ account: { attributes: { mail: ["ann@out"] } } });
    expect(await failed(out, wanted("disable"))).toBe("accountExcluded: ann");
  });

  test("does not overwrite the change of another writer", async () => {
    const opened = await openSystem({
      writer: ({ setActive }) => ({
        setActive: (...args) => {
          opened.system.overwrite(opened.id, {});
          return setActive(...args);
        },
      }),
    });
    await expect(applyChange(opened.ports, wanted("disable"))).rejects.toMatchObject({
      remedy: "changedMeanwhile",
    });
  });
});

describe("a removal", () => {
  const remove = (more: Parameters<typeof wanted>[1] = {}) =>
    wanted("remove", {
      before: content({ attributes: { mail: ["old"] }, active: true, entitlements: ["read"] }),
      mapped: new Set(["mail"]),
      ...more,
    });

  test("takes the account out of its groups, and then removes it", async () => {
    const account = { attributes: { mail: ["old"], password: ["s3cret"] }, rights: ["read"] };
    const { system, id, ports, begun } = await openSystem({
      account,
      // In this system, a new member of a group is no new version of the account.
      writer: ({ remove: removeNow }) => ({
        remove: (object) => removeNow(object, { version: null }),
      }),
    });
    const outcome = await applyChange(ports, remove({ id }));
    expect(system.writes).toEqual(["read ann", "remove ann"]);
    const seen = content({ attributes: { name: ["ann"], mail: ["old"] }, active: true });
    expect(begun).toEqual([rights("read"), seen]);
    expect(outcome).toMatchObject({
      account: null,
      holders: [{ entitlement: "read", object: { members: [] } }],
      before: seen,
      after: null,
    });
  });

  test("removes an account that names its entitlements in one write", async () => {
    const account = { attributes: { mail: ["old"] }, rights: ["read"] };
    const { system, ports } = await openSystem({ hasGroups: false, account });
    expect(await applyChange(ports, remove())).toMatchObject({ account: null, holders: [] });
    expect(system.writes).toEqual(["remove ann"]);
  });

  test("of an account that is gone is done", async () => {
    const { system, ports } = await openSystem();
    expect(await applyChange(ports, remove({ name: "ben" }))).toEqual({
      account: null,
      holders: [],
      before: null,
      after: null,
    });
    expect(system.writes).toEqual([]);
  });

  test("is not made if a mapped value or the status changed since, and is for another value", async () => {
    const opened = await openSystem({
      account: { attributes: { mail: ["OLD"], phone: ["1"] }, active: true },
    });
    const values = remove({ mapped: new Set(["mail", "phone"]) });
    expect(await failed(opened, values)).toBe("changedMeanwhile: phone");
    expect(await failed(opened, remove({ before: null }))).toBe("changedMeanwhile: mail");
    const disabled = content({ attributes: { mail: ["old"] }, active: false });
    expect(await failed(opened, remove({ before: disabled }))).toBe(
      "changedMeanwhile: The account was enabled",
    );
    expect(opened.system.writes).toEqual([]);
    await applyChange(opened.ports, remove({ before: attributes({ mail: ["old"] }) }));
    expect(opened.system.accounts.size).toBe(0);
  });

  test("is made if the account was disabled since, or was so before", async () => {
    const of = async (active: boolean, before: boolean) => {
      const { system, ports } = await openSystem({
        account: { attributes: { mail: ["old"] }, active },
      });
      await applyChange(
        ports,
        remove({ before: content({ attributes: { mail: ["old"] }, active: before }) }),
      );
      return system.accounts.size;
    };
    expect(await of(false, true)).toBe(0);
    expect(await of(false, false)).toBe(0);
  });

  test("does not compare secrets, nor values that the plan hides", async () => {
    const { system, ports } = await openSystem({
      account: { attributes: { password: ["x"], mail: ["theirs"] } },
    });
    const before = attributes({ mail: [HIDDEN_VALUE] });
    await applyChange(ports, remove({ before, mapped: new Set(["mail", "password"]) }));
    expect(system.accounts.size).toBe(0);
    const shown = await openSystem({ account: { attributes: { mail: ["old"], pwd: ["x"] } } });
    await applyChange(shown.ports, remove({ mapped: new Set(["pwd", "mail"]) }));
    expect(shown.system.accounts.size).toBe(0);
  });

  test("is not made while a group keeps the account", async () => {
    const opened = await openSystem({
      account: { attributes: { mail: ["old"] }, rights: ["read", "write"] },
    });
    opened.system.isDeaf = true;
    const before = content({ attributes: { mail: ["old"] }, entitlements: ["read", "write"] });
    expect(await failed(opened, remove({ before }))).toBe("ignored: read, write");
    expect(await failed(opened, remove())).toBe("ignored: read");
    expect(opened.system.accounts.size).toBe(1);
  });

  test("fails if the system ignores it, and for an excluded account", async () => {
    const deaf = await openSystem({ writer: () => ({ remove: async () => {} }) });
    expect(await failed(deaf, remove())).toBe("ignored: ann");
    const out = await openSystem({ account: { attributes: { mail: ["ann@out"] } } });
    const before = attributes({ mail: ["ann@out"] });
    expect(await failed(out, remove({ before }))).toBe("accountExcluded: ann");
  });

  test("is not made over the change of another writer", async () => {
    const opened = await openSystem({
      writer: ({ remove: removeNow }) => ({
        remove: (...args) => {
          opened.system.overwrite(opened.id, {});
          return removeNow(...args);
        },
      }),
    });
    await expect(
      applyChange(opened.ports, remove({ before: attributes({ mail: ["old"] }) })),
    ).rejects.toMatchObject({ remedy: "changedMeanwhile" });
    expect(opened.system.accounts.size).toBe(1);
  });
});
