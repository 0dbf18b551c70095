/**
 * Logs of earlier builds. `fixtures/formats` contains a file of every version of the format, `fixtures/events` the
 * payload of every version of an event that is no longer recorded: `group.happened.1.json`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Check } from "typebox/value";
import { describe, expect, it, vi } from "vitest";
import { ALL_CALLS, ALL_EVENTS, ALL_UPCASTS } from "#events/catalogue.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { recordedSchema } from "#events/kernel/redaction.ts";
import { upcast, type Upcast } from "#events/kernel/upcast.ts";
import { message } from "#events/messages/message.ts";
import "#src/app/models.ts";
import { checkReplay } from "#src/kernel/log/checkReplay.ts";
import { LOG_FORMAT_VERSION } from "#src/kernel/log/format.ts";
import { readLog } from "#src/kernel/log/readLog.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { fileOf, linesOf, sealed, sessionOf } from "../../support/logFiles.ts";

const formats = join(import.meta.dirname, "fixtures/formats");
const events = join(import.meta.dirname, "fixtures/events");
const EARLIER = Array.from({ length: LOG_FORMAT_VERSION - 1 }, (_, at) => at + 1);

function read(version: number) {
  const bytes = Uint8Array.from(readFileSync(join(formats, `${version}.ndjson.gz`)));
  return readLog(new Blob([bytes]).stream());
}

/** All calls fail alike. */
const FAILED = new Set(ALL_CALLS.map(({ failed }) => failed.type));

function nameOf(type: string, version: number): string {
  return `${FAILED.has(type) ? "callFailed" : type.replace("/", ".")}.${version}.json`;
}

function fixture(type: string, version: number): unknown {
  const path = join(events, nameOf(type, version));
  return JSON.parse(readFileSync(path, "utf8"));
}

describe("a log of an earlier build", () => {
  it("exists for every version of the format", () => {
    expect(readdirSync(formats).toSorted()).toEqual(
      EARLIER.map((version) => `${version}.ndjson.gz`),
    );
  });

  it("of format 1, which had no outcomes, is read and replayed", async () => {
    const { header, sessions } = await read(1);
    expect(header.version).toBe(1);
    const [session] = sessions;
    if (!session) throw new Error("The file holds no session");
    const { divergence, outcomes, states } = checkReplay(session, allProjections().values());
    expect([divergence, outcomes]).toEqual([null, 0]);
    expect(states.get("app/theme")).toBe("dark");
    expect(states.get("policyBuilder")).toMatchObject({
      threshold: 62.5,
      text: "ledger",
      ops: [{ kind: "entitlement", row: 3, ticked: false }],
    });
  });

  it("of format 2 is read, upgraded and replayed", async () => {
    const { header, sessions, bodies } = await read(2);
    expect(header.version).toBe(2);
    const [session] = sessions;
    if (!session) throw new Error("The file holds no session");
    // Outcomes of that format were computed differently and are not compared.
    const { divergence, events, outcomes, states } = checkReplay(
      session,
      allProjections().values(),
    );
    expect([divergence, events, outcomes]).toEqual([null, 10, 0]);
    expect(states.get("app/theme")).toBe("dark");
    expect(states.get("policyBuilder")).toMatchObject({ threshold: 62.5, text: "ledger" });
    const versions = new Map(session.events.map(({ type, version }) => [type, version]));
    expect([versions.get("log/exportChanged"), versions.get("log/measured")]).toEqual([3, 3]);
    expect(bodies).toMatchObject([{ size: 3, isPacked: false }]);
  });

  it("of format 3, which repeats all digests, is read, replayed and compared", async () => {
    const { header, sessions } = await read(3);
    expect(header.version).toBe(3);
    const [session] = sessions;
    if (!session) throw new Error("The file holds no session");
    const { divergence, events, outcomes, checks, states } = checkReplay(
      session,
      allProjections().values(),
    );
    expect([divergence, events, outcomes, checks]).toEqual([null, 7, 7, 3]);
    expect(states.get("app/theme")).toBe("light");
  });

  it("is not compared with the outcomes of sessions whose events have changed since", async () => {
    const old = sessionOf("old", 8);
    const recent = sessionOf("recent", 8);
    const [{ type, from } = { type: "", from: 0 }] = ALL_UPCASTS;
    const event = {
      ...(old.events[0] as Envelope),
      type,
      version: from,
      payload: fixture(type, from),
    };
    const file = await fileOf({
      sessions: [{ ...old, events: [event, ...old.events.slice(1)] }, recent],
      bodies: [],
    });
    const { sessions } = await readLog(new Blob([file as Uint8Array<ArrayBuffer>]).stream());
    expect(sessions.map(({ outcomes }) => outcomes.digests.size)).toEqual([
      0,
      recent.outcomes.digests.size,
    ]);
  });

  it.each(
    ALL_UPCASTS.flatMap(({ type, from }) =>
      [null, 5, "text", ["a", null], []].map((payload) => ({ type, from, payload })),
    ),
  )("names the line of $type, version $from, whose content is $payload", async (old) => {
    const { type, from, payload } = old;
    const lines = [...(await linesOf({ sessions: [sessionOf("a1", 3)], bodies: [] }))];
    const v = from === 1 ? {} : { v: from };
    lines[3] = JSON.stringify({ e: type, ...v, p: payload });
    await expect(readLog(new Blob([sealed(lines)] as never).stream())).rejects.toMatchObject({
      code: "EBADLOG",
      line: 4,
      reason: message("logs.bad", {
        problem: message("logs.badContent", {
          line: 4,
          event: message("logs.event", { type, version: from }),
        }),
      }),
    });
  });

  it("names the line where an upcast fails on its input", async () => {
    const [{ type, from } = { type: "", from: 0 }] = ALL_UPCASTS;
    const lines = [...(await linesOf({ sessions: [sessionOf("a1", 3)], bodies: [] }))];
    lines[3] = JSON.stringify({ e: type, p: fixture(type, from) });
    const file = new Blob([sealed(lines)] as never);
    expect((await readLog(file.stream())).sessions[0]?.events[1]?.type).toBe(type);
    const up = vi.spyOn(ALL_UPCASTS[0] as Upcast, "up").mockImplementation(() => {
      throw new TypeError("It has no body");
    });
    const reading = readLog(file.stream());
    await expect(reading).rejects.toMatchObject({ code: "EBADLOG", line: 4 });
    up.mockRestore();
  });

  it("has a payload for every upcast, which upgrades it to the current version", () => {
    const names = ALL_UPCASTS.map(({ type, from }) => nameOf(type, from));
    const kept = readdirSync(events).filter((name) => name.endsWith(".json"));
    expect(new Set(kept)).toEqual(new Set(names));
    for (const { type, from } of ALL_UPCASTS) {
      const payload = fixture(type, from);
      const known = ALL_EVENTS.get(type);
      if (!known) throw new Error(`${type} is not in the catalogue`);
      const newest = upcast(ALL_UPCASTS, { type, version: from, payload });
      expect(newest.version).toBe(known.version);
      expect(Check(recordedSchema(known.schema), newest.payload)).toBe(true);
    }
    const old = [...ALL_EVENTS.values()].filter(({ version }) => version > 1);
    for (const { type, version } of old) {
      const froms = ALL_UPCASTS.filter((one) => one.type === type).map(({ from }) => from);
      expect(new Set(froms)).toEqual(
        new Set(Array.from({ length: version - 1 }, (_, at) => at + 1)),
      );
    }
  });
});
