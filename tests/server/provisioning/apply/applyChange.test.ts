/** Changes of values in a system in memory: what is written, and what the outcome says. */
import { describe, expect, test } from "vitest";
import { applyChange } from "#server/provisioning/apply/applyChange.ts";
import type { WantedChange } from "#server/provisioning/apply/change.ts";
import { content } from "../contents.ts";
import {
  attributes,
  failed,
  ignored,
  notStored,
  openSystem,
  wanted,
  type Options,
} from "./changeHarness.ts";

describe("a change of values", () => {
  const change = (more: Parameters<typeof wanted>[1] = {}) =>
    wanted("change", {
      before: attributes({ mail: ["old"], phone: [] }),
      after: attributes({ mail: ["new"], phone: ["1", "2"] }),
      ...more,
    });

  test("writes what differs, and tells the values before and after", async () => {
    const { system, id, ports, begun } = await openSystem();
    const outcome = await applyChange(ports, change({ id }));
    expect(system.writes).toEqual(["mail phone ann"]);
    expect(system.object(id)?.attributes).toMatchObject({ mail: ["new"], phone: ["1", "2"] });
    const before = attributes({ mail: ["old"], phone: [] });
    expect(begun).toEqual([before]);
    expect(outcome).toMatchObject({ account: { id, attributes: { mail: ["new"] } } });
    expect({ ...outcome, account: null }).toEqual({
      account: null,
      holders: [],
      before,
      after: attributes({ mail: ["new"], phone: ["1", "2"] }),
      forms: { mail: null, phone: null },
      replaced: {},
    });
  });

  test("adds and removes only the values that differ", async () => {
    const deltas: unknown[] = [];
    const { ports } = await openSystem({
      account: { attributes: { phone: ["1", "2"] } },
      writer: ({ update }) => ({
        update: (object, delta, when) => {
          deltas.push(delta, when);
          return update(object, delta, when);
        },
      }),
    });
    const before = attributes({ phone: ["1", "2"] });
    await applyChange(ports, change({ before, after: attributes({ phone: ["2", "3"] }) }));
    expect(deltas).toEqual([[{ attribute: "phone", add: ["3"], remove: ["1"] }], { version: "1" }]);
  });

  test("does not write how often a value occurs", async () => {
    const { system, ports, begun } = await openSystem({
      account: { attributes: { phone: ["1"] } },
    });
    const before = attributes({ phone: ["1"] });
    await applyChange(ports, change({ before, after: attributes({ phone: ["1", "1"] }) }));
    expect([system.writes, begun]).toEqual([[], []]);
  });

  test("finds the account by its id, or by its name if it was not read", async () => {
    const { system, id, ports } = await openSystem();
    expect(await applyChange(ports, change({ name: "ann" }))).toMatchObject({ account: { id } });
    system.overwrite(id, { attributes: { name: ["anna"], mail: ["old"], phone: [] } });
    expect(await applyChange(ports, change({ id }))).toMatchObject({ account: { id } });
    const missing = change({ id: "id-9" });
    await expect(applyChange(ports, missing)).rejects.toMatchObject({
      code: "notFound",
      message: "id-9",
    });
    await expect(applyChange(ports, change({ name: "ben" }))).rejects.toMatchObject({
      code: "notFound",
      message: "ben",
    });
  });

  test("of an account that the settings leave out is not made", async () => {
    const opened = await openSystem({ account: { attributes: { mail: ["ann@out"] } } });
    const before = attributes({ mail: ["ann@out"] });
    expect(await failed(opened, change({ before, after: attributes({ mail: ["in"] }) }))).toBe(
      "accountExcluded: ann",
    );
  });

  test("without values changes nothing", async () => {
    const { system, ports } = await openSystem();
    const outcome = await applyChange(ports, wanted("change"));
    expect(outcome).toMatchObject({ before: content(), after: content(), forms: {}, replaced: {} });
    expect(system.writes).toEqual([]);
  });

  test("does not overwrite the value of another writer", async () => {
    const opened = await openSystem({ account: { attributes: { mail: ["theirs"], phone: [] } } });
    expect(await failed(opened, change())).toBe("changedMeanwhile: mail");
    expect(await failed(opened, change({ before: null }))).toBe("changedMeanwhile: mail");
    expect(opened.system.writes).toEqual([]);
  });

  test.each([
    ["the values before, in another case", "OLD", {}, ["mail phone ann"]],
    ["the wanted values", "new", {}, ["phone ann"]],
    ["the wanted values, in another case", "NEW", {}, ["phone ann"]],
    [
      "what it stored in an earlier attempt",
      "own",
      { left: { mail: ["own"] } },
      ["mail phone ann"],
    ],
  ])("goes on if the system has %s", async (_what, mail, more, writes) => {
    const { system, ports } = await openSystem({
      account: { attributes: { mail: [mail], phone: [] } },
    });
    await applyChange(ports, change(more));
    expect(system.writes).toEqual(writes);
  });

  test("goes on after a crash if the system has a part of the values before and after it", async () => {
    const before = attributes({ phone: ["1", "2"] });
    const after = attributes({ phone: ["3", "4"] });
    const now = (...phone: string[]) => openSystem({ account: { attributes: { phone } } });
    const part = await now("2", "3");
    expect(await failed(part, change({ before, after }))).toBe("changedMeanwhile: phone");
    await applyChange(part.ports, change({ before, after, isResumed: true }));
    expect(part.system.object(part.id)?.attributes["phone"]).toEqual(["3", "4"]);
    const other = await now("2", "5");
    expect(await failed(other, change({ before, after, isResumed: true }))).toBe(
      "changedMeanwhile: phone",
    );
    const kept = await now("9");
    expect(await failed(kept, change({ before, after, left: { phone: ["8"] } }))).toBe(
      "changedMeanwhile: phone",
    );
  });

  describe("of which the system has a part already", () => {
    const opened = async (more: Partial<WantedChange>, mail = "new") => {
      const finished: unknown[] = [];
      const { ports } = await openSystem({
        account: { attributes: { mail: [mail], phone: [] } },
        writer: () => ({
          finishUpdate: async (object, former) => void finished.push(object.name, former),
        }),
      });
      await applyChange(ports, change(more));
      return finished;
    };

    test("finishes the update, with the values before the first attempt", async () => {
      const former = { mail: ["old"], phone: [] };
      expect(await opened({})).toEqual(["ann", former]);
      expect(await opened({ seen: attributes({ mail: ["seen"] }) })).toEqual([
        "ann",
        { mail: ["seen"] },
      ]);
      expect(await opened({ before: null })).toEqual(["ann", {}]);
    });

    test("does not finish an update of which the system has no part", async () => {
      expect(await opened({}, "old")).toEqual([]);
    });
  });

  test("that the system stores in part fails with the names of what is missing", async () => {
    const opened = await openSystem();
    opened.system.storedOf = (attribute, written, old) => (attribute === "mail" ? old : written);
    const error = await notStored(opened, change());
    expect(error.message).toBe("mail");
    expect(error.outcome).toMatchObject({
      before: attributes({ mail: ["old"], phone: [] }),
      after: attributes({ mail: ["old"], phone: ["1", "2"] }),
      forms: { mail: null, phone: null },
      replaced: { mail: ["old"] },
    });
  });

  test("of which the connector names what was ignored fails with these names", async () => {
    const opened = await openSystem({
      writer: ({ update }) => ({
        update: async (...args) => {
          await update(...args);
          throw ignored("phone");
        },
      }),
    });
    opened.system.storedOf = (attribute, written, old) => (attribute === "mail" ? old : written);
    const error = await notStored(opened, change());
    expect(error.message).toBe("phone");
    // No later preview takes either for a form of what was written.
    expect(error.outcome.forms).toEqual({ mail: null, phone: null });
    expect(error.outcome.replaced).toEqual({ mail: ["old"], phone: ["1", "2"] });
  });

  test("that the connector calls ignored, and that the system made, succeeds", async () => {
    const { ports } = await openSystem({
      writer: ({ update }) => ({
        update: async (...args) => {
          await update(...args);
          throw ignored();
        },
      }),
    });
    expect(await applyChange(ports, change())).toMatchObject({
      after: { attributes: { mail: ["new"] } },
    });
  });

  test("that the system stores in another form remembers the form", async () => {
    const opened = await openSystem();
    opened.system.storedOf = (attribute, written) =>
      attribute === "mail" ? written.map((value) => value.toUpperCase()) : ["1", "2"];
    expect(await applyChange(opened.ports, change())).toMatchObject({
      forms: { mail: { written: ["new"], stored: ["NEW"] }, phone: null },
      replaced: {},
    });
    opened.system.overwrite(opened.id, { attributes: { mail: ["old"], phone: [] } });
    opened.system.storedOf = (_attribute, written) => written.map(() => "own");
    const mailOnly = {
      before: attributes({ mail: ["old"] }),
      after: attributes({ mail: ["new"] }),
    };
    expect(await applyChange(opened.ports, change(mailOnly))).toMatchObject({
      forms: { mail: { written: ["new"], stored: ["own"], replaced: true } },
      replaced: { mail: ["own"] },
    });
  });

  test("of an attribute that the system does not report is not checked", async () => {
    const hide = (name: string, options: Options = {}) =>
      openSystem({
        ...options,
        writer: ({ find }) => ({
          find: async (objectClass, key) => {
            const object = (await find?.(objectClass, key)) ?? null;
            if (object === null) return null;
            const { [name]: _hidden, ...shown } = object.attributes;
            return { ...object, attributes: shown };
          },
        }),
      });
    const pin = await hide("pin");
    const outcome = await applyChange(
      pin.ports,
      change({ before: null, after: attributes({ pin: ["1"] }) }),
    );
    expect(outcome).toMatchObject({ forms: { pin: null }, replaced: {} });
    const shown = await hide("mail", { account: {} });
    const mail = change({ before: null, after: attributes({ mail: ["1"] }) });
    expect(await failed(shown, mail)).toBe("notStored: mail");
    expect((await notStored(shown, mail)).outcome.replaced).toEqual({ mail: [] });
  });

  test("of a secret attribute tells no values", async () => {
    const { ports, begun } = await openSystem();
    const secret = { password: ["s3cret"], mail: ["new"] };
    const outcome = await applyChange(
      ports,
      change({ before: attributes({ mail: ["old"] }), after: attributes(secret) }),
    );
    expect(begun).toEqual([attributes({ mail: ["old"] })]);
    expect(outcome.before).toEqual(attributes({ mail: ["old"] }));
    expect(outcome.after).toEqual(attributes({ mail: ["new"] }));
  });
});
