/** Which files of the server's directory a system may use. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
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
      expect(next.value).toMatchObject({ complete: false, problem: { remedy: "contentDamaged" } });
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
