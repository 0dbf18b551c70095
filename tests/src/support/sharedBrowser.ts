/** A browser that several users share, and exports of their logs. */
import { Blob as NodeBlob } from "node:buffer";
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { beforeEach, vi } from "vitest";
import type { ExportRequest } from "#src/kernel/log/ports.ts";
import { makeUser, uuid } from "./fixtures.ts";

export const ANN = { ...makeUser(), id: uuid(71), username: "ann.lee" };
export const BOB = { ...makeUser(), id: uuid(72), username: "bob.ray" };
export const ALL: ExportRequest = {
  span: "all",
  session: null,
  minutes: 1,
  withNames: true,
  withReports: true,
};
export const SESSION: ExportRequest = { ...ALL, span: "session" };

/** Each test of the file starts with an empty browser. Call it once in a file. */
export function startWithEmptyBrowser(): void {
  beforeEach(() => {
    // Node's implementation, because databases cannot store happy-dom's.
    vi.stubGlobal("Blob", NodeBlob);
    globalThis.indexedDB = new IDBFactory();
    localStorage.clear();
    vi.restoreAllMocks();
  });
}
