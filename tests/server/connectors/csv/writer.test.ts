/** Changes of table files: what is written, and what stays as it is. */
import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { capabilitiesOf } from "#server/connectors/capabilities.ts";
import { createCsvConnector } from "#server/connectors/csv/csvConnector.ts";
import { ANY_VERSION, readAll, remedyOf, writerOf, type Values } from "./support.ts";
import { createTableFolder, find, IN_CELL, rights, set } from "./tableFolder.ts";

const { folder, config, connector, connect, open } = createTableFolder();
const STATUS = { activeColumn: "state", inactiveValues: "Off, 0", activeValue: "On" };
const PER_ROW = { entitlementColumn: "right" };

describe("writing by configuration", () => {
  const capable = (values: Values, of = connector) => {
    const { write, activation } = capabilitiesOf(of, values);
    return { write, activation };
  };
  const watched = { source: "FOLDER", path: "people.csv", idColumn: "id" };

  test("only a file of the folder can be changed, and only if the configuration says so", async () => {
    expect(capable({})).toEqual({ write: false, activation: false });
    expect(capable(watched)).toEqual({ write: false, activation: false });
    expect(capable({ ...watched, writable: true })).toEqual({ write: true, activation: false });
    expect(capable({ ...watched, writable: true, source: "UPLOAD" }).write).toBe(false);
    expect(capable({ ...watched, writable: true, path: "people.XLSX" }).write).toBe(false);
    const withoutFolder = createCsvConnector({ ...config, connectorFolder: null });
    expect(capable({ ...watched, writable: true }, withoutFolder).write).toBe(false);
    expect(withoutFolder.capabilities.write).toBe(false);
    const connection = await connect("people.csv", { writable: false });
    expect(connection.writer).toBeNull();
  });

  test.each([
    ["a column and a value of active accounts", STATUS, true],
    ["no column", { ...STATUS, activeColumn: "" }, false],
    ["no value of active accounts", { ...STATUS, activeValue: " " }, false],
    ["no value of inactive accounts", { ...STATUS, inactiveValues: "" }, false],
    ["an active value that counts as inactive", { ...STATUS, activeValue: "OFF" }, false],
  ])("the status can be changed with %s: %s", (_, values, expected) => {
    expect(capable({ ...watched, writable: true, ...values }).activation).toBe(expected);
  });

  test("the schema says whether attributes can be written", async () => {
    for (const writable of [true, false]) {
      const name = "schema.csv";
      writeFileSync(join(folder, name), "id,mail\n");
      const connection = await connect(name, { writable });
      const [accounts] = await connection.discoverSchema();
      expect(accounts?.attributes.map((one) => one.writable)).toEqual([writable, writable]);
    }
  });
});

