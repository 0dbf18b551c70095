/** The states of an import, and the order in which the browser sends its files. Pure. */
import {
  IMPORT_FILES,
  type DirectoryImport,
  type ImportFile,
} from "#events/entities/directoryImport.ts";
import { partsOf } from "#events/rules/directoryImport.ts";

export interface ChosenFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

export type ChosenFiles = Readonly<Record<ImportFile, ChosenFile | null>>;

export interface FilePart {
  readonly file: ImportFile;
  readonly part: number;
}

/** Its outcome is shown until the user chooses other files. */
export function isEnded(current: DirectoryImport | null): boolean {
  return current?.status === "done" || current?.status === "failed";
}

/** It can be cancelled until it writes. */
export function isCancellable({ status, phase }: DirectoryImport): boolean {
  return status === "checking" || (status === "importing" && phase !== "writing");
}

/**
 * The part to send after another one; null after the last.
 *
 * @param sent null before the first.
 */
export function partAfter(files: ChosenFiles, sent: FilePart | null): FilePart | null {
  const chosen = IMPORT_FILES.filter((file) => files[file] !== null);
  const [first] = chosen;
  if (sent === null) return first === undefined ? null : { file: first, part: 0 };
  const part = sent.part + 1;
  if (part < partsOf(files[sent.file]?.size ?? 0)) return { file: sent.file, part };
  const next = chosen[chosen.indexOf(sent.file) + 1];
  return next === undefined ? null : { file: next, part: 0 };
}

/** Percent of the parts that are sent. */
export function percentSent(files: ChosenFiles, sent: FilePart | null): number {
  let all = 0;
  let done = 0;
  for (const file of IMPORT_FILES) {
    if (sent?.file === file) done = all + sent.part + 1;
    all += partsOf(files[file]?.size ?? 0);
  }
  return all === 0 ? 0 : (100 * done) / all;
}

/** Whether the files change anything. */
export function hasChanges({ counts }: DirectoryImport): boolean {
  return Object.values(counts ?? {}).some(
    ({ added, updated, removed }) => added + updated + removed > 0,
  );
}

/** How many records of all kinds the files change in this way. */
export function changedIn(
  current: DirectoryImport | null,
  change: "added" | "updated" | "removed",
): number {
  return Object.values(current?.counts ?? {}).reduce((sum, counts) => sum + counts[change], 0);
}
