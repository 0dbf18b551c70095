/** Which files of the server's directory a system may use. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { capabilitiesOf } from "#server/connectors/capabilities.ts";
import { createCsvConnector } from "#server/connectors/csv/csvConnector.ts";
import { csvText, temporaryFiles } from "../../support/csv.ts";
import {
  ACCOUNTS,
  folderConfiguration,
  folderEnvironment,
  folderOfClient,
  PLACE,
  readAll,
} from "./support.ts";

const READ_ONLY = { writable: false };
const NOT_ALLOWED = { remedy: "notAllowed", step: "find" };

const files = temporaryFiles();
const root = join(files.directory, "watched");
const folder = folderOfClient(root);
const connector = createCsvConnector({
  connectorFolder: root,
  dataDirectory: files.directory,
  importMegabytes: 2,
});

const connect = (path: string, below = root) =>
  connector.open(folderConfiguration(connector, path, READ_ONLY), folderEnvironment(below));

describe("a watched directory", () => {
  const secret = files.write("secret.csv", "id\nsecret\n");
  writeFileSync(join(folder, "people.csv"), "id\n1\n");
  mkdirSync(join(folder, "below"));
  writeFileSync(join(folder, "below", "more.csv"), "id\n2\n");
  symlinkSync(secret, join(folder, "link.csv"));
  symlinkSync(files.directory, join(folder, "up"));
  symlinkSync("people.csv", join(folder, "current.csv"));
  execFileSync("mkfifo", [join(folder, "pipe.csv")]);
  const foreign = "9e2f7c64-1f0f-4f5e-8d7b-0c1b2a3d4e5f";
  for (const id of [PLACE.resourceId, foreign]) {
    mkdirSync(join(folder, id));
    writeFileSync(join(folder, id, "own.csv"), `id\n${id}\n`);
  }
  symlinkSync(join(foreign, "own.csv"), join(folder, "borrowed.csv"));
  writeFileSync(join(root, "root.csv"), "id\n3\n");
  mkdirSync(join(root, foreign));
  writeFileSync(join(root, foreign, "other.csv"), "id\n4\n");
  symlinkSync(join("..", foreign), join(folder, "client"));

  test.each([
    ["people.csv", "1"],
    ["below/more.csv", "2"],
    ["current.csv", "1"],
    ["./people.csv", "1"],
    [`${PLACE.resourceId}/own.csv`, PLACE.resourceId],
  ])("%s is read", async (path, id) => {
    const objects = await readAll(await connect(path));
    expect(objects.map((one) => one.id)).toEqual([id]);
  });

  test.each([
    ["../secret.csv", "notAllowed"],
    ["below/../../secret.csv", "notAllowed"],
    [secret, "notAllowed"],
    ["link.csv", "notAllowed"],
    ["up/secret.csv", "notAllowed"],
    ["people.csv\0.png", "notAllowed"],
    ["..\\secret.csv", "notAllowed"],
    ["../root.csv", "notAllowed"],
    [`../${foreign}/other.csv`, "notAllowed"],
    ["client/other.csv", "notAllowed"],
    ["root.csv", "fileMissing"],
    [`${foreign}/own.csv`, "notAllowed"],
    [`./${foreign}/own.csv`, "notAllowed"],
    ["borrowed.csv", "notAllowed"],
    [".", "notAllowed"],
    ["below", "unreadable"],
    ["pipe.csv", "unreadable"],
    ["missing.csv", "fileMissing"],
    ["people.csv/x", "fileMissing"],
  ])("%s is refused", async (path, remedy) => {
    const connection = await connect(path);
    await expect(connection.test()).rejects.toMatchObject({ remedy, step: "find" });
  });

  test("the directory of a client must not be a link", async () => {
    const linked = join(files.directory, "linked");
    mkdirSync(linked);
    symlinkSync(folder, join(linked, PLACE.clientId));
    const connection = await connect("people.csv", linked);
    await expect(connection.test()).rejects.toMatchObject(NOT_ALLOWED);
  });

  describe("a path with an asterisk", () => {
    mkdirSync(join(folder, "drop"));
    for (const name of [
      "hr-1.csv",
      ".hr-2.csv",
      "HR-3.csv",
      "hr-4.csv.part",
      "two-1.csv",
      "two-2.csv",
    ]) {
      writeFileSync(join(folder, "drop", name), `id\n${name}\n`);
    }
    mkdirSync(join(folder, "drop", "hr-5.csv"));
    symlinkSync(secret, join(folder, "drop", "leak-1.csv"));

    test.each([
      ["drop/hr-*.csv", "hr-1.csv"],
      ["./drop/hr*1*", "hr-1.csv"],
      ["drop/*r-*.csv", "hr-1.csv"],
      ["peop*.csv", "1"],
      [`${PLACE.resourceId}/o*n.csv`, PLACE.resourceId],
    ])("%s leads to the only file that matches", async (path, id) => {
      const objects = await readAll(await connect(path));
      expect(objects.map((one) => one.id)).toEqual([id]);
    });

    test.each([
      ["drop/two-*.csv", "severalFiles"],
      ["drop/none-*.csv", "fileMissing"],
      ["drop/leak-*.csv", "notAllowed"],
      ["*/hr-1.csv", "fileMissing"],
      ["none/*.csv", "fileMissing"],
      ["../*.csv", "notAllowed"],
      ["up/sec*.csv", "notAllowed"],
      ["client/o*.csv", "notAllowed"],
      [`${foreign}/o*.csv`, "notAllowed"],
      ["people.csv/*", "fileMissing"],
    ])("%s is refused", async (path, remedy) => {
      const connection = await connect(path);
      await expect(connection.test()).rejects.toMatchObject({ remedy, step: "find" });
    });

    test("is read only", async () => {
      const values = { writable: true };
      const configuration = folderConfiguration(connector, "drop/hr-*.csv", values);
      const connection = await connector.open(configuration, folderEnvironment(root));
      expect(connection.writer).toBeNull();
      expect(capabilitiesOf(connector, configuration).write).toBe(false);
    });

    test("leads nowhere in a directory that is a link", async () => {
      const connection = await connect("*.csv", join(files.directory, "linked-2"));
      mkdirSync(join(files.directory, "linked-2"));
      symlinkSync(folder, join(files.directory, "linked-2", PLACE.clientId));
      await expect(connection.test()).rejects.toMatchObject(NOT_ALLOWED);
    });
  });

  describe("the state of a watched file", () => {
    const path = join(folder, "watched.csv");
    const stateOf = (values = {}) => {
      const configuration = folderConfiguration(connector, "watched.csv", values);
      return connector.watchedState?.(configuration, { root, ...PLACE });
    };
    const WATCHED = { watched: true };

    test("changes with the size and the time of change", async () => {
      writeFileSync(path, "id\n1\n");
      utimesSync(path, 1000, 1000);
      const first = await stateOf(WATCHED);
      expect(await stateOf(WATCHED)).toBe(first);
      writeFileSync(path, "id\n1\n");
      utimesSync(path, 1001, 1001);
      const touched = await stateOf(WATCHED);
      writeFileSync(path, "id\n12\n");
      utimesSync(path, 1001, 1001);
      const grown = await stateOf(WATCHED);
      expect(new Set([first, touched, grown]).size).toBe(3);
      expect(await stateOf()).toBeNull();
    });

    test("is the token of a complete read", async () => {
      const endOf = async (content: string, values = {}) => {
        writeFileSync(path, content);
        const configuration = folderConfiguration(connector, "watched.csv", values);
        const connection = await connector.open(configuration, folderEnvironment(root));
        const pages = connection.search(ACCOUNTS, 1000);
        let next = await pages.next();
        while (next.done !== true) next = await pages.next();
        return next.value;
      };
      expect(await endOf("id\n1\n", WATCHED)).toEqual({
        complete: true,
        token: await stateOf(WATCHED),
        problem: null,
      });
      expect(await endOf("id\n1\n")).toMatchObject({ complete: true, token: null });
      expect(await endOf('id\n1\n"2', WATCHED)).toMatchObject({ complete: false, token: null });
    });

    test("must be that for which a run was started", async () => {
      writeFileSync(path, "id\n1\n");
      const fileState = (await stateOf(WATCHED)) ?? "";
      const configuration = folderConfiguration(connector, "watched.csv", WATCHED);
      const environment = { ...folderEnvironment(root), fileState };
      const connection = await connector.open(configuration, environment);
      expect(await readAll(connection)).toHaveLength(1);
      writeFileSync(path, "id\n1\n2\n");
      await expect(readAll(connection)).rejects.toMatchObject({
        remedy: "fileChanging",
        step: "find",
      });
    });
  });

  test("a file that changes while it is read ends incomplete", async () => {
    const path = join(folder, "changing.csv");
    writeFileSync(
      path,
      csvText(
        ["id"],
        Array.from({ length: 50 }, (_, no) => [String(no)]),
      ),
    );
    const connection = await connect("changing.csv");
    const pages = connection.search(ACCOUNTS, 10);
    await pages.next();
    writeFileSync(path, "id\nother\n");
    for (;;) {
      const next = await pages.next();
      if (next.done !== true) continue;
      expect(next.value).toMatchObject({ complete: false, problem: { remedy: "fileChanging" } });
      break;
    }
    await connection.close();
  });

  test("a server without such a directory offers uploads only", async () => {
    const uploads = createCsvConnector({
      connectorFolder: null,
      dataDirectory: files.directory,
      importMegabytes: 2,
    });
    const source = uploads.fields.find(({ id }) => id === "source");
    expect(source?.options).toEqual(["UPLOAD"]);
    const { folder: _folder, ...without } = folderEnvironment(root);
    const configuration = folderConfiguration(connector, "people.csv", READ_ONLY);
    const connection = await uploads.open(configuration, without);
    await expect(connection.test()).rejects.toMatchObject(NOT_ALLOWED);
  });
});
