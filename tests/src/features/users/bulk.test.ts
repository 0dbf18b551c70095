import { beforeEach, expect, it } from "vitest";
import {
  applyBulkChange,
  checkBulkChange,
  exportUsers,
  getBulkChange,
  listBulkLines,
} from "#events/calls/bulkChanges.ts";
import { logout } from "#events/calls/session.ts";
import type { BulkChange } from "#events/entities/bulkChange.ts";
import { signOut } from "#src/data/session/index.ts";
import { $isDownloading, downloadCsv } from "#src/features/users/bulk/downloading.ts";
import { $bulk, $checked, apply, lineList, pickFile } from "#src/features/users/bulk/model.ts";
import { bulkIdOf, bulkPath } from "#src/features/users/bulk/rules.ts";
import { navigateTo } from "#src/kernel/navigation.ts";
import { $log } from "#src/kernel/recorder.ts";
import { openFileFx, readFileFx } from "#src/kernel/filePorts.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, port, type TestApp } from "../../support/scope.ts";
import { notificationsOf } from "../../support/told.ts";
import { english, said } from "../../../support/english.ts";

const ID = uuid(42);
const PATH = `/users/bulk?check=${ID}`;
const makeBulk = (overrides: Partial<BulkChange> = {}): BulkChange => ({
  id: ID,
  fileName: "people.csv",
  createdAt: "2026-03-02T08:00:00.000Z",
  counts: { create: 2, change: 0, archive: 0, restore: 0, unchanged: 0, refused: 1 },
  done: 0,
  late: 0,
  left: 2,
  ...overrides,
});

let app: TestApp;
/** The chunks of the saved file; completed by null, discarded by "aborted". */
let saved: (string | null)[];
beforeEach(async () => {
  saved = [];
  app = createTestApp({
    handlers: [
      port(readFileFx, async (file) => btoa(await file.text())),
      port(openFileFx, () => ({
        write: async (bytes) =>
          void saved.push(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)),
        close: async () => void saved.push(null),
        abort: async () => void saved.push("aborted"),
      })),
    ],
  });
  await app.signIn(makeUser());
});
const notes = () => notificationsOf(app).map(({ message }) => message);
const open = async (path: string) => {
  await app.open("bulkChanges", path);
  if (path === "/users/bulk") return;
  await app.reply(getBulkChange, makeBulk());
  await app.reply(listBulkLines, halList("lines", []));
};

it("sends a chosen file without logging its content, and opens its preview", async () => {
  await open("/users/bulk");
  await app.act(pickFile, new File(["username\nada\n"], "people.csv"));
  expect(app.waiting(checkBulkChange)[0]?.input.body).toEqual({
    fileName: "people.csv",
    content: btoa("username\nada\n"),
  });
  expect(JSON.stringify(app.get($log).entries)).not.toContain(btoa("username\nada\n"));
  await app.reply(checkBulkChange, makeBulk(), { status: 201 });
  expect(app.history.at(-1)?.path).toBe(PATH);
});

it("notifies a user who has left while a file was checked, without navigating back", async () => {
  await open("/users/bulk");
  await app.act(pickFile, new File(["username\nada\n"], "people.csv"));
  await app.open("users", "/users");
  const moves = app.history.length;
  await app.reply(checkBulkChange, makeBulk(), { status: 201 });
  expect(app.history).toHaveLength(moves);
  expect(notes()).toEqual([
    "people.csv was checked, and nothing is changed. To see what it would change, choose it again in Bulk Changes.",
  ]);

  await open("/users/bulk");
  await app.act(pickFile, new File(["username\nada\n"], "people.csv"));
  await open(PATH);
  await open("/users/bulk");
  await app.act(pickFile, new File(["username\nbob\n"], "more.csv"));
  await app.fail(checkBulkChange, { message: "Too slow" });
  expect(app.get($bulk)).toMatchObject({ isChecking: true, refusal: null });
  expect(notes().at(-1)).toBe("This file can't be used: Too slow.");
  await app.reply(checkBulkChange, makeBulk(), { status: 201 });
  expect(app.history.at(-1)?.path).toBe(PATH);
});

