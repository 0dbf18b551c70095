/**
 * Runs PGlite off the server's event loop. The thread takes bytes of the PostgreSQL wire protocol and answers with
 * such bytes, so that the server talks to it with `pg`, as to any PostgreSQL.
 *
 * PGlite goes on after any exception of the database's code, also after those from which it cannot recover (a PANIC
 * ends in a WebAssembly trap): it would loop for ever or answer nothing. Such an exception ends the thread here; what
 * was committed is in the write-ahead log and is there after the next opening.
 */
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { analyzeChanged, checkpointIfDue, forgetPlans, vacuumOne } from "./maintenance.ts";
import { makePrivate, withoutOthers } from "./privateFiles.ts";
import type { ThreadData } from "../threads/startThread.ts";
import type { FromThread, ThreadSettings, ToThread } from "./threadMessages.ts";

/** Exit status with which PostgreSQL's `siglongjmp` arrives here: an ordinary SQL error. */
const ORDINARY_ERROR = 100;
const LINES_KEPT = 8;

const port = parentPort;
if (!port) throw new Error("thread.ts runs as a worker thread only");

const { settings }: ThreadData<ThreadSettings> = workerData;
const lastLines: string[] = [];
/** Why the database gave up; the text of a long statement may follow, and push it out of the last lines. */
let lastWords: string | undefined;

function send(message: FromThread, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

function end(error: unknown): never {
  const reason = reasonOf(error);
  const lines = lastWords === undefined || lastLines.includes(lastWords) ? [] : [lastWords];
  send({ kind: "fatal", reason: [...lines, ...lastLines, reason].join("\n") });
  process.exit(1);
}

/** The number that Emscripten gives ENOSPC; its errors are not Errors and have no text. */
const EMSCRIPTEN_ENOSPC = 51;

function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const errno = error instanceof Object && "errno" in error ? Number(error.errno) : undefined;
  if (errno === EMSCRIPTEN_ENOSPC) return "No space left on device";
  return errno === undefined ? String(error) : `A file could not be used (error ${errno})`;
}

/** @returns false: PGlite shall not print it, too. */
function keepLine(text: string): boolean {
  if (/\b(?:FATAL|PANIC): /.test(text)) lastWords = text;
  lastLines.push(text);
  if (lastLines.length > LINES_KEPT) lastLines.shift();
  return false;
}

/** What we need of it: PGlite's types leave it open. */
interface EmscriptenFileSystem {
  chmod(node: unknown, mode: number, ...rest: unknown[]): void;
}

/** Emscripten gives each new file the mode that PostgreSQL asks of it, and heeds no umask. */
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
      startParams: [...PGlite.defaultStartParams, "-c", "max_wal_size=192MB"],
    });
    const module = database.Module;
    restrictModes(module.FS);
    // Again, for what the start itself has written.
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

/** Milliseconds without a query after which the database looks after itself. */
const IDLE = 1000;
/** Milliseconds after which it looks after its log even if it never idles. */
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

/** Steps run one after the other: an answer is never interleaved with the next. */
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
