/** Entitlements of one account, named by the account or by the entitlements. */
import { describe, expect, test } from "vitest";
import { ConnectorError, type SystemObject } from "#server/connectors/contract.ts";
import { setEntitlements } from "#server/provisioning/apply/setEntitlements.ts";
import { openSystem, rights, type Options } from "./changeHarness.ts";

/** An account with the entitlements admin and write. */
async function open(hasGroups: boolean, options: Options = {}) {
  const opened = await openSystem({
    hasGroups,
    account: { rights: ["admin", "write"] },
    ...options,
  });
  const account = opened.system.object(opened.id);
  if (account === null) throw new Error("The account is missing");
  const set = (add: readonly string[], remove: readonly string[]) =>
    setEntitlements(opened.ports, account, { add, remove });
  return { ...opened, set };
}
const namesOf = ({ holders }: Awaited<ReturnType<typeof setEntitlements>>) =>
  holders.map(({ entitlement, object }) => [entitlement, object.members]);

describe("an account that names its entitlements", () => {
  test("gets in one write those that it lacks, and loses those that it has", async () => {
    const { system, id, set, begun } = await open(false);
    const outcome = await set(["read", "write"], ["admin", "none"]);
    expect(system.writes).toEqual(["+read -admin ann"]);
    expect(begun).toEqual([rights("write", "admin")]);
    expect(outcome).toMatchObject({
      account: { id, entitlements: ["write", "read"] },
      holders: [],
      before: ["write", "admin"],
      after: ["read", "write"],
      unchanged: [],
    });
  });

  test.each([
    [["write"], []],
    [[], ["none"]],
    [["write"], ["none"]],
  ])("is not written if it has %j and lacks %j", async (add, remove) => {
    const { system, set, begun } = await open(false);
    expect(await set(add, remove)).toMatchObject({ before: add, after: add, unchanged: [] });
    expect([system.writes, begun]).toEqual([[], []]);
  });

  test.each([
    [["read"], [], "+read - ann"],
    [[], ["admin"], "+ -admin ann"],
  ])("is written for one of %j, and for the loss of one of %j", async (add, remove, write) => {
    const { system, set } = await open(false);
    await set(add, remove);
    expect(system.writes).toEqual([write]);
  });

  test("tells what the system accepted and did not change", async () => {
    const { system, set } = await open(false);
    system.storedOf = (_attribute, written, old) =>
      written.includes("new") ? [...old.filter((right) => right !== "write"), "read"] : written;
    expect(await set(["new", "read"], ["admin", "write"])).toMatchObject({
      before: ["admin", "write"],
      after: ["read", "admin"],
      unchanged: ["new", "admin"],
    });
  });

  test("counts as without any if the system names none after the write", async () => {
    const { set } = await open(false, {
      writer: ({ find }) => ({
        find: async (...key) => {
          const object = (await find?.(...key)) ?? null;
          return object && { ...object, entitlements: null };
        },
      }),
    });
    expect(await set(["read"], ["admin"])).toMatchObject({ after: [], unchanged: ["read"] });
  });

  test("is not written over the change of another writer", async () => {
    const { system, id, set } = await open(false);
    system.overwrite(id, {});
    await expect(set(["read"], [])).rejects.toMatchObject({ remedy: "changedMeanwhile" });
  });

  test("is read back if the connector calls the write ignored", async () => {
    const { set } = await open(false, {
      writer: () => ({
        update: () => Promise.reject(new ConnectorError("ignored", "read", "ignored")),
      }),
    });
    expect(await set(["read"], [])).toMatchObject({ after: [], unchanged: ["read"] });
  });
});

describe("entitlements that name their members", () => {
  test("get the account one by one, or lose it, and those that are so already are not written", async () => {
    const { system, id, set, begun } = await open(true);
    const outcome = await set(["read", "write"], ["admin", "none"]);
    expect(system.writes).toEqual(["read ann", "admin ann"]);
    expect(begun).toEqual([rights(), rights("write", "admin")]);
    expect(system.accounts.get(id)?.rights).toEqual(["write", "read"]);
    expect(outcome).toMatchObject({
      account: { id },
      before: ["write", "admin"],
      after: ["read", "write"],
      unchanged: [],
    });
    expect(namesOf(outcome)).toEqual([
      ["read", [id]],
      ["write", [id]],
      ["admin", []],
      ["none", []],
    ]);
  });

  test("that the system did not change are told", async () => {
    const { system, set } = await open(true);
    system.isDeaf = true;
    expect(await set(["read"], ["admin"])).toMatchObject({
      before: ["admin"],
      after: ["admin"],
      unchanged: ["read", "admin"],
    });
  });

  test("without a list of members have none", async () => {
    const written: SystemObject[] = [];
    const { set } = await open(true, {
      writer: ({ find, update }) => ({
        find: async (objectClass, key) => {
          const object = (await find?.(objectClass, key)) ?? null;
          return object && { ...object, members: written.length > 0 ? object.members : null };
        },
        update: (object, delta, when) => {
          written.push(object);
          expect(when).toEqual({ version: null });
          return update(object, delta, when);
        },
      }),
    });
    expect(await set(["write"], [])).toMatchObject({ before: [], after: ["write"], unchanged: [] });
    expect(written.map(({ name }) => name)).toEqual(["write"]);
  });

  test("that list no members after the write were not changed", async () => {
    const { set } = await open(true, {
      writer: ({ find }) => ({
        find: async (...key) => {
          const object = (await find?.(...key)) ?? null;
          return object && { ...object, members: null };
        },
      }),
    });
    expect(await set(["read"], ["admin"])).toMatchObject({ after: [], unchanged: ["read"] });
  });

  test("of a class that names no members cannot be written", async () => {
    const { ports, id, system } = await open(true);
    const account = system.object(id);
    const classOf = (name: string) => ({ ...ports.target.classOf(name), memberAttribute: null });
    const set = (add: readonly string[]) =>
      setEntitlements({ ...ports, target: { ...ports.target, classOf } }, account as SystemObject, {
        add,
        remove: [],
      });
    await expect(set(["read"])).rejects.toMatchObject({ code: "notAllowed", message: "read" });
    expect(await set(["write"])).toMatchObject({ after: ["write"] });
  });
});
