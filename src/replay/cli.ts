/**
 * `npm run replay -- FILE [--until SEQ] [--json] [--to-test]`: replays an event log and compares all of its recorded
 * outcomes.
 */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { renderMessage } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { MessageError } from "../kernel/messageError.ts";
import { describeReplay } from "./describe.ts";
import { replayFile, type FileReplay } from "./replayFile.ts";
import { writeTest } from "./writeTest.ts";

const USAGE = `npm run replay -- FILE [--until SEQ] [--json] [--to-test]

Replays an event log that Provision Support exported, without a browser, and compares what each event leads to with
what it led to when it was recorded.

  --until SEQ  ends each session with the event of that number
  --json       prints the result, with the states at the end, as JSON
  --to-test    writes a test beside the file that replays it and expects the states at the end
  --help       prints this text

Exit codes: 0 all as recorded, 1 an event had another outcome, 2 the file, a report in it or
the options cannot be used.`;

interface Command {
  readonly file: string;
  readonly until: number | null;
  readonly json: boolean;
  readonly toTest: boolean;
}

class UsageError extends Error {}

/** @returns null if only the usage is requested. */
function readCommand(words: readonly string[]): Command | null {
  const { values, positionals } = parse(words);
  if (values.help) return null;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError("Name one file.");
  const { until, json = false, "to-test": toTest = false } = values;
  if (toTest && until !== undefined) throw new UsageError("A test replays the whole log.");
  if (until !== undefined && !/^[1-9]\d{0,14}$/.test(until)) {
    throw new UsageError(`--until wants the number of an event, from 1, not "${until}".`);
  }
  return { file, until: until === undefined ? null : Number(until), json, toTest };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        until: { type: "string" },
        json: { type: "boolean" },
        "to-test": { type: "boolean" },
        help: { type: "boolean" },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function jsonOf(file: string, { header, sessions }: FileReplay): string {
  return JSON.stringify(
    {
      file,
      header,
      sessions: sessions.map(({ states, ...session }) => ({
        ...session,
        states: Object.fromEntries(states),
      })),
    },
    null,
    2,
  );
}

export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** @returns the exit code. */
export async function runReplay(words: readonly string[], { out, err }: Output): Promise<number> {
  try {
    const command = readCommand(words);
    if (command === null) {
      out(USAGE);
      return 0;
    }
    const { file, until, json, toTest } = command;
    const replay = await replayFile(await open(file), { until });
    out(json ? jsonOf(file, replay) : describeReplay(basename(file), replay));
    if (replay.sessions.some(({ divergence }) => divergence !== null)) {
      if (toTest)
        err("No test was written: a test expects the states of a log that replays to its end.");
      return 1;
    }
    if (replay.sessions.some(({ failure }) => failure !== null)) {
      err("Not all of the log could be replayed. Get the file again from where it was exported.");
      return 2;
    }
    if (toTest) {
      // JSON output must not be mixed with other text.
      const tell = json ? err : out;
      tell(`${await test(file, replay)} was written. Move it and the log below tests/.`);
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) err(`${error.message}\n\n${USAGE}`);
    else if (error instanceof MessageError) err(renderMessage(ENGLISH, error.reason));
    else if (isOfSystem(error)) err(`The file cannot be read: ${error.message}`);
    // An unforeseen error of a file is no divergence.
    else
      err(`The file cannot be replayed: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
}

/** Whether it is a disk error, and not one of the file's content. */
function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

async function test(file: string, replay: FileReplay): Promise<string> {
  return writeTest(file, replay).catch((error: unknown) => {
    throw new UsageError(`The test cannot be written: ${String(error)}`);
  });
}

async function open(file: string): Promise<ReadableStream<Uint8Array>> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === "ENOENT" || error.code === "ENOTDIR";
    const why = isMissing ? "does not exist. Check the path." : `cannot be read: ${error.message}`;
    throw new UsageError(`${file} ${why}`);
  });
  if (!found.isFile()) throw new UsageError(`${file} is no file. Check the path.`);
  return Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
}

if (process.argv[1] === import.meta.filename) {
  process.exitCode = await runReplay(process.argv.slice(2), {
    out: (text) => console.log(text),
    err: (text) => console.error(text),
  });
}
