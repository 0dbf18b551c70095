/** Earlier imports on the import screen: opened, searched, and undone after a confirmation. */
import { beforeEach, expect, it } from "vitest";
import {
  getCurrentImport,
  listImportChanges,
  listPastImports,
  undoImport,
} from "#events/calls/import.ts";
import type { ImportChange, PastImport } from "#events/entities/importHistory.ts";
import {
  $openChange,
  $openImport,
  changeList,
  openChange,
  undoConfirmation,
} from "#src/features/import/historyModel.ts";
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
const page = { size: 20, totalElements: 1, totalPages: 1, number: 0 };
const imports = (...rows: PastImport[]) => ({ _embedded: { imports: rows }, page });

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await app.open("import", `/import?open=${PAST.id}`);
  await app.reply(getCurrentImport, { current: null, maxBytes: 1_000_000 });
  await app.reply(listPastImports, imports(PAST));
});

it("shows what the opened import changed, record by record", async () => {
  expect(app.get($openImport)).toEqual(PAST);
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
  expect(app.get($openImport)).toEqual(undone);
});
