/**
 * Runs PGlite off the server's event loop. The thread exchanges bytes of the PostgreSQL wire protocol, so that the
 * server uses `pg` as for any PostgreSQL.
 * PGlite continues after any exception of the database's code, including unrecoverable ones (a PANIC ends in a
 * WebAssembly trap), and would then loop for ever or not answer. Such an exception ends the thread here. Committed data
 * is in the write-ahead log and survives the next opening.
 */
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm as trigrams } from "@electric-sql/pglite/contrib/pg_trgm";
import { analyzeChanged, checkpointIfDue, forgetPlans, vacuumOne } from "./maintenance.ts";
import { makePrivate, withoutOthers } from "./privateFiles.ts";
import type { ThreadData } from "../threads/startThread.ts";
import type { FromThread, ThreadSettings, ToThread } from "./threadMessages.ts";

/** The exit status of PostgreSQL's `siglongjmp`: an ordinary SQL error. */
const ORDINARY_ERROR = 100;
const LINES_KEPT = 8;

const port = parentPort;
if (!port) throw new Error("thread.ts runs as a worker thread only");

const { settings }: ThreadData<ThreadSettings> = workerData;
const lastLines: string[] = [];
/** The reason for the crash. A long statement that follows could push it out of the last lines. */
let lastOutput: string | undefined;

function send(message: FromThread, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

function end(error: unknown): never {
  const reason = reasonOf(error);
  const lines = lastOutput === undefined || lastLines.includes(lastOutput) ? [] : [lastOutput];
  send({ kind: "fatal", reason: [...lines, ...lastLines, reason].join("\n") });
  process.exit(1);
}

/** Emscripten's number for ENOSPC. Its errors are not Errors and have no text. */
const EMSCRIPTEN_ENOSPC = 51;

function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const errno = error instanceof Object && "errno" in error ? Number(error.errno) : undefined;
  if (errno === EMSCRIPTEN_ENOSPC) return "No space left on device";
  return errno === undefined ? String(error) : `A file could not be used (error ${errno})`;
}

/** @returns false, so that PGlite does not print it as well. */
function keepLine(text: string): boolean {
  if (/\b(?:FATAL|PANIC): /.test(text)) lastOutput = text;
  lastLines.push(text);
  if (lastLines.length > LINES_KEPT) lastLines.shift();
  return false;
}

/** The internals in use, which PGlite's types leave open. */
interface EmscriptenFileSystem {
  chmod(node: unknown, mode: number, ...rest: unknown[]): void;
}

/** Emscripten creates files with PostgreSQL's mode and ignores the umask. */
function restrictModes(fileSystem: EmscriptenFileSystem): void {
  const setMode = fileSystem.chmod.bind(fileSystem);
  fileSystem.chmod = (node, mode, ...rest) => setMode(node, withoutOthers(mode), ...rest);
}

function closeToOthers(): void {
  if (settings.directory !== null) makePrivate(settings.directory);
}

async function open(): Promise<PGlite> {
  try {
    closeToOthers();
    const database = await PGlite.create(settings.directory ?? "memory://", {
      onStderr: keepLine,
      onStdout: keepLine,
      extensions: { trigrams },
      startParams: [...PGlite.defaultStartParams, "-c", "max_wal_size=192MB"],
    });
    const module = database.Module;
    restrictModes(module.FS);
    // Repeated for files that the start itself wrote.
    closeToOthers();
    const mainLoopOnce = module._PostgresMainLoopOnce;
    module._PostgresMainLoopOnce = () => {
      try {
        mainLoopOnce();
      } catch (error) {
        const status = error instanceof Object && "status" in error ? error.status : undefined;
        if (status !== ORDINARY_ERROR) end(error);
        throw error;
      }
    };
    return database;
  } catch (error) {
    return end(error);
  }
}

const database = await open();

async function answer(request: Uint8Array): Promise<void> {
  const chunks: Uint8Array[] = [];
  await database.execProtocolRawStream(request, {
    syncToFs: false,
    onRawData: (bytes) => chunks.push(bytes.slice()),
  });
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  send({ kind: "bytes", bytes }, [bytes.buffer]);
}

/** Idle milliseconds before the database runs its maintenance. */
const IDLE = 1000;
/** Milliseconds after which a busy database checks its log anyway. */
const MAX_WITHOUT_CHECKPOINT = 10_000;

let lastMessage = performance.now();
let lastCheckpoint = performance.now();
let tidy = true;

async function lookAfterItself(): Promise<void> {
  if (tidy || database.isInTransaction()) return;
  await forgetPlans(database);
  const now = performance.now();
  const idle = now - lastMessage >= IDLE;
  if (idle || now - lastCheckpoint >= MAX_WITHOUT_CHECKPOINT) {
    lastCheckpoint = now;
    await checkpointIfDue(database);
  }
  if (idle) tidy = !(await vacuumOne(database));
}

/** Steps run one after the other, so that answers are never interleaved. */
let work: Promise<void> = Promise.resolve();

function enqueue(step: () => Promise<void>): void {
  work = work.then(step).catch(end);
}

port.on("message", (message: ToThread) => {
  lastMessage = performance.now();
  tidy = false;
  enqueue(async () => {
    if (message.kind === "bytes") return answer(message.bytes);
    if (!database.isInTransaction()) await analyzeChanged(database);
    await database.close();
    send({ kind: "closed" });
    process.exit(0);
  });
});

setInterval(() => enqueue(lookAfterItself), IDLE).unref();

send({ kind: "ready" });
