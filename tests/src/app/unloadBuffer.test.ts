// @vitest-environment happy-dom
/** A tab that is closed right after something happened: the next page of the browser finds it in the log. */
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import { getCurrentUser } from "#events/calls/session.ts";
import "#src/app/models.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { waitWhileSeen } from "#src/app/idle.ts";
import { writeUnloadBuffer, takeUnloadBuffers, type UnloadBuffer } from "#src/app/unloadBuffer.ts";
import { createLateLog } from "#src/app/lazyEventLog.ts";
import { chooseTheme, startApp } from "#src/app/model.ts";
import { checkReplay } from "#src/kernel/log/checkReplay.ts";
import { BATCH_DELAY } from "#src/kernel/log/logWriter.ts";
import { noteOutcomes } from "#src/kernel/log/stateDigests.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { appendFx, createAppend, type AppendRequest } from "#src/kernel/recorder.ts";
import type { wait as realWait } from "#src/kernel/sleep.ts";
import { makeUser, uuid } from "../support/fixtures.ts";
import { openPage } from "../support/keptPage.ts";
import { keptRecords } from "../support/keptRecords.ts";
import { createTestApp, port, TEST_START } from "../support/scope.ts";
import { eventsOf, HOUR, START } from "../support/storedEvents.ts";

// Tests have no workers.
vi.mock("#src/kernel/log/storeInWorker.ts", async () => {
  const { openLogStore } = await import("#src/kernel/log/logStore.ts");
  return { openStoreInWorker: (onDropped: () => void) => openLogStore(undefined, onDropped) };
});

// The time of a batch never comes: what is written is what a test has written. An export only gives way in between.
vi.mock("#src/kernel/sleep.ts", async (original) => {
  const { wait } = await original<{ readonly wait: typeof realWait }>();
  return {
    wait: (milliseconds: number) =>
      milliseconds === BATCH_DELAY ? new Promise(() => undefined) : wait(milliseconds),
  };
});

// Pages write on when the last test is over, and with it the document.
vi.mock("#src/app/idle.ts", async (original) => {
  const idle = await original<{ readonly waitWhileSeen: typeof realWait }>();
  return {
    ...idle,
    waitWhileSeen: (milliseconds: number) =>
      "document" in globalThis ? idle.waitWhileSeen(milliseconds) : new Promise(() => undefined),
  };
});

const ANN = { ...makeUser(), id: uuid(71), username: "ann.lee" };

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  localStorage.clear();
});

/** A page as it starts: what is recorded goes to the log, whose code comes when it is started. */
async function openLatePage(id: string) {
  const late = createLateLog({ build: "0.1.0" });
  let count = 0;
  const append = createAppend({
    now: () => TEST_START + count,
    newId: () => `${id}-${(count += 1)}`,
    sessionOf: () => id,
  });
  const app = createTestApp({
    handlers: [
      port(appendFx, (request: AppendRequest) => {
        const appended = append(request);
        late.push(appended.envelope);
        return appended;
      }),
    ],
  });
  noteOutcomes(app.scope, late.note);
  await app.act(startApp, { version: "1", path: "/", debugStore: false });
  await app.record(getCurrentUser.succeeded, { status: 200, body: ANN });
  const fails = (error?: unknown) => {
    throw error;
  };
  return {
    late,
    recorded: () => count,
    start: () => late.start({ scope: app.scope, onTrouble: fails, onDropped: fails }),
    choose: (theme: "dark" | "light") => app.act(chooseTheme, { theme }),
  };
}

type LatePage = Awaited<ReturnType<typeof openLatePage>>;

