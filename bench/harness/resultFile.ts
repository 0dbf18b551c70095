/** A result file: every sample of every run, with its conditions. */
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Type, type Static } from "typebox";
import { Value } from "typebox/value";
import { UNITS } from "./figures.ts";
import { UsageError } from "./options.ts";

const FORMAT = 1;

const ResultSchema = Type.Object({
  format: Type.Literal(FORMAT),
  case: Type.String(),
  /** ISO 8601. */
  startedAt: Type.String(),
  settings: Type.Object({ rows: Type.Number(), runs: Type.Number(), seed: Type.Number() }),
  machine: Type.Object({
    cpu: Type.String(),
    cores: Type.Number(),
    memory: Type.Number(),
    kernel: Type.String(),
    node: Type.String(),
    chromium: Type.String(),
    commit: Type.String(),
    packages: Type.Record(Type.String(), Type.String()),
  }),
  load: Type.Object({ before: Type.Number(), after: Type.Number() }),
  notes: Type.Array(Type.String()),
  runs: Type.Array(
    Type.Array(
      Type.Object({
        figure: Type.String(),
        unit: Type.Enum(UNITS),
        samples: Type.Array(Type.Number()),
      }),
    ),
  ),
});

export type Result = Static<typeof ResultSchema>;

/** @throws UsageError if the file cannot be read, is invalid or belongs to another case. */
export function readResult(path: string, name: string): Result {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : ""}`);
  }
  if (!Value.Check(ResultSchema, content)) {
    throw new UsageError(`${path} is no result of this bench. Make one with --json or --baseline.`);
  }
  if (content.case !== name) {
    throw new UsageError(
      `${path} has no run of the case ${name}, only of ${content.case}. Make one with: npm run bench -- ${name} --baseline FILE`,
    );
  }
  if (content.runs.length === 0) throw new UsageError(`${path} has no run.`);
  return content;
}

/** @throws UsageError if the file could not be written at the end. */
export function checkWritable(path: string): void {
  const isNew = !existsSync(path);
  try {
    // A directory is writable, too, but not as a file.
    closeSync(openSync(path, "a"));
  } catch (error) {
    const reason = error instanceof Error ? error.message : "";
    throw new UsageError(`The file "${path}" cannot be written: ${reason}`);
  }
  if (isNew) rmSync(path);
}

export function writeResult(path: string, result: Omit<Result, "format">): void {
  // Microseconds are finer than any clock of the cases.
  const round = (key: string, value: unknown): unknown =>
    key === "" || typeof value !== "number" ? value : Math.round(value * 1e4) / 1e4;
  writeFileSync(path, `${JSON.stringify({ format: FORMAT, ...result }, round)}\n`);
}
