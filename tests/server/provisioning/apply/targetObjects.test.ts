/** Single objects of a system that a plan is applied to. */
import { describe, expect, test } from "vitest";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import {
  ConnectorError,
  type Connection,
  type Pages,
  type SystemObject,
  type Writer,
} from "#server/connectors/contract.ts";
import { acceptWrite } from "#server/provisioning/apply/acceptWrite.ts";
import { openTarget } from "#server/provisioning/apply/targetObjects.ts";
import { exclusionsOf } from "#server/systems/accountExclusions.ts";
import { MemorySystem } from "../memorySystem.ts";
import { CLASS, openSystem } from "./changeHarness.ts";

const object = (id: string): SystemObject => ({
  id,
  name: `name of ${id}`,
  objectClass: "account",
  attributes: {},
  active: null,
  entitlements: null,
  members: null,
  version: null,
});
const classWith = (...multiple: readonly string[]): ObjectClass => ({
  ...CLASS,
  attributes: ["name", "rights", "roles"].map((name) => ({
    name,
    multiple: multiple.includes(name),
    required: false,
    writable: true,
  })),
});

/** A system whose class is read in pages. */
async function openPages(
  pages: readonly (readonly SystemObject[])[],
  {
    problem = null,
    writer = {},
    classes = [CLASS],
  }: {
    readonly problem?: ConnectorError | null;
    readonly writer?: Partial<Writer>;
    readonly classes?: readonly ObjectClass[];
  } = {},
) {
  const read: number[] = [];
  const sizes: number[] = [];
  let isClosed = false;
  async function* search(): Pages {
    try {
      for (const [at, page] of pages.entries()) {
        read.push(at);
        yield page;
      }
      return { complete: problem === null, token: null, problem };
    } finally {
      isClosed = true;
    }
  }
  const connection: Connection = await new MemorySystem(true).connect();
  const { find: _find, entitlementAttribute: _named, ...methods } = connection.writer as Writer;
  const target = await openTarget(
    {
      ...connection,
      discoverSchema: async () => classes,
      search: (_objectClass, size) => {
        sizes.push(size);
        return search();
      },
      writer: { ...methods, ...writer },
    },
    exclusionsOf([{ attribute: null, pattern: "root" }]),
  );
  return { target, read, sizes, isClosed: () => isClosed };
}

describe("an object of a system that reads whole classes", () => {
  const PAGES = [[object("1"), object("2")], [object("3")], [object("4")]];

  test("is found by its id or its name, and no further page is read", async () => {
    const { target, read, sizes, isClosed } = await openPages(PAGES);
    expect(await target.find("account", { id: "3" })).toEqual(object("3"));
    expect(read).toEqual([0, 1]);
    expect(sizes).toEqual([1000]);
    expect(isClosed()).toBe(true);
    expect(await target.find("account", { name: "name of 2" })).toEqual(object("2"));
    expect(await target.find("account", { name: "2" })).toBeNull();
    expect(await target.find("account", { id: "name of 2" })).toBeNull();
  });

  test("is not there if the whole class was read, and unknown if it was not", async () => {
    const { target } = await openPages(PAGES);
    expect(await target.find("account", { id: "5" })).toBeNull();
    await expect(target.require("account", { id: "5" })).rejects.toMatchObject({
      code: "notFound",
      message: "5",
    });
    await expect(target.require("account", { name: "five" })).rejects.toMatchObject({
      message: "five",
    });
    expect(await target.require("account", { id: "4" })).toEqual(object("4"));
    const problem = new ConnectorError("timedOut", "read", "lost");
    const broken = await openPages(PAGES, { problem });
    await expect(broken.target.find("account", { id: "5" })).rejects.toBe(problem);
    expect(await broken.target.find("account", { id: "4" })).toEqual(object("4"));
  });

  test("of an unknown class is not looked for", async () => {
    const { target } = await openPages(PAGES);
    await expect(target.find("robot", { id: "1" })).rejects.toMatchObject({
      code: "schemaUnknown",
      message: "The system has no class robot",
    });
    expect(target.classOf("account")).toBe(CLASS);
  });
});

test("a system that finds single objects is not read", async () => {
  const found = object("7");
  const { target, read } = await openPages([[object("1")]], {
    writer: { find: async (_class, key) => ("id" in key && key.id === "7" ? found : null) },
  });
  expect(await target.find("account", { id: "7" })).toBe(found);
  expect(await target.find("account", { id: "1" })).toBeNull();
  expect(read).toEqual([]);
});

test("a connection that cannot write is no target", async () => {
  const connection = await new MemorySystem(true).connect();
  await expect(openTarget({ ...connection, writer: null }, () => null)).rejects.toMatchObject({
    code: "notAllowed",
    message: "The connection cannot write",
  });
});

test("accounts that the settings leave out are refused", async () => {
  const { target } = await openPages([]);
  expect(() => target.requireIncluded({ name: "root", attributes: {} })).toThrow(
    expect.objectContaining({ code: "accountExcluded", message: "root" }),
  );
  expect(() => target.requireIncluded({ name: "ann", attributes: {} })).not.toThrow();
});

test("values are compared as the system does, and only readable attributes are reported", async () => {
  const { target } = (await openSystem()).ports;
  expect(target.sameValues("account")("mail", ["A"], ["a"])).toBe(true);
  expect(target.sameValues("account")("name", ["A"], ["a"])).toBe(false);
  const values = { before: ["x"], written: ["abc"], stored: ["abc"] };
  expect(target.isStored("account", "mail", values)).toBe(true);
  expect(target.isStored("account", "mail", { ...values, stored: ["x"] })).toBe(false);
  expect(["mail", "pin", "none"].map((name) => target.isReported("account", name))).toEqual([
    true,
    false,
    false,
  ]);
});

describe("the attribute with the entitlements of accounts", () => {
  const named = async (options: Parameters<typeof openPages>[1]) =>
    (await openPages([], options)).target.entitlementAttribute("account");
  const refused = {
    code: "notAllowed",
    message: "The connection cannot write entitlements of accounts",
  };

  test("is the one that the connector names", async () => {
    expect(await named({ writer: { entitlementAttribute: async () => "groups" } })).toBe("groups");
    await expect(
      named({ writer: { entitlementAttribute: async () => null } }),
    ).rejects.toMatchObject(refused);
  });

  test("is otherwise the only one with several values", async () => {
    expect(await named({ classes: [classWith("roles")] })).toBe("roles");
    await expect(named({ classes: [classWith("rights", "roles")] })).rejects.toMatchObject(refused);
    await expect(named({ classes: [classWith()] })).rejects.toMatchObject(refused);
  });
});

describe("a write", () => {
  test("that the system makes has a result", async () => {
    expect(await acceptWrite(async () => 7)).toEqual({ result: 7, ignored: [] });
  });

  test("that the connector calls ignored is accepted, with the names of the attributes", async () => {
    const ignored = new ConnectorError("ignored", "read", "x", { attributes: ["mail"] });
    expect(await acceptWrite(() => Promise.reject(ignored))).toEqual({
      result: null,
      ignored: ["mail"],
    });
  });

  test.each([
    new ConnectorError("timedOut", "read", "x"),
    Object.assign(new Error("x"), { remedy: "ignored" }),
  ])("that fails otherwise is not (%s)", async (error) => {
    await expect(acceptWrite(() => Promise.reject(error))).rejects.toBe(error);
  });
});