describe("the format of the file stays", () => {
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
  const windows = (text: string) =>
    Buffer.from(text.replaceAll("Ž", "\x8e").replaceAll("€", "\x80"), "latin1");
  const TEXT = "id,name,mail\n1,Ågot,a\n2,Žofie,b\n3,x,c\n";

  test.each([
    ["UTF-8", (text: string) => Buffer.from(text), {}],
    ["UTF-8 with a byte order mark", (text: string) => Buffer.from(`\ufeff${text}`), {}],
    ["UTF-16, little-endian", utf16, {}],
    ["UTF-16, big-endian", (text: string) => utf16(text).swap16(), {}],
    [
      "UTF-16 without a mark",
      (text: string) => Buffer.from(text, "utf16le"),
      { encoding: "UTF-16" },
    ],
    ["Windows-1252", windows, {}],
    ["Windows-1252 as configured", windows, { encoding: "WINDOWS-1252" }],
    ["semicolons", (text: string) => Buffer.from(text.replaceAll(",", ";")), {}],
    ["tabs", (text: string) => Buffer.from(text.replaceAll(",", "\t")), {}],
    ["bars", (text: string) => Buffer.from(text.replaceAll(",", "|")), {}],
    ["CRLF", (text: string) => Buffer.from(text.replaceAll("\n", "\r\n")), {}],
    ["no end of the last line", (text: string) => Buffer.from(text.trimEnd()), {}],
    ["quotes around all", (text: string) => Buffer.from(text.replaceAll(/[^,\n]+/g, '"$&"')), {}],
    [
      "quotes around a column",
      (text: string) => Buffer.from(text.replaceAll(/^\w+/gm, '"$&"')),
      {},
    ],
  ])("%s", async (_, encode, values) => {
    const { writer, bytes, connection } = await open(encode(TEXT), {
      nameColumn: "name",
      ...values,
    });
    const changed = await writer.update(
      await find(connection, "2"),
      [set("name", "Žofie €", "Žofie")],
      ANY_VERSION,
    );
    expect(changed).toEqual(await find(connection, "2"));
    expect(changed.name).toBe("Žofie €");
    await writer.create("account", { id: ["4"], name: ["Ž"], mail: ["d"] });
    await writer.remove(await find(connection, "3"), ANY_VERSION);
    expect(bytes()).toEqual(encode("id,name,mail\n1,Ågot,a\n2,Žofie €,b\n4,Ž,d\n"));
  });

  test.each([
    ["UTF-8", (text: string) => Buffer.from(text)],
    ["UTF-16", utf16],
  ])("gzip of %s", async (_, encode) => {
    const { writer, bytes, find: of } = await open(gzipSync(encode(TEXT)));
    await writer.update(await of("1"), [set("mail", "z", "a")], ANY_VERSION);
    expect(gunzipSync(bytes())).toEqual(encode(TEXT.replace("Ågot,a", "Ågot,z")));
  });

  test("rows that do not change keep spaces, quotes and line ends, but no empty lines before them", async () => {
    const text = `id,"name","a,b"\n 1 ,"x ""y""\nz",""\r\n2,"b",\n3 ,c,"d"\n\n4,,\n`;
    const { writer, text: now, find: of } = await open(text);
    await writer.update(await of("2"), [set("name", "=1,2", "b")], ANY_VERSION);
    expect(now()).toBe(text.replace('2,"b",', '2,"=1,2",').replace("\n\n", "\n"));
  });

  test("the permissions of the file stay, and a link leads to the new version", async () => {
    const { writer, path, find: of } = await open("id,a\n1,b\n");
    chmodSync(path, 0o640);
    symlinkSync(path, join(folder, "link.csv"));
    const { ino } = statSync(path);
    const linked = await connect("link.csv");
    await writerOf(linked).update(await of("1"), [set("a", "c", "b")], ANY_VERSION);
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(statSync(path).ino).not.toBe(ino);
    await writer.update(await of("1"), [set("a", "d", "c")], ANY_VERSION);
    expect(readFileSync(join(folder, "link.csv"), "utf8")).toBe("id,a\n1,d\n");
  });
});

