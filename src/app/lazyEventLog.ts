/** A log buffer until the persistence code is loaded, so that the first screen loads first. */
import type { Envelope } from "#events/kernel/event.ts";
import { completeOutcomes, type RecordedOutcome } from "../kernel/log/stateDigests.ts";
import { allProjections } from "../kernel/projection.ts";
import type { EventLogPersistenceOptions, EventLogPersistence } from "./eventLogPersistence.ts";
import type { UnloadBuffer } from "./unloadBuffer.ts";
import { takeEarlyBuffers, writeEarlyBuffers } from "./earlyBuffer.ts";
import { userIn } from "./logSessions.ts";
import { lazyImport } from "./lazyImport.ts";

/** Available from the start of the app. */
type StartOptions = "scope" | "onTrouble" | "onDropped";

export interface LazyEventLog {
  /** @param key the log key of the user whom the event signs in; null without one. */
  readonly push: (event: Envelope, key: string | null) => void;
  readonly note: (outcome: RecordedOutcome) => void;
  /** Stores the bytes of a body that events reference. */
  readonly keepBody: (digest: string, bytes: Blob) => void;
  /** Starts storing the scope's events, including those pushed before. */
  readonly start: (options: Pick<EventLogPersistenceOptions, StartOptions>) => Promise<void>;
  readonly ports: () => Promise<EventLogPersistence>;
}

export function createLazyEventLog(
  options: Omit<EventLogPersistenceOptions, StartOptions | "left">,
): LazyEventLog {
  const eager = new Set(allProjections().keys());
  let early: Envelope[] = [];
  /** By the id of their event. */
  let earlyKeys = new Map<string, string>();
  const left = takeEarlyBuffers();
  let earlyOutcomes: RecordedOutcome[] = [];
  let log: EventLogPersistence | null = null;
  let opening: Promise<EventLogPersistence> | null = null;
  const { promise: begun, resolve: begin } = withResolvers<Parameters<LazyEventLog["start"]>[0]>();
  window.addEventListener("pagehide", () => {
    if (log) log.leave();
    else writeEarlyBuffers(earlyWords());
  });
  // This page continues, and so do its events.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted) takeEarlyBuffers();
  });

  /** Of sessions with a user: those of visitors belong to nobody. */
  function earlyWords(): readonly UnloadBuffer[] {
    const owned = early.filter((event) => userIn(event) !== null).map(({ session }) => session);
    return [...new Set(owned)].map((session) => ({
      session,
      build: options.build,
      user: null,
      begins: null,
      before: early.slice(
        0,
        early.findIndex((event) => event.session === session),
      ),
      events: early.filter((event) => event.session === session),
      outcomes: [],
    }));
  }

  async function open(): Promise<EventLogPersistence> {
    const started = await begun;
    const { createEventLogPersistence } = await lazyImport(import("./eventLogPersistence.ts"));
    const late = [...allProjections().values()].filter(({ name }) => !eager.has(name));
    completeOutcomes(earlyOutcomes, early, late);
    const first = early[0]?.session ?? "";
    log = createEventLogPersistence({ ...options, ...started, left }, first);
    log.adopt(early, earlyOutcomes, earlyKeys);
    early = [];
    earlyKeys = new Map();
    earlyOutcomes = [];
    return log;
  }

  /** A failed load is retried for the next caller. */
  function ports(): Promise<EventLogPersistence> {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  return {
    keepBody: (digest, bytes) =>
      void ports()
        .then((kept) => kept.keepBody(digest, bytes))
        .catch(() => undefined),
    push(event, key) {
      if (log) return log.push(event, key);
      early.push(event);
      if (key !== null) earlyKeys.set(event.id, key);
    },
    note(outcome) {
      if (log) log.note(outcome);
      else earlyOutcomes.push(outcome);
    },
    async start(started) {
      begin(started);
      await ports().catch(started.onTrouble);
    },
    ports,
  };
}

function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((accept) => (resolve = accept));
  return { promise, resolve };
}
