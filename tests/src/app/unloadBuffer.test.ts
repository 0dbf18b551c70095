// @vitest-environment happy-dom
/** A tab that closes right after an event: the next page of the browser finds the event in the log. */
import { message } from "#events/messages/message.ts";
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import { navigated, notificationShown } from "#events/actions/app.ts";
import { logout } from "#events/calls/session.ts";
import "#src/app/models.ts";
import type { User } from "#events/entities/user.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { waitWhileSeen } from "#src/app/idle.ts";
import { createLogSessions } from "#src/app/logSessions.ts";
import { writeUnloadBuffer, takeUnloadBuffers, type UnloadBuffer } from "#src/app/unloadBuffer.ts";
import { takeEarlyBuffers } from "#src/app/earlyBuffer.ts";
import { chooseTheme } from "#src/app/model.ts";
import { markOf } from "#src/app/userMark.ts";
import { bytesOfBase64 } from "#src/kernel/log/base64.ts";
import { checkReplay } from "#src/kernel/log/checkReplay.ts";
import { openLogStore } from "#src/kernel/log/logStore.ts";
import { allProjections } from "#src/kernel/projection.ts";
import type { wait as realWait } from "#src/kernel/sleep.ts";
import { logKeyOf, makeUser, uuid } from "../support/fixtures.ts";
import { openPage } from "../support/keptPage.ts";
import { openLatePage } from "../support/latePage.ts";
import { keptRecords, plainTextOf } from "../support/keptRecords.ts";
import { TEST_START } from "../support/scope.ts";
import { eventsOf, HOUR, START } from "../support/storedEvents.ts";
import { eventually } from "../../support/eventually.ts";

const BATCH_DELAY = 400;

// Tests have no workers.
vi.mock("#src/kernel/log/storeInWorker.ts", async () => {
  const { openLogStore } = await import("#src/kernel/log/logStore.ts");
  return { openStoreInWorker: (onDropped: () => void) => openLogStore(undefined, onDropped) };
});

// Batches never become due: only what a test writes is written. An export only yields in between.
vi.mock("#src/kernel/sleep.ts", async (original) => {
  const { wait } = await original<{ readonly wait: typeof realWait }>();
  return {
    wait: (milliseconds: number) =>
      milliseconds === BATCH_DELAY ? new Promise(() => undefined) : wait(milliseconds),
  };
});

// Pages keep writing after the last test, when the document is gone.
vi.mock("#src/app/idle.ts", async (original) => {
  const idle = await original<{ readonly waitWhileSeen: typeof realWait }>();
  return {
    ...idle,
    waitWhileSeen: (milliseconds: number) =>
      "document" in globalThis ? idle.waitWhileSeen(milliseconds) : new Promise(() => undefined),
  };
});

