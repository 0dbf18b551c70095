/** `npm run import`: reads the command line, opens the directory, imports, prints the result. */
import { once } from "node:events";
import { userInfo } from "node:os";
import { resolve } from "node:path";
import { ConfigError } from "../config.ts";
import {
  DatabaseUnavailableError,
  DataDirectoryInUseError,
  DiskFullError,
  errorCode,
  isUnreachable,
  translateDatabaseError,
} from "../db/errors.ts";
import {
  databaseSource,
  openDatabase,
  type DatabaseSource,
  type OpenDatabase,
} from "../db/open.ts";
import { denyOtherUsers } from "../db/privateFiles.ts";
import { borrowDatabase } from "../threads/lending/sharedDatabase.ts";
import { readArguments, USAGE, type ImportArguments } from "./arguments.ts";
import { ImportError, WaitingPlanError } from "./errors.ts";
import {
  checkTables,
  importTables,
  readTables,
  type ImportRequest,
  type ImportTables,
} from "./importDirectory.ts";
import { undoByNumber, type UndoneImport } from "./history/undoByNumber.ts";
import { formatJson, formatResult, formatUndone, formatWaiting } from "./report.ts";
import { openTableFile } from "./tableFile.ts";
import type { ImportResult, TableSource } from "./types.ts";

const EXIT_UNEXPECTED = 1;
const EXIT_BAD_INPUT = 2;
const EXIT_IN_USE = 3;
const EXIT_WAITS = 4;

async function main(argv: readonly string[]): Promise<number> {
  try {
    const options = readArguments(argv);
    if (options.help) {
      process.stdout.write(USAGE);
      return 0;
    }
    if (options.undo !== undefined) {
      const undone = await runUndo(options.client, options.undo);
      await print([options.json ? `${JSON.stringify(undone)}\n` : formatUndone(undone)]);
      return 0;
    }
    const { result, waits } = await runImport(options);
    if (waits) {
      await print(options.json ? formatJson(result) : [formatWaiting(result, options.applyPlan)]);
      return EXIT_WAITS;
    }
    await print(options.json ? formatJson(result) : [formatResult(result, options.skipRejected)]);
    return result.rejectedRows.length > 0 && !options.skipRejected ? EXIT_BAD_INPUT : 0;
  } catch (error) {
    return reportError(error, argv.includes("--json"));
  }
}

async function print(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    if (!process.stdout.write(piece)) await once(process.stdout, "drain");
  }
}

interface Outcome {
  readonly result: ImportResult;
  /** Nothing was written: the plan of the result needs approval. */
  readonly waits: boolean;
}

async function runImport(options: ImportArguments): Promise<Outcome> {
  const request = {
    client: options.client,
    grant: options.grant,
    mode: options.mode,
    dryRun: options.dryRun,
    skipRejected: options.skipRejected,
    runBy: systemUser(),
    identities: await openTable(options.identities),
    access: await openTable(options.access),
  };
  checkTables(request);
  const source = databaseSource(process.env, "import");
  // The embedded database takes seconds to open in its own thread, so this thread reads the files in parallel.
  const [database, tables] = await Promise.allSettled([openFor(source), readTables(request)]);
  try {
    return await importOrWait(valueOf(database).background, valueOf(tables), {
      ...request,
      allowedPlan: options.applyPlan === undefined ? "withinGates" : { hash: options.applyPlan },
    });
  } finally {
    if (database.status === "fulfilled") await database.value.close();
  }
}

async function runUndo(client: string | undefined, no: number): Promise<UndoneImport> {
  const database = await openFor(databaseSource(process.env, "import"));
  try {
    return await undoByNumber(database.background, { client, no, runBy: systemUser() });
  } finally {
    await database.close();
  }
}

async function importOrWait(
  db: OpenDatabase["background"],
  tables: ImportTables,
  request: Omit<ImportRequest, "identities" | "access">,
): Promise<Outcome> {
  try {
    return { result: await importTables(db, tables, request), waits: false };
  } catch (error) {
    if (!(error instanceof WaitingPlanError)) throw error;
    return { result: await importTables(db, tables, { ...request, dryRun: true }), waits: true };
  }
}

/** The database, also the embedded one of a running server. */
async function openFor(
  source: DatabaseSource,
): Promise<Pick<OpenDatabase, "background" | "close">> {
  try {
    return await openDatabase(source);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError) || "url" in source) throw error;
    const borrowed = await borrowDatabase(source.dataDir);
    if (borrowed === null) throw error;
    return borrowed;
  }
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A user id without a name, as in containers.
    return String(process.getuid?.() ?? "unknown");
  }
}

/** npm runs scripts in the package directory, but paths are relative to the caller's directory. */
async function openTable(path: string | undefined): Promise<TableSource | undefined> {
  if (path === undefined) return undefined;
  const calledFrom = process.env["npm_lifecycle_event"] ? process.env["INIT_CWD"] : undefined;
  return openTableFile(resolve(calledFrom ?? "", path), path);
}

/** @returns the exit code. */
function reportError(thrown: unknown, asJson: boolean): number {
  const { code, message, exitCode } = explain(translateDatabaseError(thrown));
  process.stderr.write(`${message}\n`);
  if (asJson) process.stdout.write(`${JSON.stringify({ code, message })}\n`);
  return exitCode;
}

interface Explanation {
  readonly code: string;
  readonly message: string;
  readonly exitCode: number;
}

/** The error message for the operator at the console. */
function explain(error: unknown): Explanation {
  if (error instanceof ImportError) {
    return { code: error.code, message: error.message, exitCode: EXIT_BAD_INPUT };
  }
  if (error instanceof ConfigError) {
    return { code: "ECONFIG", message: error.message, exitCode: EXIT_BAD_INPUT };
  }
  if (error instanceof DataDirectoryInUseError) {
    return { code: error.code, message: error.message, exitCode: EXIT_IN_USE };
  }
  if (error instanceof DiskFullError || error instanceof DatabaseUnavailableError) {
    return { code: error.code, message: error.message, exitCode: EXIT_UNEXPECTED };
  }
  const code = errorCode(error);
  if (isUnreachable(error)) {
    const reason = (error instanceof Error && error.message) || code;
    return {
      code: "EDATABASEUNAVAILABLE",
      message: `The database of DATABASE_URL cannot be used: ${reason}. Nothing was imported.`,
      exitCode: EXIT_UNEXPECTED,
    };
  }
  if (UNUSABLE_DIRECTORY.test(code) && error instanceof Error) {
    return {
      code: "EDATABASEUNAVAILABLE",
      message: `The data directory cannot be used: ${error.message}. Nothing was imported.`,
      exitCode: EXIT_UNEXPECTED,
    };
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    code: "EINTERNAL",
    message: `The import failed unexpectedly; nothing was written.\n${detail}`,
    exitCode: EXIT_UNEXPECTED,
  };
}

const UNUSABLE_DIRECTORY = /^(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST)$/;

denyOtherUsers();
process.exitCode = await main(process.argv.slice(2));
