/** New accounts in a system in memory: what is written, and what the outcome says. */
import { describe, expect, test } from "vitest";
import { HIDDEN_VALUE } from "#events/rules/provisioning.ts";
import { applyChange } from "#server/provisioning/apply/applyChange.ts";
import { content } from "../contents.ts";
import {
  attributes,
  failed,
  ignored,
  notStored,
  openSystem,
  rights,
  wanted,
} from "./changeHarness.ts";

describe("a new account", () => {
  const NEW = {
    name: "new",
    after: content({
      attributes: { name: ["new"], mail: ["new@a"], password: [HIDDEN_VALUE] },
      active: false,
      entitlements: ["read", "write"],
    }),
  };

  test("is created with its secrets, and gets its status and its entitlements", async () => {
    const { system, ports, begun, secrets } = await openSystem();
    const outcome = await applyChange(ports, wanted("create", NEW));
    expect(system.writes).toEqual(["create new", "active new", "read new", "write new"]);
    const [, id = ""] = [...system.accounts.keys()];
    expect(system.accounts.get(id)).toMatchObject({
      attributes: { name: ["new"], mail: ["new@a"], password: ["s3cret"] },
      active: false,
      rights: ["read", "write"],
    });
    expect(secrets).toEqual([["password"]]);
    // The first one counts: there was no account.
    expect(begun).toEqual([null, content({ active: true }), rights(), rights()]);
    const holder = (name: string) => ({
      entitlement: name,
      objectClass: "group",
      id: name,
      object: { name, members: [id] },
    });
    expect(outcome).toMatchObject({
      account: { id, name: "new", active: false },
      holders: [holder("read"), holder("write")],
    });
    expect(outcome).toMatchObject({
      before: null,
      after: {
        attributes: { name: ["new"], mail: ["new@a"] },
        active: false,
        entitlements: ["read", "write"],
      },
      forms: { name: null, mail: null },
      replaced: {},
    });
    expect(Object.keys(outcome.after?.attributes ?? {})).toEqual(["name", "mail"]);
  });

  test("without secrets, status and entitlements takes one write", async () => {
    const opened = await openSystem();
    const after = attributes({ name: ["new"] });
    const outcome = await applyChange(opened.ports, wanted("create", { name: "new", after }));
    expect(opened.system.writes).toEqual(["create new"]);
    expect(opened.secrets).toEqual([]);
    expect(outcome.after).toEqual(content({ attributes: { name: ["new"] }, active: true }));
  });

  test("without anything planned is created by its name alone", async () => {
    const opened = await openSystem();
    // The system calls it by an empty name, and finds it by its id.
    const outcome = await applyChange(opened.ports, wanted("create", { name: "" }));
    expect(outcome.account).toMatchObject({ id: "id-2" });
    expect(outcome.after).toEqual(content({ active: true }));
  });

  test("that another writer made with the same values is taken over", async () => {
    const opened = await openSystem();
    const after = attributes({ name: ["ann"], mail: ["OLD"] });
    const outcome = await applyChange(opened.ports, wanted("create", { after }));
    expect(opened.system.writes).toEqual([]);
    expect(opened.begun).toEqual([]);
    expect(outcome).toMatchObject({
      account: { id: opened.id },
      after: { attributes: { mail: ["old"] } },
      forms: { name: null, mail: { written: ["OLD"], stored: ["old"] } },
      replaced: {},
    });
  });

  test("that another writer made with other values is not touched", async () => {
    const opened = await openSystem();
    const after = attributes({ name: ["ann"], mail: ["other"] });
    expect(await failed(opened, wanted("create", { after }))).toBe("objectExists: ann");
    expect(opened.system.writes).toEqual([]);
  });

  test("that an earlier attempt made gets the values that it lacks", async () => {
    const opened = await openSystem({ account: { attributes: { mail: ["OLD"], phone: ["1"] } } });
    const after = attributes({ name: ["ann"], mail: ["old"], phone: ["1", "2"] });
    const outcome = await applyChange(opened.ports, wanted("create", { after, isResumed: true }));
    expect(opened.system.writes).toEqual(["phone ann"]);
    expect(opened.begun).toEqual([null]);
    expect(opened.system.object(opened.id)?.attributes).toEqual({
      name: ["ann"],
      mail: ["OLD"],
      phone: ["1", "2"],
    });
    expect(outcome.after?.attributes).toEqual({ name: ["ann"], mail: ["OLD"], phone: ["1", "2"] });
    // Nothing is left for a further attempt.
    const again = await openSystem();
    const same = attributes({ name: ["ann"], mail: ["old"] });
    await applyChange(again.ports, wanted("create", { after: same, isResumed: true }));
    expect([again.system.writes, again.begun]).toEqual([[], []]);
  });

  test("that another writer changes while the attempt is repeated is not overwritten", async () => {
    const opened = await openSystem({
      writer: ({ update }) => ({
        update: (...args) => {
          opened.system.overwrite(opened.id, { attributes: { mail: ["theirs"] } });
          return update(...args);
        },
      }),
    });
    const after = attributes({ name: ["ann"], phone: ["1"] });
    await expect(
      applyChange(opened.ports, wanted("create", { after, isResumed: true })),
    ).rejects.toMatchObject({ remedy: "changedMeanwhile" });
  });

  test.each([
    ["root", attributes({ name: ["root"] })],
    ["new", attributes({ name: ["new"], mail: ["new@out"] })],
  ])("%s that the settings leave out is not created", async (name, after) => {
    const opened = await openSystem();
    expect(await failed(opened, wanted("create", { name, after }))).toBe(
      `accountExcluded: ${name}`,
    );
    expect(opened.system.writes).toEqual([]);
  });

  test("that exists and that the settings leave out is not changed", async () => {
    const opened = await openSystem({ account: { attributes: { mail: ["ann@out"] } } });
    const after = attributes({ name: ["ann"] });
    expect(await failed(opened, wanted("create", { after }))).toBe("accountExcluded: ann");
  });

  test("without some of its parts has the others, and the error names the lost ones in order", async () => {
    const opened = await openSystem({ hasGroups: false });
    const { system } = opened;
    system.storedOf = (attribute, written) =>
      attribute === "mail" || attribute === "rights"
        ? written.filter((value) => value === "read")
        : written;
    const active = content({
      attributes: { name: ["new"], mail: ["m"], phone: ["1"] },
      active: true,
      entitlements: ["read", "write"],
    });
    const error = await notStored(opened, wanted("create", { name: "new", after: active }));
    expect(error.message).toBe("mail, write");
    expect(error.outcome).toMatchObject({
      before: null,
      after: {
        attributes: { name: ["new"], mail: [], phone: ["1"] },
        active: true,
        entitlements: ["read"],
      },
      forms: { name: null, mail: null, phone: null },
      replaced: { mail: [] },
    });
    expect(system.writes).toEqual(["create new", "+read,write - new"]);
  });

  test("whose status the system ignores is not complete", async () => {
    const opened = await openSystem({
      writer: () => ({ setActive: () => Promise.reject(ignored()) }),
    });
    const after = content({ attributes: { name: ["new"] }, active: false });
    expect(await failed(opened, wanted("create", { name: "new", after }))).toBe(
      "notStored: administrativeStatus",
    );
  });

  test("that the connector calls ignored is looked for by its name", async () => {
    const made = await openSystem({
      writer: ({ create }) => ({
        create: async (...args) => {
          await create(...args);
          throw ignored();
        },
      }),
    });
    const after = attributes({ name: ["new"] });
    const outcome = await applyChange(made.ports, wanted("create", { name: "new", after }));
    expect(outcome.account).toMatchObject({ name: "new" });
    const lacking = await openSystem({
      writer: () => ({ create: () => Promise.reject(ignored()) }),
    });
    expect(await failed(lacking, wanted("create", { name: "new", after }))).toBe("ignored: new");
  });

  test("that the system gives another name is found by its id", async () => {
    const opened = await openSystem();
    opened.system.storedOf = (attribute, written) => (attribute === "name" ? ["n3w"] : written);
    const after = attributes({ name: ["new"] });
    const outcome = await applyChange(opened.ports, wanted("create", { name: "new", after }));
    expect(outcome).toMatchObject({
      account: { name: "n3w" },
      forms: { name: { written: ["new"], stored: ["n3w"], replaced: true } },
      replaced: { name: ["n3w"] },
    });
  });
});
