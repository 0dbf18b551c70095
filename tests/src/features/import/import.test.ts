import { beforeEach, expect, it } from "vitest";
import {
  addImportPart,
  applyImport,
  cancelImport,
  checkImport,
  createImport,
  getCurrentImport,
} from "#events/calls/import.ts";
import type { DirectoryImport } from "#events/entities/directoryImport.ts";
import { IMPORT_PART_BYTES } from "#events/rules/directoryImport.ts";
import {
  $current,
  $upload,
  cancel,
  check,
  chooseMode,
  chooseSkip,
  importConfirmation,
  pickFile,
} from "#src/features/import/model.ts";
import { partAfter, percentSent } from "#src/features/import/rules.ts";
import { readFileFx } from "#src/kernel/filePorts.ts";
import { $log } from "#src/kernel/recorder.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, port, type TestApp } from "../../support/scope.ts";
import { english, said } from "../../../support/english.ts";

const ID = uuid(42);
const NO_CHANGE = { added: 0, updated: 0, unchanged: 0, removed: 0, rejected: 0 };
const makeImport = (overrides: Partial<DirectoryImport> = {}): DirectoryImport => ({
  id: ID,
  actor: "owner",
  createdAt: "2026-03-02T08:00:00.000Z",
  mode: "merge",
  status: "uploading",
  phase: "waiting",
  progress: 0,
  files: [],
  counts: null,
  rejected: 0,
  warnings: [],
  failure: null,
  ...overrides,
});
const CHECKED = makeImport({
  status: "checked",
  rejected: 1,
  counts: {
    identities: { ...NO_CHANGE, added: 2, rejected: 1 },
    orgs: NO_CHANGE,
    resources: NO_CHANGE,
    accounts: NO_CHANGE,
    entitlements: NO_CHANGE,
    assignments: NO_CHANGE,
  },
});

let app: TestApp;
beforeEach(async () => {
  app = createTestApp({ handlers: [port(readFileFx, async (file) => btoa(await file.text()))] });
  await app.signIn(makeUser());
});
const open = async (current: DirectoryImport | null) => {
  await app.open("import", "/import");
  await app.reply(getCurrentImport, { current, maxBytes: 1_000_000 });
};
const text = `id\n${"1".repeat(IMPORT_PART_BYTES)}`;
const pick = (content: string, name = "people.csv") =>
  app.act(pickFile, { kind: "identities", file: new File([content], name) });

it("sends the files in parts, one after the other and unrecorded, and then has them checked", async () => {
  await open(null);
  await pick(text);
  await app.act(check, {});
  expect(app.waiting(createImport)[0]?.input.body).toEqual({
    mode: "merge",
    identities: { name: "people.csv", size: text.length },
    access: null,
  });
  await app.reply(createImport, makeImport(), { status: 201 });
  const first = btoa(text.slice(0, IMPORT_PART_BYTES));
  expect(app.waiting(addImportPart).map(({ input }) => input.body)).toEqual([
    { file: "identities", part: 0, content: first },
  ]);
  await app.reply(addImportPart, { part: 0 });
  expect(app.waiting(addImportPart)[0]?.input.body).toMatchObject({ part: 1 });
  expect(app.get($upload)).toMatchObject({ isSending: true, sent: { part: 0 } });
  await app.reply(addImportPart, { part: 1 });
  expect(app.waiting(checkImport)).toHaveLength(1);
  await app.reply(checkImport, makeImport({ status: "checking" }));
  expect(app.get($upload)).toMatchObject({ isSending: false, files: { identities: null } });
  expect(app.get($current).value?.current?.status).toBe("checking");
  expect(JSON.stringify(app.get($log).entries)).not.toContain(first);
});

it("refuses files that cannot be imported before it sends anything", async () => {
  await open(null);
  await app.act(check, {});
  expect(english(app.get($upload).refusal)).toBe(
    "Choose a file of identities, of access, or both.",
  );
  await pick("");
  await app.act(check, {});
  expect(english(app.get($upload).refusal)).toContain("people.csv");
  await pick("id\n1\n");
  await app.act(chooseMode, { mode: "replace" });
  await app.act(check, {});
  expect(english(app.get($upload).refusal)).toBe("A replace needs a file of access.");
  expect(app.waiting(createImport)).toEqual([]);
});

it("stops at a failed part, and the chosen files can be sent again", async () => {
  await open(null);
  await pick("id\n1\n");
  await app.act(check, {});
  await app.reply(createImport, makeImport(), { status: 201 });
  await app.fail(addImportPart, { status: null, code: "ENETWORK", message: "Away" });
  expect(app.get($upload)).toMatchObject({ isSending: false, refusal: said("Away") });
  await app.act(check, {});
  expect(app.waiting(createImport)).toHaveLength(1);
});

it("asks for the progress of a running import until it ends", async () => {
  await open(makeImport({ status: "importing", phase: "reading", progress: 10 }));
  expect(app.waiting(getCurrentImport)).toEqual([]);
  await app.elapse("poll:import/polled:");
  await app.fail(getCurrentImport, { status: null, code: "ENETWORK", message: "Away" });
  await app.elapse("poll:import/polled:");
  await app.reply(getCurrentImport, {
    current: makeImport({ status: "importing", phase: "writing" }),
    maxBytes: 1_000_000,
  });
  await app.elapse("poll:import/polled:");
  expect(app.waiting(getCurrentImport)).toHaveLength(1);
  await app.reply(getCurrentImport, { current: CHECKED, maxBytes: 1_000_000 });
  expect(app.delays.filter(({ tag }) => tag.startsWith("import:"))).toEqual([]);
});

it("no longer asks for the progress when the screen was left", async () => {
  await open(makeImport({ status: "importing" }));
  await app.open("users", "/users");
  await app.elapse("poll:import/polled:");
  expect(app.waiting(getCurrentImport)).toEqual([]);
});

it("applies a checked import after a confirmation, and cancels it", async () => {
  await open(CHECKED);
  await app.act(chooseSkip, { skipRejected: true });
  await app.act(importConfirmation.open, { subject: { isReplace: false, removed: 0 } });
  await app.act(importConfirmation.confirm, {});
  expect(app.waiting(applyImport)[0]?.input).toMatchObject({
    params: { importId: ID },
    body: { skipRejected: true },
  });
  await app.reply(applyImport, makeImport({ status: "importing" }));
  expect(app.get(importConfirmation.$view).isOpen).toBe(false);
  await app.act(cancel, {});
  await app.reply(cancelImport, makeImport({ status: "cancelled" }));
  expect(app.get($current).value?.current?.status).toBe("cancelled");
});

it("sends identities before access, and counts the parts that arrived", () => {
  const file = (size: number) => ({ name: "a", size });
  const files = { identities: file(IMPORT_PART_BYTES + 1), access: file(1) };
  expect(partAfter(files, null)).toEqual({ file: "identities", part: 0 });
  expect(partAfter(files, { file: "identities", part: 0 })).toEqual({
    file: "identities",
    part: 1,
  });
  expect(partAfter(files, { file: "identities", part: 1 })).toEqual({ file: "access", part: 0 });
  expect(partAfter(files, { file: "access", part: 0 })).toBeNull();
  expect(partAfter({ identities: null, access: null }, null)).toBeNull();
  expect(percentSent(files, null)).toBe(0);
  expect(percentSent(files, { file: "identities", part: 1 })).toBeCloseTo(66.67);
  expect(percentSent(files, { file: "access", part: 0 })).toBe(100);
});