const ANN = { ...makeUser(), id: uuid(71), username: "ann.lee" };
const BOB = { ...makeUser(), id: uuid(72), username: "bob.ray" };
const keyOf = (user: User) => bytesOfBase64(logKeyOf(user));
/** Of unload buffers. */
const OWNER = { user: markOf(ANN.id), key: keyOf(ANN) };

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});

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
])("a tab closed %s leaves its last event to the next page", async (_when, id, begin, batches) => {
  const page = await openLatePage(() => id);
  await page.signIn(ANN);
  await begin(page);
  await page.choose("dark");
  await page.choose("light");
  // This page continues here: its later records do not go to the unload buffer.
  const recorded = page.recorded();
  window.dispatchEvent(new Event("pagehide"));
  if (id !== "early") expect((await keptRecords())["segments"]).toHaveLength(batches);
  // The tab's next page takes what could not be encrypted.
  const early = takeEarlyBuffers().filter(({ session }) => session === id);
  expect(early).toHaveLength(id === "early" ? 1 : 0);
  expect(
    plainTextOf(Object.entries(localStorage)) + plainTextOf(await keptRecords()),
  ).not.toContain("ann.lee");

  const next = openPage({ left: early });
  await next.signIn(ANN);
  const { sessions } = await next.exported({
    span: "all",
    session: null,
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
  // Only that code computes digests.
  expect({ divergence, outcomes }).toEqual({
    divergence: null,
    outcomes: id === "early" ? 0 : recorded,
  });
  expect(Object.keys(localStorage)).not.toContain(`provision.log.${id}`);
});

async function signOut({ app }: LatePage): Promise<void> {
  await app.record(logout.succeeded, { status: 200, body: { userTimedOut: false } });
  await app.record(navigated, { path: "/", how: "replace" });
  await app.record(notificationShown, {
    message: message("sessions.signedOut"),
    type: "success",
    milliseconds: 7000,
  });
}

it.each<[string, number, (page: LatePage) => Promise<unknown>]>([
  ["before the code of the log is there", 0, async () => undefined],
  ["once the code of the log is there", 1, (page) => page.start()],
])(
  "sessions of a page that ends %s start in the final state of the previous one",
  async (_when, kept, begin) => {
    vi.spyOn(Date, "now").mockReturnValue(TEST_START + HOUR);
    let ids = 0;
    const page = await openLatePage(
      createLogSessions(() => `s${(ids += 1)}`),
      "/logout",
    );
    await page.signIn(ANN);
    await page.choose("dark");
    await signOut(page);
    await begin(page);
    await page.signIn(BOB);
    await page.choose("light");
    // This page continues here: its later records do not go to the unload buffer.
    const recorded = page.recorded();
    const statesThen = [...allProjections()].map(
      ([name, { $state }]) => [name, page.app.get($state)] as const,
    );
    window.dispatchEvent(new Event("pagehide"));

    // The page of the other case continues in this window, too.
    const early = kept === 0 ? takeEarlyBuffers() : [];
    for (const user of [ANN, BOB]) {
      const next = openPage({ left: early });
      await next.signIn(user);
      await next.log.measure();
    }
    const store = await openLogStore();
    // The session of the visitor between them belongs to nobody.
    const [first, visitor, second] = [
      await store.read("s1", keyOf(ANN)),
      await store.read("s2", keyOf(BOB)),
      await store.read("s3", keyOf(BOB)),
    ];
    store.close();
    expect(visitor.events).toEqual([]);
    const ended = recorded - second.events.length;
    expect(first.events.length).toBeGreaterThan(0);
    expect(first.checkpoint).toBeNull();
    expect(second.checkpoint).toMatchObject({
      seq: ended,

      states: {
        "navigation/location": { pathname: "/", search: "" },
        "app/theme": "dark",
        notifications: [{ message: message("sessions.signedOut") }],
      },
    });
    for (const session of [first, second]) {
      const { divergence, outcomes } = checkReplay(session, allProjections().values());
      // Only that code computes digests.
      expect({ divergence, outcomes }).toEqual({
        divergence: null,
        outcomes: kept * session.events.length,
      });
    }
    const { states } = checkReplay(second, allProjections().values());
    for (const [name, state] of statesThen) expect(states.get(name)).toEqual(state);
  },
);

it("a closed tab also leaves its last event to a page that was open before", async () => {
  const open = openPage();
  await open.signIn(ANN);
  await open.log.measure();
  const closed = await openLatePage(() => "closed");
  await closed.signIn(ANN);
  await closed.start();
  await closed.choose("dark");
  window.dispatchEvent(new Event("pagehide"));
  const { sessions: known } = await open.log.measure();
  expect(known.map(({ id }) => id)).toContain("closed");
  await closed.choose("light");
  window.dispatchEvent(new Event("pagehide"));
  const { sessions } = await open.exported({
    span: "all",
    session: null,
    minutes: 1,
    withNames: true,
    withReports: false,
  });
  const left = sessions.find(({ id }) => id === "closed");
  expect(left?.events).toContainEqual(
    expect.objectContaining({ type: "app/themeChosen", payload: { theme: "light" } }),
  );
});

it("an event that can never be stored blocks no others and is eventually removed", async () => {
  const words = { build: "0.1.0", user: OWNER.user, begins: null, outcomes: [] };
  const leave = (session: string, events: readonly unknown[]) =>
    localStorage.setItem(`provision.log.${session}`, JSON.stringify({ session, ...words, events }));
  leave("a", [null]);
  leave("b", eventsOf("b", 1, 2));
  const next = openPage();
  await next.signIn(ANN);
  await next.log.measure();
  expect(Object.keys(localStorage)).toEqual([]);
  const { sessions = [] } = await keptRecords();
  expect(sessions).toContainEqual(expect.objectContaining({ id: "b", events: 2, isSealed: true }));
});

it.each([
  ["the database is full", new DOMException("No room", "QuotaExceededError"), ["new"]],
  ["the database was closed", new DOMException("Closing", "InvalidStateError"), ["new"]],
  ["a record of it is none", new DOMException("No key", "DataError"), []],
  ["an event of it is none", new TypeError("Cannot read properties of null"), []],
])(
  "an event that cannot be stored because of %s waits only if that may pass, and not for ever",
  async (_why, error, left) => {
    const leave = (session: string, events: readonly Envelope[]) =>
      writeUnloadBuffer(
        { session, build: "0.1.0", user: null, begins: null, before: [], events, outcomes: [] },
        OWNER,
      );
    leave("old", eventsOf("old", 1, 2, START - HOUR));
    leave("new", eventsOf("new", 1, 2, START));
    const asked: string[] = [];
    const take = async ({ session }: UnloadBuffer) => {
      asked.push(session);
      throw error;
    };
    await takeUnloadBuffers(OWNER, take, START - HOUR / 2);
    expect(asked.toSorted()).toEqual(["new", "old"]);
    expect(Object.keys(localStorage)).toEqual(left.map((session) => `provision.log.${session}`));
  },
);

it("events left during a transfer go to the next page", async () => {
  const leave = (events: readonly Envelope[]) =>
    writeUnloadBuffer(
      { session: "a", build: "0.1.0", user: null, begins: null, before: [], events, outcomes: [] },
      OWNER,
    );
  const taken: number[] = [];
  const take = async ({ events }: UnloadBuffer) => void taken.push(...events.map(({ seq }) => seq));
  leave(eventsOf("a", 1, 2));
  await takeUnloadBuffers(
    OWNER,
    async (words) => {
      await take(words);
      leave(eventsOf("a", 3, 2));
    },
    START,
  );
  await takeUnloadBuffers(OWNER, take, START);
  expect(taken).toEqual([1, 2, 3, 4]);
  expect(Object.keys(localStorage)).toEqual([]);
});

it("a hidden page immediately writes its events and all later ones", async () => {
  const page = openPage({ waits: waitWhileSeen });
  await page.signIn(ANN);
  const kept = async () => (await keptRecords())["segments"]?.length ?? 0;
  // Nothing is stored until it is open.
  await page.log.measure();
  const before = await kept();
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  await page.app.act(chooseTheme, { theme: "light" });
  await eventually(async () => expect(await kept()).toBe(before + 1));
  hidden.mockReturnValue(false);
  await page.app.act(chooseTheme, { theme: "dark" });
  document.dispatchEvent(new Event("visibilitychange"));
  await eventually(async () => expect(await kept()).toBe(before + 2));
});
