/** A log buffer until the persistence code is loaded, so that the first screen loads first. */
import type { Envelope } from "#events/kernel/event.ts";
import { completeOutcomes, type RecordedOutcome } from "../kernel/log/stateDigests.ts";
import { allProjections } from "../kernel/projection.ts";
import type { EventLogPersistenceOptions, EventLogPersistence } from "./eventLogPersistence.ts";
import { writeUnloadBuffer, type UnloadBuffer } from "./unloadBuffer.ts";
import { lazyImport } from "./lazyImport.ts";

/** Available from the start of the app. */
type LazyOptions = "scope" | "onTrouble" | "onDropped";

export interface LazyEventLog {
  readonly push: (event: Envelope) => void;
  readonly note: (outcome: RecordedOutcome) => void;
  /** Stores the bytes of a body that events reference. */
  readonly keepBody: (digest: string, bytes: Blob) => void;
  /** Starts storing the scope's events, including those pushed before. */
  readonly start: (options: Pick<EventLogPersistenceOptions, LazyOptions>) => Promise<void>;
  readonly ports: () => Promise<EventLogPersistence>;
}

export function createLazyEventLog(
  options: Omit<EventLogPersistenceOptions, LazyOptions>,
): LazyEventLog {
  const eager = new Set(allProjections().keys());
  let early: Envelope[] = [];
  let earlyOutcomes: RecordedOutcome[] = [];
  let log: EventLogPersistence | null = null;
  let opening: Promise<EventLogPersistence> | null = null;
  const { promise: begun, resolve: begin } = withResolvers<Parameters<LazyEventLog["start"]>[0]>();
  window.addEventListener("pagehide", () => {
    for (const words of log?.unwritten() ?? earlyWords()) writeUnloadBuffer(words);
  });

  function earlyWords(): readonly UnloadBuffer[] {
    return [...new Set(early.map(({ session }) => session))].map((session) => ({
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
    log = createEventLogPersistence({ ...options, ...started }, early[0]?.session ?? "");
    log.adopt(early, earlyOutcomes);
    early = [];
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
    push(event) {
      if (log) log.push(event);
      else early.push(event);
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