describe("changes", () => {
  test("values that a spreadsheet reads as formulas are stored as they are", async () => {
    const { writer, find: of, text } = await open("id,a,b\n1,x,y\n");
    const values = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=x".trim(), '=HYPERLINK("http://a")'];
    for (const value of values) {
      const before = await of("1");
      const [former = ""] = before.attributes["a"] ?? [];
      const stored = await writer.update(before, [set("a", value, former)], ANY_VERSION);
      expect(stored.attributes["a"]).toEqual([value]);
      expect((await of("1")).attributes["a"]).toEqual([value]);
    }
    expect(text()).toBe('id,a,b\n1,"=HYPERLINK(""http://a"")",y\n');
  });

  test("a change is refused if the account has changed since it was read", async () => {
    const { writer, find: of, path, text } = await open("id,a\n1,b\n2,x\n");
    const before = await of("1");
    writeFileSync(path, "id,a\n1,new\n2,x\n");
    for (const work of [
      writer.update(before, [set("a", "c", "b")], { version: before.version }),
      writer.remove(before, { version: before.version }),
    ]) {
      expect(await remedyOf(work)).toBe("changedMeanwhile");
    }
    expect(text()).toBe("id,a\n1,new\n2,x\n");
    const current = await of("1");
    // Another row does not matter.
    writeFileSync(path, "id,a\n1,new\n2,other\n");
    const after = await writer.update(current, [set("a", "c", "new")], current);
    expect(after.version).not.toBe(current.version);
    await writer.remove(after, after);
    expect(text()).toBe("id,a\n2,other\n");
  });

  test("a repeated change writes no new version", async () => {
    const { writer, find: of, path } = await open("id,a,right\n1,b,R\n", PER_ROW);
    const before = await of("1");
    const { ino } = statSync(path);
    await writer.update(
      before,
      [set("a", "b", "x"), ...rights("right", ["R"], ["S"])],
      ANY_VERSION,
    );
    expect(statSync(path).ino).toBe(ino);
  });

  test("a value is removed, and one that the account does not have is not", async () => {
    const { writer, find: of, text } = await open("id,a,b\n1,x,y\n");
    const delta = [
      { attribute: "A", add: [], remove: ["x"] },
      { attribute: "b", add: [], remove: ["other"] },
    ];
    await writer.update(await of("1"), delta, ANY_VERSION);
    expect(text()).toBe("id,a,b\n1,,y\n");
  });

  test("entitlements in a cell", async () => {
    const { writer, find: of, text } = await open("id,rights\n1,R;W\n2,\n", IN_CELL);
    const first = await writer.update(await of("1"), rights("rights", ["X"], ["R"]), ANY_VERSION);
    expect(first.entitlements).toEqual(["W", "X"]);
    await writer.update(await of("2"), rights("entitlements", ["A b"], []), ANY_VERSION);
    await writer.create("account", { id: ["3"], rights: ["R", "W"] });
    expect(text()).toBe("id,rights\n1,W;X\n2,A b\n3,R;W\n");
    expect(await remedyOf(writer.update(first, rights("rights", ["a;b"], []), ANY_VERSION))).toBe(
      "valueRefused",
    );
  });

  test("an entitlement per row", async () => {
    const content = "id,mail,right\n1,a,R\n2,b,\n1,other,W\n3,c,R\n";
    const { writer, find: of, text } = await open(content, PER_ROW);
    const first = await of("1");
    expect(await writer.update(first, rights("right", ["X"], []), ANY_VERSION)).toEqual(
      await of("1"),
    );
    expect(text()).toBe("id,mail,right\n1,a,R\n2,b,\n1,other,W\n1,a,X\n3,c,R\n");
    // The attributes stay, although the row that they were read from goes.
    await writer.update(first, rights("right", [], ["R"]), ANY_VERSION);
    expect(text()).toBe("id,mail,right\n2,b,\n1,a,W\n1,a,X\n3,c,R\n");
    await writer.update(await of("2"), rights("right", ["R", "W"], []), ANY_VERSION);
    await writer.update(await of("3"), rights("right", [], ["R"]), ANY_VERSION);
    await writer.update(first, [set("mail", "z", "a")], ANY_VERSION);
    expect(text()).toBe("id,mail,right\n2,b,R\n2,b,W\n1,z,W\n1,z,X\n3,c,\n");
    await writer.remove(first, ANY_VERSION);
    await writer.create("account", { id: ["4"], right: ["R", "W"] });
    expect(text()).toBe("id,mail,right\n2,b,R\n2,b,W\n3,c,\n4,,R\n4,,W\n");
    const [second] = await readAll((await open(text(), PER_ROW)).connection);
    expect(second?.entitlements).toEqual(["R", "W"]);
  });

  test("the status", async () => {
    const { writer, find: of, text } = await open("id,state\n1,Active\n2,off\n", STATUS);
    const inactive = await writer.setActive(await of("1"), false, ANY_VERSION);
    expect(inactive.active).toBe(false);
    await writer.setActive(await of("2"), false, ANY_VERSION);
    expect(text()).toBe("id,state\n1,Off\n2,off\n");
    expect((await writer.setActive(inactive, true, inactive)).active).toBe(true);
    await writer.create("account", { id: ["3"] });
    await writer.create("account", { id: ["4"], state: ["0"] });
    expect(text()).toBe("id,state\n1,On\n2,off\n3,On\n4,0\n");
  });

  test("the status of a file without one cannot be changed", async () => {
    const { writer, find: of } = await open("id,state\n1,Active\n");
    expect(await remedyOf(writer.setActive(await of("1"), false, ANY_VERSION))).toBe("notAllowed");
  });

  test("accounts that exist or do not", async () => {
    const { writer, find: of, text } = await open("id,a\n1,b\n");
    const account = await of("1");
    const missing = { ...account, id: "2" };
    expect(await remedyOf(writer.create("account", { ID: ["1"] }))).toBe("objectExists");
    expect(await remedyOf(writer.create("account", { a: ["1"] }))).toBe("valueRefused");
    expect(await remedyOf(writer.update(missing, [], ANY_VERSION))).toBe("notFound");
    expect(await remedyOf(writer.remove(missing, ANY_VERSION))).toBe("notFound");
    expect(text()).toBe("id,a\n1,b\n");
  });

  test("changes that are requested together succeed or fail alone, in one new version", async () => {
    const { writer, find: of, text, path } = await open("id,a\n1,b\n2,c\n");
    const [first, second] = [await of("1"), await of("2")];
    const seen = new Set<number>();
    const results = await Promise.allSettled([
      writer.update(first, [set("a", "x", "b")], first).finally(() => seen.add(statSync(path).ino)),
      // The first change made another version of it.
      writer.update(first, [set("a", "y", "b")], first),
      writer.remove(second, second),
      writer.create("account", { id: ["2"], a: ["again"] }),
      writer.create("account", { id: ["3"], a: ["two", "values"] }),
      writer.create("account", { id: ["4"] }).finally(() => seen.add(statSync(path).ino)),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
      "fulfilled",
      "fulfilled",
      "rejected",
      "fulfilled",
    ]);
    expect(text()).toBe("id,a\n1,x\n2,again\n4,\n");
    expect(seen.size).toBe(1);
  });
});
