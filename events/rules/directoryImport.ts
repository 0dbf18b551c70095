/** Imports of directory files that a browser sends: their limits, their parts, and whether the server works on them. */
import type { DirectoryImport, ImportFile } from "../entities/directoryImport.ts";
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";

/** Bytes of each part of a file but the last. In Base64 and JSON, a part is small enough for the event loop. */
export const IMPORT_PART_BYTES = 150_000;
/** Base64 uses four characters for three bytes. */
export const IMPORT_PART_LENGTH = Math.ceil(IMPORT_PART_BYTES / 3) * 4;
/** Rejected records that the server keeps for each import. */
export const IMPORT_REJECTS_KEPT = 100_000;

interface ChosenFile {
  readonly name: string;
  readonly size: number;
}

/** @returns why the files cannot be imported; null if they can be sent. */
export function checkImportFiles(
  files: Readonly<Record<ImportFile, ChosenFile | null>>,
  { mode, maxBytes }: { readonly mode: "merge" | "replace"; readonly maxBytes: number },
): Message | null {
  const { identities, access } = files;
  if (identities === null && access === null) return message("import.noFile");
  if (mode === "replace" && access === null) return message("import.replaceNeedsAccess");
  for (const file of [identities, access]) {
    const problem = file && checkImportFile(file, maxBytes);
    if (problem) return problem;
  }
  return null;
}

/** @returns why one file cannot be imported, whatever its content. */
function checkImportFile({ name, size }: ChosenFile, maxBytes: number): Message | null {
  if (size === 0) return message("csv.empty", { file: name });
  if (size > maxBytes) {
    return message("import.tooLarge", { file: name, megabytes: Math.floor(maxBytes / 1_000_000) });
  }
  return null;
}

/** The number of parts of a file. */
export function partsOf(size: number): number {
  return Math.ceil(size / IMPORT_PART_BYTES);
}

/** Whether the server is working on the import, so that its progress changes. */
export function isRunning(current: Pick<DirectoryImport, "status"> | null): boolean {
  return current?.status === "checking" || current?.status === "importing";
}
