/** `npm run replay` as a command: its output and exit codes. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { menuToggled, minutePassed, navigated, themeChosen } from "#events/actions/app.ts";
import { selectionUndone, thresholdMoved } from "#events/actions/policyBuilder.ts";
import { getCurrentUser } from "#events/calls/session.ts";
import { updateUser } from "#events/calls/users.ts";
import type { Draft, Envelope } from "#events/kernel/event.ts";
import "#src/app/models.ts";
import type { LoggedBody } from "#src/kernel/log/loggedBody.ts";
import { NO_OUTCOMES } from "#src/kernel/log/outcomes.ts";
import { foldSession } from "#src/kernel/log/foldSession.ts";
import { gzipped, logLines, type LoggedSession } from "#src/kernel/log/writeLog.ts";
import { runReplay } from "#src/replay/cli.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { recordBuilder } from "../support/builderLog.ts";
import { linesIn, sealed } from "../support/logFiles.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const START = Date.UTC(2026, 2, 2, 9);

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "provision-replay-"));
});
afterAll(() => {
  rmSync(directory, { recursive: true });
});

function sessionOf(drafts: readonly Draft[]): LoggedSession {
  const events = drafts.map((draft, at): Envelope => ({
    ...draft,
    seq: at + 1,
    id: `s-${at + 1}`,
    session: "s",
    time: START + at,
    cause: null,
  }));
  const begun = { checkpoint: null, events, outcomes: NO_OUTCOMES };
  const digests = new Map<number, string>();
  for (const { event, digest } of foldSession(begun, allProjections().values()).steps) {
    digests.set(event.seq, digest);
  }
  return { ...begun, id: "s", outcomes: { digests, checks: [], visible: [] } };
}

const SESSION = sessionOf([
  minutePassed({}),
  themeChosen({ theme: "dark" }),
  navigated({ path: "/support", how: "push" }),
  thresholdMoved({ percent: 60 }),
  menuToggled({ open: true }),
]);

async function fileOf(
  name: string,
  session: LoggedSession,
  bodies: readonly LoggedBody[] = [],
): Promise<string> {
  const lines = logLines(
    { sessions: [session], bodies },
    { build: "0.1.0", appVersions: ["0.1.0"], exportedAt: START, redaction: "pseudonyms" },
  );
  const path = join(directory, name);
  writeFileSync(path, Buffer.from(await new Response(gzipped(lines)).arrayBuffer()));
  return path;
}

async function run(...words: readonly string[]) {
  const printed = { out: "", err: "" };
  const code = await runReplay(words, {
    out: (text) => (printed.out += text),
    err: (text) => (printed.err += text),
  });
  return { code, ...printed };
}

describe("npm run replay", () => {
  it("exits with 0 if everything matches, and reports the counts", async () => {
    const { code, out } = await run(await fileOf("whole.ndjson.gz", SESSION));
    expect(out).toContain("5 of 5 events replayed, 5 outcomes and 0 checks as recorded");
    expect(code).toBe(0);
  });

  it("names the calls that failed during the recording, with their reasons", async () => {
    const session = sessionOf([
      minutePassed({}),
      updateUser.failed({
        status: 503,
        code: "EUNAVAILABLE",
        reason: { code: "server.databaseUnreachable" },
      }),
      getCurrentUser.failed({
        status: 401,
        code: "EBADSESSION",
        reason: { code: "accounts.notSignedIn" },
      }),
    ]);
    const { code, out } = await run(await fileOf("failed.ndjson.gz", session));
    expect(out).toContain("1 error when it was recorded:");
    expect(out).toContain(
      "event 2, users/updateUserFailed, 2026-03-02T09:00:00.001Z: 503 EUNAVAILABLE: The database cannot be reached; try again later",
    );
    expect(out).not.toContain("event 3");
    expect(code).toBe(0);
    expect((await run(await fileOf("none.ndjson.gz", SESSION))).out).not.toContain("error");
  });

  it("prints its usage", async () => {
    const help = await run("--help");
    expect([help.code, help.err]).toEqual([0, ""]);
    expect(help.out).toContain("--until SEQ");
  });

  it("runs as a command without a browser", async () => {
    const words = ["--import", "tsx", "src/replay/cli.ts", await fileOf("a.ndjson.gz", SESSION)];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, {
      cwd: root,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(stdout).toContain("5 of 5 events replayed");
    expect(status).toBe(0);
  });

  it("exits with 1 if an event has another outcome, and names it and its changes", async () => {
    const events = SESSION.events.map((event) =>
      event.seq === 4 ? { ...event, payload: { percent: 61 } } : event,
    );
    const { code, out } = await run(await fileOf("other.ndjson.gz", { ...SESSION, events }));
    expect(out).toContain(
      "The first other outcome is that of event 4, policyBuilder/thresholdMoved",
    );
    expect(out).toContain("policyBuilder.threshold: 100 became 61");
    expect(code).toBe(1);
  });

  it.each([1, 2])(
    "reports that outcomes of a log of format %i are not compared",
    async (format) => {
      const { code, out } = await run(
        join(root, `tests/src/kernel/log/fixtures/formats/${format}.ndjson.gz`),
      );
      expect(out).toContain("outcomes were not compared");
      expect(code).toBe(0);
    },
  );

  it("stops at the given position and prints the states there as JSON", async () => {
    const path = await fileOf("until.ndjson.gz", SESSION);
    const { code, out } = await run(path, "--until", "2", "--json");
    expect(JSON.parse(out)).toMatchObject({
      header: { counts: { events: 5 } },
      sessions: [{ events: 2, divergence: null, states: { "app/theme": "dark" } }],
    });
    expect(code).toBe(0);
  });

  it("writes a test from a log, which passes while the log has the same outcomes", async () => {
    const path = await fileOf("case.ndjson.gz", SESSION);
    expect((await run(path, "--to-test")).code).toBe(0);
    const text = readFileSync(join(directory, "case.test.ts"), "utf8");
    expect(text).toContain('new URL("./case.ndjson.gz", import.meta.url)');
    expect(text).toContain('"threshold": 60');
    const again = await run(path, "--to-test");
    expect([again.code, again.err]).toEqual([2, expect.stringContaining("EEXIST")]);

    const place = join(root, "tests/src/replay", basename(directory));
    mkdirSync(place);
    cpSync(directory, place, { recursive: true });
    const spoils: readonly (readonly [string, string])[] = [
      ['"threshold": 60', '"threshold": 61'],
      // A new field of a state, and a state that is no longer initial or was removed.
      ['"threshold": 60,', ""],
      ['"app/language",', ""],
      ['"failure": null', '"failure": "No table"'],
      ['"counts": null', '"counts": { "rows": 1 }'],
    ];
    for (const [at, [part, other]] of spoils.entries()) {
      expect(text).toContain(part);
      writeFileSync(join(place, `spoiled-${at}.test.ts`), text.replace(part, other));
    }
    const report = join(place, "report.json");
    const to = ["--reporter=json", `--outputFile=${report}`];
    // A failing one leaves the others unchanged, so the modules need not be loaded again.
    const together = ["--no-isolate", "--maxWorkers=1"];
    const words = ["node_modules/vitest/vitest.mjs", "run", place, ...together, ...to];
    spawnSync(process.execPath, words, { cwd: root });
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
      readonly testResults: readonly { readonly name: string; readonly status: string }[];
    };
    rmSync(place, { recursive: true });
    const passed = testResults.filter(({ status }) => status === "passed");
    expect(testResults).toHaveLength(1 + spoils.length);
    expect(passed.map(({ name }) => basename(name))).toEqual(["case.test.ts"]);
  });

  it("prints only JSON even when it writes a test", async () => {
    const path = await fileOf("both.ndjson.gz", SESSION);
    const { code, out, err } = await run(path, "--json", "--to-test");
    expect(JSON.parse(out)).toMatchObject({ sessions: [{ events: 5 }] });
    expect([code, err]).toEqual([0, expect.stringContaining("both.test.ts was written.")]);
  });

  it("writes a test that finds its log, whatever its name", async () => {
    const path = await fileOf("case#12 50%.ndjson.gz", SESSION);
    expect((await run(path, "--to-test")).code).toBe(0);
    const text = readFileSync(join(directory, "case#12 50%.test.ts"), "utf8");
    const [, named = ""] = /new URL\("([^"]+)"/.exec(text) ?? [];
    const found = fileURLToPath(new URL(named, pathToFileURL(join(directory, "case.test.ts"))));
    expect(found).toBe(path);
  });

  it("writes no test from a log with other outcomes", async () => {
    const events = SESSION.events.filter(({ seq }) => seq !== 3);
    const path = await fileOf("gap.ndjson.gz", { ...SESSION, events });
    const { code, err } = await run(path, "--to-test");
    expect(code).toBe(1);
    expect(err).toContain("No test was written");
    expect(existsSync(join(directory, "gap.test.ts"))).toBe(false);
  });

  it("exits with 2 for a file that is no log, with what to do", async () => {
    const path = join(directory, "notes.txt");
    writeFileSync(path, "not a log");
    const { code, out, err } = await run(path);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("Choose a file that");
  });

  it("exits with 2 for a log with an unknown start state, and names the event", async () => {
    const [first, ...others] = SESSION.events.slice(1);
    if (!first) throw new Error("There are no events");
    const states = { policyBuilder: null };
    const versions = { policyBuilder: 3 };
    const checkpoint = { seq: first.seq - 1, time: START, states, versions };
    const events = [first, ...others, { ...first, ...selectionUndone({}), seq: 6, id: "s-6" }];
    const path = await fileOf("forged.ndjson.gz", {
      ...SESSION,
      checkpoint,
      events,
      outcomes: NO_OUTCOMES,
    });
    const { code, out, err } = await run(path);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^Event \d, policyBuilder\/\w+, cannot be replayed:/);
  });

  it("exits with 2 for an unforeseen log, and says that it cannot be replayed", async () => {
    const { digests } = SESSION.outcomes;
    const checks = [{ seq: 2, states: { policyBuilder: "000000" } }];
    const path = await fileOf("deep.ndjson.gz", {
      ...SESSION,
      checkpoint: {
        seq: 1,
        time: START,
        states: { policyBuilder: "deep" },
        versions: { policyBuilder: 3 },
      },
      events: SESSION.events.slice(1),
      outcomes: { digests, checks, visible: [] },
    });
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const lines = linesIn(readFileSync(path));
    writeFileSync(path, sealed(lines.map((line) => line.replace('"deep"', deep))));
    const { code, out, err } = await run(path);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^The file cannot be replayed: Maximum call stack/);
  });

  it("names the start states of another version that it skips, and compares no outcome", async () => {
    const [first, ...others] = SESSION.events.slice(1);
    if (!first) throw new Error("There are no events");
    const states = { policyBuilder: null, "app/gone": 1, "app/theme": "dark" };
    const versions = { policyBuilder: 1, "app/gone": 1, "app/theme": 1 };
    const checkpoint = { seq: first.seq - 1, time: START, states, versions };
    const path = await fileOf("other.ndjson.gz", {
      ...SESSION,
      checkpoint,
      events: [first, ...others],
    });
    const { code, out } = await run(path);
    expect(code).toBe(0);
    expect(out).toContain("0 outcomes and 0 checks as recorded\n");
    expect(out).toContain("and outcomes were not compared: policyBuilder, app/gone");
    const { sessions } = JSON.parse((await run(path, "--json")).out);
    expect(sessions[0]).toMatchObject({
      lost: ["policyBuilder", "app/gone"],
      states: { "app/theme": "dark", policyBuilder: { threshold: expect.any(Number) } },
    });
  });

  it("exits with 2 if the report at the end is damaged, after reporting the comparable part", async () => {
    const { session, body, policies } = await recordBuilder();
    const bytes = body.bytes.map((byte, at) => (at > 40 ? 7 : byte));
    const outcomes = { ...session.outcomes, visible: [] };
    const bodies = [{ ...body, bytes }, ...policies];
    const path = await fileOf("damaged.ndjson.gz", { ...session, outcomes }, bodies);
    const { code, out, err } = await run(path);
    expect(out).toContain("Tables were not compared: The report in this log cannot be read");
    expect(err).toContain("Get the file again");
    expect(code).toBe(2);
  });

  it.skipIf(process.platform !== "linux")(
    "exits with 2 for a file that cannot be read from disk",
    async () => {
      const { code, err } = await run("/proc/self/mem");
      expect(code).toBe(2);
      expect(err).toMatch(/^The file cannot be read: EIO/);
    },
  );

  it.each([
    [[], "Name one file."],
    [["a", "b"], "Name one file."],
    [["no-such-file"], "no-such-file does not exist. Check the path."],
    [[tmpdir()], "is no file. Check the path."],
    [["x", "--until", "0"], "--until wants"],
    [["x", "--untli", "1"], "--untli"],
  ])("exits with 2 for %j, and prints its usage", async (words, message) => {
    const { code, err } = await run(...words);
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain("npm run replay -- FILE");
  });
});
