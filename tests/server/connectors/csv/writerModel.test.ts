/** Compares changes of generated table files with a plain model. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SystemObject } from "#server/connectors/contract.ts";
import { ANY_VERSION, readAll } from "./support.ts";
import { createTableFolder, IN_CELL, rights } from "./tableFolder.ts";

const { open } = createTableFolder();

describe("changes", () => {
  test("any changes of any table read back as a plain model says", async () => {
    const cell = fc.oneof(
      fc.constantFrom(
        "",
        "a",
        "=1+1",
        "@x",
        "-1",
        "+1",
        'q"q',
        "a,b",
        "c;d",
        "x\ny",
        "x\r\ny",
        "Å€",
        "0",
      ),
      fc.string({ maxLength: 6 }).map((text) => text.replaceAll("\0", "").trim()),
    );
    const id = fc.constantFrom("1", "2", "3", "Ä", '"', "=4");
    const right = fc.constantFrom("R", "W", 'X"', "a,b", "=5");
    const account = fc.record({
      id,
      a: cell,
      b: cell,
      rights: fc.uniqueArray(right, { maxLength: 3 }),
    });
    const changes = fc.array(
      fc.oneof(
        account.map((one) => ({ type: "create" as const, ...one })),
        fc.record({ type: fc.constant("update" as const), id, a: cell, add: right, remove: right }),
        fc.record({ type: fc.constant("remove" as const), id }),
      ),
      { maxLength: 6 },
    );
    const accounts = fc.uniqueArray(account, { selector: (one) => one.id, maxLength: 5 });
    const format = fc.record({
      delimiter: fc.constantFrom("COMMA", "SEMICOLON", "TAB"),
      lineEnd: fc.constantFrom("\n", "\r\n"),
      isGrouped: fc.boolean(),
      isTogether: fc.boolean(),
    });
    const DELIMITERS = { COMMA: ",", SEMICOLON: ";", TAB: "\t" };
    await fc.assert(
      fc.asyncProperty(accounts, changes, format, async (given, steps, of) => {
        const rows = given.flatMap((one) =>
          of.isGrouped
            ? (one.rights.length === 0 ? [""] : one.rights).map((name) => [
                one.id,
                one.a,
                one.b,
                name,
              ])
            : [[one.id, one.a, one.b, one.rights.join("|")]],
        );
        const quoted = [["id", "a", "b", "rights"], ...rows]
          .map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`))
          .map((row) => row.join(DELIMITERS[of.delimiter]) + of.lineEnd)
          .join("");
        const { writer, connection } = await open(quoted, {
          delimiter: of.delimiter,
          encoding: "UTF-8",
          ...IN_CELL,
          entitlementLayout: of.isGrouped ? "ONE_PER_ROW" : "MULTIPLE_IN_CELL",
          separator: "|",
        });
        const model = new Map(
          given.map((one) => [one.id, { ...one, rights: new Set(one.rights) }]),
        );
        const written: Promise<unknown>[] = [];
        for (const step of steps) {
          const known = model.get(step.id);
          const object = { id: step.id } as SystemObject;
          if (step.type === "create") {
            written.push(
              writer.create("account", {
                id: [step.id],
                a: [step.a],
                b: [step.b],
                rights: step.rights,
              }),
            );
            if (!known) model.set(step.id, { ...step, rights: new Set(step.rights) });
          } else if (step.type === "remove") {
            written.push(writer.remove(object, ANY_VERSION));
            model.delete(step.id);
          } else {
            const delta = [
              { attribute: "a", add: step.a === "" ? [] : [step.a], remove: [known?.a ?? ""] },
              ...rights("rights", [step.add], [step.remove]),
            ];
            written.push(writer.update(object, delta, ANY_VERSION));
            if (known) {
              known.a = step.a;
              known.rights.delete(step.remove);
              known.rights.add(step.add);
            }
          }
          if (!of.isTogether) await Promise.allSettled(written);
        }
        await Promise.allSettled(written);
        const read = (await readAll(connection)).map((one) => [
          one.id,
          one.attributes["a"]?.[0] ?? "",
          one.attributes["b"]?.[0] ?? "",
          [...(one.entitlements ?? [])].sort(),
        ]);
        const expected = [...model.values()].map((one) => [
          one.id,
          one.a,
          one.b,
          [...one.rights].sort(),
        ]);
        expect(new Set(read)).toEqual(new Set(expected));
        expect(read.length).toBe(expected.length);
      }),
      { numRuns: 150 },
    );
  });
});
