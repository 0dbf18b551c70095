import { gzipSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minutePassed, navigated } from "#events/actions/app.ts";
import { message } from "#events/messages/message.ts";
import { LOG_FORMAT, LOG_FORMAT_VERSION, MARK_EVERY } from "#src/kernel/log/format.ts";
import { packBody } from "#src/kernel/log/loggedBody.ts";
import { NO_OUTCOMES } from "#src/kernel/log/outcomes.ts";
import { readLog } from "#src/kernel/log/readLog.ts";
import type { LoggedSession } from "#src/kernel/log/writeLog.ts";
import {
  DRAFTS,
  edited,
  faultOf,
  fileOf,
  linesIn,
  linesOf,
  LOG,
  ORIGIN,
  readFile,
  sealed,
  sessionOf,
  withLine,
} from "../../support/logFiles.ts";

describe("an event log as a file", () => {
  it("reads back as it was written", async () => {
    const { header, ...log } = await readFile(await fileOf(LOG));
    expect(log).toEqual(LOG);
    expect(header).toEqual({
      format: LOG_FORMAT,
      version: LOG_FORMAT_VERSION,
      ...ORIGIN,
      span: { from: 1_772_442_000_000, to: 1_772_442_000_000 + 149 * 137 },
      counts: { sessions: 2, events: 240, bodies: 3 },
      chain: { algorithm: "SHA-256", every: MARK_EVERY },
    });
  });

  it("reads back without events, and with ids, causes and times of any kind", async () => {
    expect(await readFile(await fileOf({ sessions: [], bodies: [] }))).toMatchObject({
      header: { span: null },
      sessions: [],
    });
    const word = fc.string({ minLength: 1, maxLength: 6 });
    const events = fc.array(
      fc.record({
        gap: fc.integer({ min: 1, max: 3 }),
        id: fc.oneof(word, fc.constant(null)),
        cause: fc.oneof(word, fc.constant(null), fc.integer({ min: 1, max: 30 })),
        step: fc.integer({ min: -5, max: 5000 }),
      }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(word, word, events, async (id, prefix, drafts) => {
        let seq = 0;
        let time = 1_000_000;
        const session: LoggedSession = {
          id,
          checkpoint: null,
          outcomes: NO_OUTCOMES,
          events: drafts.map(({ gap, id: own, cause, step }, at) => ({
            ...(DRAFTS[at % DRAFTS.length] ?? minutePassed({})),
            seq: (seq += gap),
            time: (time += step),
            session: id,
            id: own ?? `${prefix}${seq}`,
            cause: typeof cause === "number" ? `${prefix}${cause}` : cause,
          })),
        };
        const log = { sessions: [session], bodies: [] };
        expect((await readFile(await fileOf(log))).sessions).toEqual(log.sessions);
      }),
      { numRuns: 100, seed: 41 },
    );
  });

  it("is read by line and compressed by chunk, with a pause after each", async () => {
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    const file = await fileOf(LOG);
    await readLog(new Blob([file as Uint8Array<ArrayBuffer>]).stream(), { pause });
    expect(pauses).toBeGreaterThanOrEqual(gunzipSync(file).toString().trimEnd().split("\n").length);
    pauses = 0;
    const endless = gzipSync("x".repeat(1_000_000));
    const limits = { bytes: 1e9, line: 900_000 };
    await expect(
      readLog(new Blob([endless as Uint8Array<ArrayBuffer>]).stream(), { pause, limits }),
    ).rejects.toMatchObject({
      reason: message("logs.bad", { problem: message("logs.longLine", { line: 1 }) }),
    });
    expect(pauses).toBeGreaterThan(10);
    pauses = 0;
    const bytes = Uint8Array.from({ length: 200_000 }, (_, at) => (at * at) % 251);
    const body = await packBody("ab".repeat(32), new Blob([bytes]), pause);
    expect(pauses).toBe(4);
    expect(gunzipSync(body.bytes).equals(bytes)).toBe(true);
  });

  it("contains a large payload once, and restores it in every event", async () => {
    const large = { ...navigated({ path: `/${"x".repeat(100_000)}`, how: "push" }) };
    const session = sessionOf("a1", 20);
    const events = session.events.map((event, at) =>
      at % 5 === 2 ? { ...event, ...large } : event,
    );
    const log = { sessions: [{ ...session, events }], bodies: [] };
    const text = gunzipSync(await fileOf(log)).toString();
    expect(text.length).toBeLessThan(200_000);
    expect(await readFile(await fileOf(log))).toMatchObject(log);
  });

  it("is refused if a referenced payload is missing, different or not its event's", async () => {
    const large = navigated({ path: `/${"x".repeat(100_000)}`, how: "push" });
    const session = sessionOf("a1", 5);
    const events = session.events.map((event, at) => (at === 2 ? { ...event, ...large } : event));
    const lines = await linesOf({ sessions: [{ ...session, events }], bodies: [] });
    expect((await readFile(sealed(lines))).sessions[0]?.events[2]?.payload).toEqual(large.payload);
    const body = lines.findIndex((line) => line.startsWith('{"body"'));
    const missing = await faultOf(sealed(lines.slice(0, body)));
    expect([missing.code, missing.line]).toEqual(["EBADLOG", 5]);
    expect(missing.text).toContain("Line 5 cites a body that is not in the file.");
    const other = lines.map((line) => line.replace(/"digest":"...../, '"digest":"00000'));
    expect((await faultOf(sealed(other))).text).toContain("Line 5 cites a body that is not");
    const wrong = lines.map((line) =>
      line.startsWith('{"part"') ? line.replace("eHh4", "eXl5") : line,
    );
    expect((await faultOf(sealed(wrong))).text).toContain(
      "Line 5 cites a body whose content in the file differs",
    );
  });

  it("is refused if two events have the same number, even with a valid seal", async () => {
    const lines = await linesOf({ sessions: [sessionOf("a1", 9)], bodies: [] });
    const twice = lines.map((line, at) => (at === 6 ? line.replace("{", '{"q":4,') : line));
    const fault = await faultOf(sealed(twice));
    expect([fault.code, fault.line]).toEqual(["EBADLOG", 7]);
    expect(fault.text).toContain(
      "Line 7 holds an event with the number 4 of the session, after number 4.",
    );
  });

  it.each([
    ["a session", '"sessions":1', '"sessions":2'],
    ["an event", '"events":9', '"events":10'],
    ["a body", '"bodies":1', '"bodies":0'],
  ])("is refused if its header counts a missing %s", async (_what, said, forged) => {
    const log = { sessions: [sessionOf("a1", 9)], bodies: LOG.bodies.slice(0, 1) };
    const [header = "", ...lines] = await linesOf(log);
    expect((await readFile(sealed([header, ...lines]))).header.counts.events).toBe(9);
    const fault = await faultOf(sealed([header.replace(said, forged), ...lines]));
    expect([fault.code, fault.line]).toEqual(["EBADLOG", 1]);
    expect(fault.text).toContain("The numbers of sessions, events and bodies differ");
  });

  it("is small", async () => {
    const bytes = await fileOf({ sessions: [sessionOf("a1", 20_000)], bodies: [] });
    expect(bytes.length / 20_000).toBeLessThan(20);
  });
});

describe("a file that cannot be used", () => {
  /** A line after the first mark that contains a threshold. */
  const later = (lines: string[]) => lines.findIndex((l, at) => at > 66 && l.includes("62.5"));

  it.each<[string, (lines: string[]) => string[], string, number | null]>([
    [
      "a changed value",
      (ls) => ls.map((l, at) => (at === later(ls) ? l.replace("62.5", "63.5") : l)),
      "EEDITEDLOG",
      66,
    ],
    [
      "a changed header",
      (ls) => withLine(ls, 0, (l) => l.replace("0.1.0", "0.2.0")),
      "EEDITEDLOG",
      1,
    ],
    [
      "two lines exchanged",
      (ls) => ls.with(10, ls[11] ?? "").with(11, ls[10] ?? ""),
      "EEDITEDLOG",
      1,
    ],
    ["a line left out", (ls) => ls.toSpliced(20, 1), "EEDITEDLOG", 1],
    ["a line twice", (ls) => ls.toSpliced(20, 0, ls[20] ?? ""), "EEDITEDLOG", 1],
    ["a line added at the end", (ls) => [...ls, ls[5] ?? ""], "EBADLOG", null],
    ["the end cut off", (ls) => ls.slice(0, -1), "ETRUNCATEDLOG", null],
    ["half a line", (ls) => withLine(ls, 30, (l) => l.slice(0, -5)), "EBADLOG", 31],
    ["an unknown line", (ls) => ls.toSpliced(30, 0, '{"x":1}'), "EBADLOG", 31],
    ["a list for a line", (ls) => ls.toSpliced(30, 0, "[]"), "EBADLOG", 31],
    ["an empty line", (ls) => ls.toSpliced(30, 0, ""), "EBADLOG", 31],
    ["a session twice", (ls) => ls.toSpliced(30, 0, ls[1] ?? ""), "EBADLOG", 31],
    ["no session", (ls) => ls.toSpliced(1, 1), "EBADLOG", 2],
    [
      "an event twice by its number",
      (ls) => withLine(ls, 30, (l) => l.replace("{", '{"q":7,')),
      "EBADLOG",
      31,
    ],
    [
      "an unknown event",
      (ls) => withLine(ls, 30, (l) => l.replace(/"e":"[^"]+"/, '"e":"space/flown"')),
      "ENEWERLOG",
      31,
    ],
    [
      "an event of a newer build",
      (ls) => withLine(ls, 30, (l) => l.replace("{", '{"v":99,')),
      "ENEWERLOG",
      31,
    ],
    [
      "an event with other content",
      (ls) => withLine(ls, 3, () => '{"e":"policyBuilder/thresholdMoved","p":{"percent":"60"}}'),
      "EBADLOG",
      4,
    ],
    [
      "a newer format",
      (ls) => withLine(ls, 0, (l) => l.replace('"version":4', '"version":5')),
      "ENEWERLOG",
      1,
    ],
    [
      "another header",
      (ls) => withLine(ls, 0, () => '{"format":"provision-event-log"}'),
      "EBADLOG",
      1,
    ],
    [
      "another format",
      (ls) => withLine(ls, 0, (l) => l.replace("provision", "other")),
      "ENOTALOG",
      null,
    ],
    ["other JSON", () => ["[1,2,3]"], "ENOTALOG", null],
    ["other text", () => ["a,b,c", "1,2,3"], "ENOTALOG", null],
  ])("is refused: %s", async (_what, edit, code, at) => {
    const fault = await faultOf(await edited(LOG, edit));
    expect(fault.code).toBe(code);
    if (at !== null) expect(fault.line).toBe(at);
    expect(fault.text).toMatch(/(Get|Open|Choose|Export) .+\.$/);
    if (at !== null && code !== "EEDITEDLOG") expect(fault.text).toMatch(/[Ll]ine|newer/);
  });

  it("is refused: nothing, no gzip, a gzip of nothing", async () => {
    expect((await faultOf(new Uint8Array(0))).code).toMatch(/EEMPTYLOG|ENOTALOG/);
    expect((await faultOf(new TextEncoder().encode("no gzip"))).code).toBe("ENOTALOG");
    expect((await faultOf(gzipSync(""))).code).toBe("EEMPTYLOG");
  });

  it("of a newer format is reported with its build if that is a text", async () => {
    const told = async (build: unknown) => {
      const header = { format: "provision-event-log", version: 99, build };
      return (await faultOf(gzipSync(`${JSON.stringify(header)}\n`))).text;
    };
    expect(await told("9.0")).toContain("a newer Provision (9.0), in a format");
    expect(await told({ a: 1 })).toContain("a newer Provision, in a format");
  });

  it("is refused wherever it is truncated", async () => {
    const bytes = await fileOf(LOG);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: bytes.length - 1 }), async (length) => {
        const { code } = await faultOf(bytes.subarray(0, length));
        expect(["ETRUNCATEDLOG", "ENOTALOG", "EEMPTYLOG"]).toContain(code);
      }),
      { numRuns: 60, seed: 42 },
    );
  });

  it("is refused whichever byte of its text was changed", async () => {
    const text = gunzipSync(await fileOf(LOG));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: text.length - 2 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const changed = Buffer.from(text);
          changed[at] = ((changed[at] ?? 0) + by) % 256;
          await faultOf(gzipSync(changed));
        },
      ),
      { numRuns: 300, seed: 43 },
    );
  });

  it.each([
    [
      "a header",
      (ls: string[]) => withLine(ls, 0, (l) => l.replace('"from":', '"from":1e17,"f":')),
    ],
    ["an event", (ls: string[]) => withLine(ls, 4, (l) => l.replace(/"t":\d+/, '"t":9e15'))],
    [
      "a checkpoint",
      (ls: string[]) => ls.map((l) => l.replace(/("checkpoint":\{"seq":\d+,"time":)\d+/, "$11e16")),
    ],
  ])("is refused if %s has an impossible time", async (_what, edit) => {
    const lines = await linesOf(LOG);
    const changed = edit([...lines]);
    expect(changed).not.toEqual(lines);
    expect((await faultOf(sealed(changed))).code).toBe("EBADLOG");
  });

  it("is refused once more lines than allowed have no mark, whatever follows", async () => {
    const lines = linesIn(await fileOf(LOG));
    const fault = await faultOf(gzipSync(`${lines.join("\n")}\n`));
    expect([fault.code, fault.line]).toEqual(["EEDITEDLOG", 1]);
    expect(fault.text).toContain("between lines 1 and 65.");
    const rarely = withLine([...lines], 0, (l) => l.replace('"every":64', '"every":1000000'));
    expect((await faultOf(sealed(rarely))).text).toContain("Line 1, the header,");
  });

  it("is refused if it has bytes around its lines that no mark covers", async () => {
    const text = gunzipSync(await fileOf(LOG));
    const last = text.toString().split("\n").length;
    const begun = await faultOf(gzipSync(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text])));
    expect([begun.code, begun.line]).toEqual(["EBADLOG", 1]);
    expect(begun.text).toContain("Line 1, the header, was not written by Provision. Get");
    for (const tail of [[0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98]]) {
      const ended = await faultOf(gzipSync(Buffer.concat([text, Buffer.from(tail)])));
      expect([ended.code, ended.line]).toEqual(["EBADLOG", last]);
      expect(ended.text).toContain(`Line ${last} is not text. Get`);
    }
  });
});
