// @vitest-environment happy-dom
/** Invalid or modified files, dropped on the support screen: the real reader refuses each. */
import { File as NodeFile } from "node:buffer";
import { gzipSync } from "node:zlib";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Provider } from "effector-react";
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { navigated } from "#events/actions/app.ts";
import "#src/app/models.ts";
import { openReplay } from "#src/app/replay/openReplay.tsx";
import { View } from "#src/features/event-log/View.tsx";
import { bytesOfBase64 } from "#src/kernel/log/base64.ts";
import type { KeptSession, Segment } from "#src/kernel/log/logDatabase.ts";
import { eventsOf } from "#src/kernel/log/sealedRecords.ts";
import { openReplayFx } from "#src/kernel/log/ports.ts";
import { $log } from "#src/kernel/recorder.ts";
import { logKeyOf, makeUser } from "../../support/fixtures.ts";
import { openPage } from "../../support/keptPage.ts";
import { keptRecords, type KeptRecords } from "../../support/keptRecords.ts";
import { edited, fileOf, linesOf, LOG, sealed, sessionOf } from "../../support/logFiles.ts";
import { port, TEST_START } from "../../support/scope.ts";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const REPLAYING = [port(openReplayFx, ({ file, signal }) => openReplay(file, signal))];

const line = (lines: readonly string[], at: number, edit: (text: string) => string) =>
  lines.with(at, edit(lines[at] ?? ""));

/** A log with a payload so large that it is stored among the blobs, which are left out. */
async function withoutBodies(): Promise<Uint8Array> {
  const session = sessionOf("a1", 5);
  const large = navigated({ path: `/${"x".repeat(100_000)}`, how: "push" });
  const events = session.events.map((event, at) => (at === 2 ? { ...event, ...large } : event));
  const lines = await linesOf({ sessions: [{ ...session, events }], bodies: [] });
  return sealed(
    lines.slice(
      0,
      lines.findIndex((one) => one.startsWith('{"body"')),
    ),
  );
}

const KINDS: readonly (readonly [string, () => Promise<Uint8Array>, RegExp, RegExp])[] = [
  [
    "truncated",
    async () => (await fileOf(LOG)).subarray(0, -200),
    /breaks off or is damaged after line \d+\./,
    /Get the file again/,
  ],
  [
    "without its end",
    () => edited(LOG, (lines) => lines.slice(0, 150)),
    /breaks off after line 150\./,
    /Get the file again/,
  ],
  [
    "edited",
    () => edited(LOG, (lines) => line(lines, 4, (text) => text.replace("137", "138"))),
    /changed after it was written, between lines 1 and 65\./,
    /Get the file again/,
  ],
  [
    "reordered",
    () => edited(LOG, (lines) => lines.with(10, lines[11] ?? "").with(11, lines[10] ?? "")),
    /changed after it was written, between lines 1 and 65\./,
    /Get the file again/,
  ],
  [
    "a gzip bomb",
    async () => gzipSync(Buffer.alloc(80_000_000, 0x20)),
    /Line 1 is too long\./,
    /Get the file again/,
  ],
  [
    "of a newer version",
    () =>
      edited(LOG, (lines) => line(lines, 0, (text) => text.replace('"version":4', '"version":5'))),
    /written by a newer Provision \(0\.1\.0\)/,
    /Open it in that version/,
  ],
  ["empty", async () => new Uint8Array(0), /The file is empty|not gzipped/, /Get|Choose/],
  ["empty inside", async () => gzipSync(""), /The file is empty\./, /Get the file again/],
  [
    "not a log",
    async () => new TextEncoder().encode("a,b,c"),
    /This is not an event log of Provision/,
    /Choose a file that ends in \.ndjson\.gz/,
  ],
  [
    "another gzip",
    async () => gzipSync('{"hello":1}\n'),
    /This is not an event log of Provision/,
    /Choose a file that Provision Support exported/,
  ],
  [
    "with an unknown event",
    async () =>
      sealed(
        line(await linesOf(LOG), 30, (text) => text.replace(/"e":"[^"]+"/, '"e":"space/flown"')),
      ),
    /Line 31 holds an event that this version does not support: space\/flown/,
    /Open it in that version/,
  ],
  [
    "of an old version with no content",
    async () => sealed(line(await linesOf(LOG), 30, () => '{"e":"app/codeLoaded","p":null}')),
    /Line 31 holds app\/codeLoaded \(version 1\) with invalid content\./,
    /Get the file again/,
  ],
  [
    "without a body",
    withoutBodies,
    /Line 5 cites a body that is not in the file\./,
    /Get the file again/,
  ],
  [
    "with one number twice",
    async () => sealed(line(await linesOf(LOG), 6, (text) => text.replace("{", '{"q":4,'))),
    /Line 7 holds an event with the number 4 of the session, after number 4\./,
    /Get the file again/,
  ],
  [
    "without events",
    async () => fileOf({ sessions: [], bodies: [] }),
    /contains no event to replay\./,
    /Export a longer time range/,
  ],
];

const USERS_KEY = bytesOfBase64(logKeyOf(makeUser()));

/** The events that a refused file leaves in the log. */
const TRY = ["log/replayChosen", "log/replayRefused"];

/** The types of all stored events, ending with those of the attempt. */
function eventsIn({ segments = [] }: KeptRecords): readonly string[] {
  const types = (segments as readonly Segment[]).flatMap((segment) =>
    eventsOf(USERS_KEY, segment).map(({ type }) => type),
  );
  return types.toSorted((a, b) => Number(TRY.includes(a)) - Number(TRY.includes(b)));
}

function earliest({ sessions = [] }: KeptRecords): KeptSession | undefined {
  return (sessions as readonly KeptSession[]).toSorted((a, b) => a.from - b.from)[0];
}

/** The support screen of a page beside one that has ended, and the stored logs of both. */
async function openSupport(trouble: { readonly onTrouble?: (error: unknown) => void } = {}) {
  const earlier = openPage();
  await earlier.signIn(makeUser());
  await earlier.written();
  const page = openPage({ handlers: REPLAYING, ...trouble });
  await page.signIn(makeUser());
  await page.log.measure();
  render(
    <Provider value={page.app.scope}>
      <View />
    </Provider>,
  );
  const place = screen.getByRole("button", { name: "Choose a file" }).parentElement as HTMLElement;
  const drop = (file: NodeFile) => fireEvent.drop(place, { dataTransfer: { files: [file] } });
  return { ...page, drop, kept: await keptRecords() };
}

it("[ROUTE-41] a file is replayed with a full disk, and the stored log is unchanged", async () => {
  vi.spyOn(Date, "now").mockReturnValue(TEST_START + 60_000);
  const troubles: unknown[] = [];
  const { log, drop, kept } = await openSupport({
    onTrouble: (error) => void troubles.push(error),
  });
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("No room", "QuotaExceededError");
  });
  drop(new NodeFile([await fileOf(LOG)], "case.ndjson.gz"));
  await screen.findByRole("dialog", { name: /^Replay of/ }, { timeout: 20_000 });
  expect(await log.measure()).toMatchObject({ isKept: false });
  expect(put).toHaveBeenCalled();
  expect(troubles).toMatchObject([{ name: "QuotaExceededError" }]);
  expect(await keptRecords()).toEqual(kept);
});

