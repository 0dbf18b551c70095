/** Sends files as the browser does. */
import { expect } from "vitest";
import type { DirectoryImport, ImportFile } from "#events/entities/directoryImport.ts";
import { IMPORT_PART_BYTES, partsOf } from "#events/rules/directoryImport.ts";
import type { Browser } from "../../support/api.ts";

export interface SentFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export type SentFiles = Readonly<Partial<Record<ImportFile, SentFile>>>;

export function fileOf(name: string, content: string | Buffer): SentFile {
  return { name, bytes: Buffer.from(content) };
}

const announced = (file: SentFile | undefined) =>
  file ? { name: file.name, size: file.bytes.length } : null;

/** @returns the id of the import. */
export async function announce(
  browser: Browser,
  path: string,
  files: SentFiles,
  mode: DirectoryImport["mode"] = "merge",
): Promise<string> {
  const created = await browser.post(path, {
    mode,
    identities: announced(files.identities),
    access: announced(files.access),
  });
  expect(created.statusCode, created.body).toBe(201);
  return created.json<DirectoryImport>().id;
}

export async function sendParts(
  browser: Browser,
  path: string,
  importId: string,
  files: SentFiles,
): Promise<void> {
  for (const [file, { bytes }] of Object.entries(files)) {
    for (let part = 0; part < partsOf(bytes.length); part += 1) {
      const from = part * IMPORT_PART_BYTES;
      const content = bytes.subarray(from, from + IMPORT_PART_BYTES).toString("base64");
      const body = { file, part, content };
      const sent = await browser.send("PUT", `${path}/${importId}/parts`, { body });
      expect(sent.statusCode, sent.body).toBe(200);
    }
  }
}