it.each<[string, string, (page: LatePage) => Promise<unknown>, number]>([
  ["before the code of the log is there", "early", async () => undefined, 0],
  ["before anything of it was written", "unwritten", (page) => page.start(), 0],
  [
    "after a batch was written",
    "written",
    async (page) => {
      await page.start();
      await (await page.late.ports()).measure();
    },
    1,
  ],
])(
  "a tab that is closed %s leaves its last event to the next page",
  async (_when, id, begin, batches) => {
    const page = await openLatePage(id);
    await begin(page);
    await page.choose("dark");
    await page.choose("light");
    // This page goes on here: what it records later is no word of it.
    const recorded = page.recorded();
    window.dispatchEvent(new Event("pagehide"));
    if (id !== "early") expect((await keptRecords())["segments"]).toHaveLength(batches);

    const next = openPage();
    await next.signIn(ANN);
    const { sessions } = await next.exported({
      span: "all",
      minutes: 1,
      withNames: true,
      withReports: false,
    });
    const left = sessions.find((session) => session.id === id);
    if (!left) throw new Error("The session of the closed tab is not in the log");
    expect(left.events.map(({ seq }) => seq)).toEqual(
      Array.from({ length: recorded }, (_, at) => at + 1),
    );
    expect(left.events.at(-1)).toMatchObject({
      type: "app/themeChosen",
      payload: { theme: "light" },
    });
    const { divergence, outcomes } = checkReplay(left, allProjections().values());
    // Digests are taken by that code alone.
    expect({ divergence, outcomes }).toEqual({
      divergence: null,
      outcomes: id === "early" ? 0 : recorded,
    });
    expect(Object.keys(localStorage)).not.toContain(`provision.log.${id}`);
  },
);

it("what can never be taken holds up nothing else, and takes no room for good", async () => {
  const words = { build: "0.1.0", user: null, begins: null, outcomes: [] };
  const leave = (session: string, events: readonly unknown[]) =>
    localStorage.setItem(`provision.log.${session}`, JSON.stringify({ session, ...words, events }));
  leave("a", [null]);
  leave("b", eventsOf("b", 1, 2));
  const next = openPage();
  await next.signIn(ANN);
  await next.log.measure();
  expect(Object.keys(localStorage)).toEqual([]);
  const { sessions = [] } = await keptRecords();
  expect(sessions).toContainEqual(expect.objectContaining({ id: "b", events: 2 }));
});

it.each([
  ["the database is full", new DOMException("No room", "QuotaExceededError"), ["new"]],
  ["the database was closed", new DOMException("Closing", "InvalidStateError"), ["new"]],
  ["a record of it is none", new DOMException("No key", "DataError"), []],
  ["an event of it is none", new TypeError("Cannot read properties of null"), []],
])(
  "what cannot be taken as %s waits only where that may pass, and not for ever",
  async (_why, error, left) => {
    const leave = (session: string, events: readonly Envelope[]) =>
      writeUnloadBuffer({
        session,
        build: "0.1.0",
        user: null,
        begins: null,
        events,
        outcomes: [],
      });
    leave("old", eventsOf("old", 1, 2, START - HOUR));
    leave("new", eventsOf("new", 1, 2, START));
    const asked: string[] = [];
    const take = async ({ session }: UnloadBuffer) => {
      asked.push(session);
      throw error;
    };
    await takeUnloadBuffers(take, START - HOUR / 2);
    expect(asked.toSorted()).toEqual(["new", "old"]);
    expect(Object.keys(localStorage)).toEqual(left.map((session) => `provision.log.${session}`));
  },
);

it("what a page leaves while what it left before is being taken is for the next page", async () => {
  const leave = (events: readonly Envelope[]) =>
    writeUnloadBuffer({
      session: "a",
      build: "0.1.0",
      user: null,
      begins: null,
      events,
      outcomes: [],
    });
  const taken: number[] = [];
  const take = async ({ events }: UnloadBuffer) => void taken.push(...events.map(({ seq }) => seq));
  leave(eventsOf("a", 1, 2));
  await takeUnloadBuffers(async (words) => {
    await take(words);
    leave(eventsOf("a", 3, 2));
  }, START);
  await takeUnloadBuffers(take, START);
  expect(taken).toEqual([1, 2, 3, 4]);
  expect(Object.keys(localStorage)).toEqual([]);
});

it("a page that is hidden writes at once what it has, and all that comes", async () => {
  const page = openPage({ waits: waitWhileSeen });
  await page.signIn(ANN);
  const kept = async () => (await keptRecords())["segments"]?.length ?? 0;
  // Until it is open nothing is kept, whoever waits.
  await page.log.measure();
  const before = await kept();
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  await page.app.act(chooseTheme, { theme: "light" });
  await vi.waitFor(async () => expect(await kept()).toBe(before + 1));
  hidden.mockReturnValue(false);
  await page.app.act(chooseTheme, { theme: "dark" });
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(async () => expect(await kept()).toBe(before + 2));
});