it("refuses a file that is too large or empty without reading it", async () => {
  await open("/users/bulk");
  const large = new File([""], "large.csv");
  Object.defineProperty(large, "size", { value: 25_000_001 });
  await app.act(pickFile, large);
  expect(english(app.get($bulk).refusal)).toBe("This file is too large");
  await app.act(pickFile, new File([], "none.csv"));
  expect(english(app.get($bulk).refusal)).toBe("This file is empty");
  expect(app.waiting(checkBulkChange)).toEqual([]);
});

it("applying continues until nothing is left, stops at a failure, and resumes", async () => {
  await open(PATH);
  await app.act(apply, {});
  await app.act(apply, {});
  expect(app.waiting(applyBulkChange)).toHaveLength(1);
  await app.reply(applyBulkChange, makeBulk({ done: 1, left: 1 }));
  expect(app.get($bulk)).toMatchObject({ isApplying: true });
  expect(app.get($checked).value).toMatchObject({ left: 1 });
  await app.fail(applyBulkChange, { status: null, code: "ENETWORK", message: "Away" });
  expect(app.get($bulk)).toMatchObject({ isApplying: false, applyFailure: said("Away") });
  await app.act(apply, {});
  await app.reply(applyBulkChange, makeBulk({ done: 2, left: 0 }));
  expect(app.waiting(applyBulkChange)).toEqual([]);
  expect(app.get($bulk)).toMatchObject({ isApplying: false });
  expect(app.get($checked).value).toMatchObject({ done: 2 });
  expect(app.waiting(listBulkLines).at(-1)?.input).toMatchObject({ query: { page: 0 } });
});

it("leaving stops the applying after the lines in progress", async () => {
  await open(PATH);
  await app.act(apply, {});
  await app.open("users", "/users");
  await app.reply(applyBulkChange, makeBulk({ done: 1, left: 1 }));
  expect(app.waiting(applyBulkChange)).toEqual([]);
});

it("the address selects the shown lines, and an invalid address shows the defaults", async () => {
  await app.act(navigateTo, { path: PATH, cause: null });
  await open(PATH);
  await app.act(lineList.change, { change: { show: "refused" } });
  expect(app.history.at(-1)?.path).toBe(`${PATH}&show=refused`);
  expect(app.waiting(listBulkLines)[0]?.input.query).toEqual({
    show: "refused",
    page: 0,
    size: 100,
  });
  expect(bulkIdOf(bulkPath(ID))).toBe(ID);
  expect(bulkIdOf("/users/bulk?check=x%27&show=colour")).toBeNull();
  await app.act(navigateTo, { path: `${PATH}&show=colour`, cause: null });
  expect(app.get(lineList.$query)).toEqual({ check: ID, show: "all" });
});

it("another file starts without the previous file's lines", async () => {
  await app.open("bulkChanges", PATH);
  await app.reply(getBulkChange, makeBulk());
  await app.reply(listBulkLines, halList("lines", [{ line: 2 }]));
  expect(app.get(lineList.$view)).toMatchObject({ status: "ready", total: 1 });
  await app.open("bulkChanges", `/users/bulk?check=${uuid(43)}`);
  expect(app.get(lineList.$view)).toMatchObject({ status: "loading", total: null });
  expect(app.get(lineList.$view).itemAt(0)).toBeNull();
});

it("users are downloaded in chunks into one file", async () => {
  await open("/users/bulk");
  await app.act(downloadCsv, { of: "users" });
  await app.act(downloadCsv, { of: "users" });
  await app.reply(exportUsers, { csv: "username\r\nada\r\n", records: 1, next: "ada" });
  expect(app.waiting(exportUsers)[0]?.input.query).toEqual({ from: "ada" });
  await app.reply(exportUsers, { csv: "bob\r\n", records: 1, next: null });
  expect(app.waiting(exportUsers)).toEqual([]);
  expect(saved).toEqual(["\ufeffusername\r\nada\r\n", "bob\r\n", null]);
});

it("a download ends with the session: it leaves no file, and the next user starts their own", async () => {
  await open("/users/bulk");
  await app.act(downloadCsv, { of: "users" });
  await app.reply(exportUsers, { csv: "username\r\nada\r\n", records: 1, next: "ada" });
  await app.act(signOut, { userTimedOut: false, cause: null });
  await app.reply(logout, { userTimedOut: false });
  expect(saved).toEqual(["\ufeffusername\r\nada\r\n", "aborted"]);
  expect(app.get($isDownloading)).toBe(false);
});
