/** CSV files for tests, in a temporary directory that is removed afterwards. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Quotes values that CSV requires to be quoted. */
export function csvValue(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

export function csvText(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  lineEnd = "\n",
): string {
  return [columns, ...rows].map((row) => row.map(csvValue).join(",") + lineEnd).join("");
}

export interface TemporaryFiles {
  readonly directory: string;
  /** @returns the path. */
  write(name: string, content: string | Uint8Array): string;
}

/** Call it once, at the top of a test file or of a block. */
export function temporaryFiles(): TemporaryFiles {
  const directory = mkdtempSync(join(tmpdir(), "provision-import-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return {
    directory,
    write: (name, content) => {
      const path = join(directory, name);
      writeFileSync(path, content);
      return path;
    },
  };
}