it.each(["QuotaExceededError", "NotReadableError"])(
  "[ROUTE-41] a file whose disk fails during reading gets an error that says so (%s)",
  async (name) => {
    const { log, drop, kept } = await openSupport();
    const bytes = await fileOf(LOG);
    const file = new NodeFile([bytes], "case.ndjson.gz");
    let reads = 0;
    file.stream = () =>
      new ReadableStream({
        pull(controller) {
          reads += 1;
          if (reads > 1) controller.error(new DOMException("No room", name));
          else controller.enqueue(bytes.slice(0, 2000));
        },
      }) as never;
    drop(file);
    const alert = await screen.findByRole("alert", {}, { timeout: 20_000 });
    expect(alert.textContent).toContain("The file cannot be read completely: ");
    expect(alert.textContent).toContain("or its disk failed. Choose it again.");
    await log.measure();
    expect(earliest(await keptRecords())).toEqual(earliest(kept));
    drop(new NodeFile([bytes], "case.ndjson.gz"));
    await screen.findByRole("dialog", { name: /^Replay of/ }, { timeout: 20_000 });
  },
);

it("[ROUTE-41] a file that breaks the reader is refused with a readable message", async () => {
  const { drop } = await openSupport();
  const file = new NodeFile([await fileOf(LOG)], "case.ndjson.gz");
  file.stream = () =>
    new ReadableStream({
      pull: (controller) => controller.error(new RangeError("Maximum call stack size exceeded")),
    }) as never;
  drop(file);
  const alert = await screen.findByRole("alert", {}, { timeout: 20_000 });
  expect(alert.textContent).toContain(
    "The file contains data that Provision did not write. Get the file again",
  );
});

it.each(KINDS)(
  "[ROUTE-41] a file that is %s is refused with what to do, and the stored log is unchanged",
  async (_kind, make, what, advice) => {
    const earlier = openPage();
    await earlier.signIn(makeUser());
    await earlier.written();
    const { app, log, signIn } = openPage({ handlers: REPLAYING });
    await signIn(makeUser());
    const recorded = () => {
      const { entries, length } = app.get($log);
      return entries.slice(0, length);
    };
    const before = recorded();
    await log.measure();
    const kept = await keptRecords();
    expect(kept.sessions).toHaveLength(2);
    render(
      <Provider value={app.scope}>
        <View />
      </Provider>,
    );
    const place = screen.getByRole("button", { name: "Choose a file" })
      .parentElement as HTMLElement;
    const drop = (bytes: Uint8Array) =>
      fireEvent.drop(place, {
        dataTransfer: { files: [new NodeFile([bytes], "case.ndjson.gz")] },
      });
    drop(await make());
    const alert = await screen.findByRole("alert", {}, { timeout: 20_000 });
    expect(alert.textContent).toContain("The file cannot be replayed");
    expect(alert.textContent).toMatch(what);
    expect(alert.textContent).toMatch(advice);
    expect(screen.queryByRole("dialog")).toBeNull();

    // The screen continues: earlier records are complete, followed only by the attempt, and a good file opens.
    await log.measure();
    const keptNow = await keptRecords();
    for (const [store, records] of Object.entries(kept)) {
      if (store !== "sessions")
        expect(keptNow[store]).toEqual(expect.arrayContaining([...records]));
    }
    expect(eventsIn(keptNow)).toEqual([...eventsIn(kept), ...TRY]);
    expect(keptNow.sessions).toHaveLength(2);
    expect(earliest(keptNow)).toEqual(earliest(kept));
    expect(recorded().slice(0, before.length)).toEqual(before);
    expect(
      recorded()
        .slice(before.length)
        .map(({ type }) => type),
    ).toEqual(TRY);
    drop(await fileOf(LOG));
    await waitFor(() => expect(screen.getByRole("dialog", { name: /^Replay of/ })).toBeTruthy(), {
      timeout: 20_000,
    });
    expect(screen.queryByText("The file cannot be replayed")).toBeNull();
  },
);
