/** Changes of table files that are refused. */
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AttributeDelta, SystemObject } from "#server/connectors/contract.ts";
import { csvText } from "../../support/csv.ts";
import { ANY_VERSION, remedyOf, writerOf } from "./support.ts";
import { createTableFolder, rights, set } from "./tableFolder.ts";

const WORKBOOK = new URL("../../import/workbooks/people.xlsx", import.meta.url);
const { folder, connect, open } = createTableFolder();

describe("refused changes leave the file as it is", () => {
  test.each([
    ["a value with a NUL", "a\0b"],
    ["a value with a space before it", " a"],
    ["a value with a line feed after it", "a\n"],
    ["half a character", "\ud800"],
    ["a value that no record can hold", "x".repeat(1_048_576)],
  ])("%s", async (_, value) => {
    const { writer, find: of, text } = await open("id,a\n1,b\n");
    const work = writer.update(await of("1"), [set("a", value, "b")], ANY_VERSION);
    expect(await remedyOf(work)).toBe("valueRefused");
    expect(text()).toBe("id,a\n1,b\n");
  });

  test("a character that the encoding lacks", async () => {
    const values = { encoding: "WINDOWS-1252" };
    const { writer, find: of, text } = await open("id,a\n1,b\n", values);
    for (const value of ["Ł", "\u0080", "😀"]) {
      const work = writer.update(await of("1"), [set("a", value, "b")], ANY_VERSION);
      expect(await remedyOf(work)).toBe("valueRefused");
    }
    expect(text()).toBe("id,a\n1,b\n");
  });

  test("a new version that would be detected as another encoding", async () => {
    // Without its other bytes, the file is valid UTF-8 with one letter instead of two.
    const content = Buffer.from("id,a\n1,\xc3\xa4\n2,\xe4\n", "latin1");
    const { writer, find: of, bytes } = await open(content);
    expect((await of("1")).attributes["a"]).toEqual(["Ã¤"]);
    const delta = [set("a", "x", "ä")];
    expect(await remedyOf(writer.update(await of("2"), delta, ANY_VERSION))).toBe("valueRefused");
    expect(bytes()).toEqual(content);
  });

  test("another id, several values, and columns that the file lacks", async () => {
    const { writer, find: of, text } = await open("id,a\n1,b\n");
    const account = await of("1");
    const refusal = (delta: readonly AttributeDelta[]) =>
      remedyOf(writer.update(account, delta, ANY_VERSION));
    expect(await refusal([set("id", "2", "1")])).toBe("valueRefused");
    expect(await refusal([{ attribute: "a", add: ["x", "y"], remove: [] }])).toBe("valueRefused");
    expect(await refusal([set("c", "2", "1")])).toBe("missingColumn");
    expect(await refusal(rights("entitlements", ["R"], []))).toBe("missingColumn");
    expect(text()).toBe("id,a\n1,b\n");
  });

  test.each([
    ["a repeated id", "id,a\n1,b\n2,c\n2,d\n"],
    ["a row that was cut off", "id,a\n1,b\n2"],
    ["a row without id", "id,a\n1,b\n,c\n"],
    ["an open quote", 'id,a\n1,b\n2,"c\n'],
  ])("a file with %s", async (_, content) => {
    const { writer, text } = await open(content);
    const object = { id: "1" } as SystemObject;
    expect(await remedyOf(writer.update(object, [set("a", "x", "b")], ANY_VERSION))).toBe(
      "contentDamaged",
    );
    expect(text()).toBe(content);
  });

  test("a workbook with the name of a table", async () => {
    const { writer, path, bytes } = await open("id\n");
    copyFileSync(WORKBOOK, path);
    expect(await remedyOf(writer.create("account", { id: ["1"] }))).toBe("notAllowed");
    expect(bytes()).toEqual(readFileSync(WORKBOOK));
  });

  test("a file that would become too large to be read", async () => {
    const rows = Array.from({ length: 30_000 }, (_, no) => [String(no), "x".repeat(90)]);
    const { writer, bytes } = await open(csvText(["id", "a"], rows));
    const { length } = bytes();
    const created = ["a", "b", "c"].map((id) =>
      writer.create("account", { id: [id], a: ["y".repeat(100_000)] }),
    );
    expect(await Promise.all(created.map(remedyOf))).toEqual(Array(3).fill("fileTooLarge"));
    expect(bytes().length).toBe(length);
  });

  test("a file that is gone, or outside of the folder", async () => {
    for (const [path, remedy] of [
      ["gone.csv", "fileMissing"],
      ["../gone.csv", "notAllowed"],
    ] as const) {
      const connection = await connect(path);
      expect(await remedyOf(writerOf(connection).create("account", { id: ["1"] }))).toBe(remedy);
    }
  });

  test("nothing is left beside the files", () => {
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  });
});
