import { gzipSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { navigated } from "#events/actions/app.ts";
import { LogFileError } from "#src/kernel/log/logFileError.ts";
import { readLog } from "#src/kernel/log/readLog.ts";
import { toldBy, toldInGerman } from "../../../support/english.ts";
import {
  faultOf,
  fileOf,
  linesOf,
  LOG,
  readFile,
  sealed,
  sessionOf,
  withLine,
} from "../../support/logFiles.ts";

describe("an oversized file", () => {
  it("is refused as soon as it exceeds its header's counts or the limits", async () => {
    const lines = await linesOf(LOG);
    const saying = (what: string, count: number) =>
      sealed(
        withLine([...lines], 0, (l) =>
          l.replace(new RegExp(`"${what}":\\d+`), `"${what}":${count}`),
        ),
      );
    for (const [what, count, at] of [
      ["events", 3, 6],
      ["sessions", 1, 154],
      ["bodies", 1, 251],
    ] as const) {
      const cut = saying(what, count);
      const fault = await faultOf(cut);
      expect([what, fault.code, fault.line]).toEqual([what, "EBADLOG", 1]);
      // The content after it is not read.
      const text = gunzipSync(cut).toString().split("\n");
      const upTo = text.slice(0, at + 3).join("\n");
      expect((await faultOf(gzipSync(`${upTo}\n`))).text).toContain("differ from line 1");
    }
    expect((await faultOf(saying("events", 1e8))).code).toBe("ELARGELOG");
    expect((await faultOf(saying("sessions", 1e8))).code).toBe("ELARGELOG");
    for (const limits of [{ content: 2000 }, { bodies: 100_000 }, { events: 200 }]) {
      const reading = readLog(new Blob([sealed(lines) as Uint8Array<ArrayBuffer>]).stream(), {
        limits,
      });
      const fault = await reading.catch((error: unknown) => error);
      expect(fault).toMatchObject({ code: "ELARGELOG", line: expect.any(Number) });
      const { line: at } = fault as LogFileError;
      const said = `Line ${at}: the log is too large to open. Export a shorter time range.`;
      expect(toldBy(fault)).toBe(said);
      expect(toldInGerman(fault)).toMatch(new RegExp(`^Zeile ${at}: Das Protokoll enthält mehr`));
    }
  });

  it.each([
    ["events", "e", sessionOf("a1", 100)],
    [
      "states",
      "session",
      {
        ...sessionOf("a1", 3, { from: 2 }),
        checkpoint: { seq: 1, time: 1, states: { "app/theme": "x".repeat(3000) } },
      },
    ],
  ])("is too large if its %s are in lines that could be parts", async (_what, key, one) => {
    const lines = await linesOf({ sessions: [one], bodies: [] });
    const dressed = lines.map((l) => l.replace(`{"${key}":`, `{"part":"","${key}":`));
    expect(dressed).not.toEqual(lines);
    expect((await readFile(sealed(dressed))).sessions).toEqual(
      (await readFile(sealed(lines))).sessions,
    );
    const file = new Blob([sealed(dressed) as Uint8Array<ArrayBuffer>]);
    const reading = readLog(file.stream(), { limits: { content: 2000 } });
    await expect(reading).rejects.toMatchObject({ code: "ELARGELOG" });
  });

  it("is refused if events reference a large payload too often", async () => {
    const large = navigated({ path: `/${"x".repeat(100_000)}`, how: "push" });
    const session = sessionOf("a1", 50);
    const events = session.events.map((event) => ({ ...event, ...large }));
    const bytes = await fileOf({ sessions: [{ ...session, events }], bodies: [] });
    expect((await readFile(bytes)).sessions[0]?.events).toHaveLength(50);
    const limits = { content: 4_000_000 };
    const reading = readLog(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(), { limits });
    await expect(reading).rejects.toMatchObject({ code: "ELARGELOG" });
  });

  it("is refused when it unzips to more than the limit, without holding it", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20));
    expect(bomb.length).toBeLessThan(100_000);
    const limits = { bytes: 4_000_000, line: 1_000_000 };
    await expect(readLog(new Blob([bomb]).stream(), { limits })).rejects.toMatchObject({
      code: "EBADLOG",
      line: 1,
    });
    const lines = gzipSync(`${"\n".repeat(8_000_000)}`);
    await expect(readLog(new Blob([lines]).stream(), { limits })).rejects.toBeInstanceOf(
      LogFileError,
    );
    const long = new Blob([(await fileOf(LOG)) as Uint8Array<ArrayBuffer>]);
    const fault = await readLog(long.stream(), { limits: { bytes: 100_000 } }).catch(
      (error: unknown) => error,
    );
    const { code, line: at } = fault as LogFileError;
    expect([code, Number(at) > 1]).toEqual(["ELARGELOG", true]);
    const said = `After line ${at} the file has more than 0 MiB when unzipped. Export a shorter time range.`;
    expect(toldBy(fault)).toBe(said);
    expect(toldInGerman(fault)).toMatch(
      new RegExp(`^Nach Zeile ${at} enthält die Datei entpackt mehr`),
    );
  });
});
