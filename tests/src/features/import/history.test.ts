/** Earlier imports on the import screen: opened, searched, and undone after a confirmation. */
import { beforeEach, expect, it } from "vitest";
import { navigated } from "#events/actions/app.ts";
import { importPolled } from "#events/actions/import.ts";
import {
  getCurrentImport,
  getPastImport,
  listImportChanges,
  listPastImports,
  undoImport,
} from "#events/calls/import.ts";
import type { DirectoryImport } from "#events/entities/directoryImport.ts";
import type { ImportChange, PastImport } from "#events/entities/importHistory.ts";
import {
  $openChange,
  $openImport,
  changeList,
  historyList,
  openChange,
  undoConfirmation,
} from "#src/features/import/historyModel.ts";
import { retry } from "#src/features/import/model.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const NO_CHANGE = { added: 0, updated: 0, unchanged: 0, removed: 0, rejected: 0 };
const PAST: PastImport = {
  id: uuid(42),
  no: 3,
  at: "2026-03-02T08:00:00.000Z",
  actor: "mia",
  byCommand: true,
  mode: "merge",
  counts: {
    identities: NO_CHANGE,
    orgs: NO_CHANGE,
    resources: NO_CHANGE,
    accounts: { ...NO_CHANGE, added: 1 },
    entitlements: NO_CHANGE,
    assignments: NO_CHANGE,
  },
  changes: 1,
  status: "done",
  undoneBy: null,
  undoable: true,
};
const CHANGE: ImportChange = {
  no: 1,
  kind: "account",
  change: "added",
  name: "v1",
  resource: "Vault",
  before: null,
  after: { attributes: {}, active: null, entitlements: ["Open"] },
};
const ENDED: DirectoryImport = {
  id: PAST.id,
  actor: "owner",
  createdAt: "2026-03-02T08:00:00.000Z",
  mode: "merge",
  status: "done",
  phase: "writing",
  progress: 100,
  files: [],
  counts: PAST.counts,
  rejected: 0,
  warnings: [],
  failure: null,
};
const page = { size: 20, totalElements: 1, totalPages: 1, number: 0 };
const imports = (...rows: PastImport[]) => ({ _embedded: { imports: rows }, page });

let app: TestApp;
const go = async (path: string) => {
  await app.record(navigated, { path, how: "push" });
  await app.open("import", path);
};
const current = (status: DirectoryImport["status"]) => ({
  current: { ...ENDED, status },
  maxBytes: 1_000_000,
});
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await go(`/import?open=${PAST.id}`);
  await app.reply(getCurrentImport, { current: null, maxBytes: 1_000_000 });
  await app.reply(listPastImports, imports(PAST));
  await app.reply(getPastImport, PAST);
});

it("shows what the opened import changed, record by record", async () => {
  expect(app.get($openImport).value).toEqual(PAST);
  expect(app.waiting(listImportChanges)[0]?.input.params).toMatchObject({ importId: PAST.id });
  await app.reply(listImportChanges, { _embedded: { changes: [CHANGE] }, page });
  await app.act(openChange, { no: 1 });
  expect(app.get($openChange)).toBe(1);
  expect(app.get(changeList.$view).find(({ no }) => no === 1)).toEqual(CHANGE);
});

it("undoes the import after a confirmation, and reads the list again", async () => {
  await app.reply(listImportChanges, { _embedded: { changes: [CHANGE] }, page });
  await app.act(undoConfirmation.open, { subject: { id: PAST.id, no: 3, changes: 1 } });
  expect(app.waiting(undoImport)).toEqual([]);
  await app.act(undoConfirmation.confirm, {});
  expect(app.waiting(undoImport)[0]?.input.params).toMatchObject({ importId: PAST.id });
  const undone = { ...PAST, status: "undone" as const, undoneBy: "mia", undoable: false };
  await app.reply(undoImport, undone);
  await app.reply(listPastImports, imports(undone));
  await app.reply(getPastImport, undone);
  expect(app.get($openImport).value).toEqual(undone);
});

it("reads the list again when an import ends, and not while it runs", async () => {
  await app.record(importPolled, {});
  await app.reply(getCurrentImport, current("importing"));
  expect(app.waiting(listPastImports)).toEqual([]);
  await app.record(importPolled, {});
  await app.reply(getCurrentImport, current("done"));
  expect(app.waiting(listPastImports)).toHaveLength(1);
  const next = { ...PAST, id: uuid(43), no: 4 };
  await app.reply(listPastImports, imports(next, PAST));
  expect(app.get(historyList.$view).itemAt(0)).toEqual(next);
  expect(app.waiting(listPastImports)).toEqual([]);
});

it("opens an import that is not among the loaded rows by its address", async () => {
  const old = { ...PAST, id: uuid(44), no: 1 };
  await go(`/import?open=${old.id}`);
  expect(app.waiting(getPastImport)[0]?.input.params).toMatchObject({ importId: old.id });
  await app.reply(getPastImport, old);
  expect(app.get($openImport).value).toEqual(old);
  expect(app.get(historyList.$view).find(({ id }) => id === old.id)).toBeNull();
});

it("says why the import of the address could not be loaded, and requests it again", async () => {
  await go(`/import?open=${uuid(44)}`);
  await app.fail(getPastImport, { code: "ENOTFOUND" });
  expect(app.get($openImport)).toMatchObject({ value: null, status: "failed" });
  await app.act(retry, {});
  expect(app.waiting(getPastImport)).toHaveLength(1);
});

it("closes the record and starts without filters when the address names another import", async () => {
  await app.reply(listImportChanges, { _embedded: { changes: [CHANGE] }, page });
  await app.act(changeList.change, { change: { kind: "account" } });
  await app.reply(listImportChanges, { _embedded: { changes: [CHANGE] }, page });
  await app.act(openChange, { no: 1 });
  await app.record(navigated, { path: `/import?open=${uuid(43)}`, how: "history" });
  expect(app.get($openChange)).toBeNull();
  expect(app.waiting(listImportChanges).map(({ input }) => input)).toEqual([
    {
      params: { clientId: makeUser().clients[0]?.id, importId: uuid(43) },
      query: { page: 0, size: 20 },
    },
  ]);
  expect(app.get(changeList.$view).hasFilters).toBe(false);
});
