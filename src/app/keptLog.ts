/** The log of this browser: what is recorded goes into IndexedDB, and out of it into files. Its code is loaded late. */
import type { Scope } from "effector";
import type { Envelope } from "#events/kernel/event.ts";
import type { NotedOutcome } from "../kernel/log/noteOutcomes.ts";
import { createOutcomeKeeper } from "../kernel/log/outcomeKeeper.ts";
import { createLogKeeper } from "../kernel/log/logKeeper.ts";
import { openLogStore, type LogLimits, type SessionContent } from "../kernel/log/logStore.ts";
import type { ExportRequest, ExportResult, KeptLog } from "../kernel/log/ports.ts";
import { allProjections } from "../kernel/projection.ts";
import { $log } from "../kernel/recorder.ts";
import { nextIdle } from "./idle.ts";
import { takeLastWords, type LastWords } from "./lastWords.ts";
import { wait } from "./wait.ts";

export interface KeptLogOptions {
  readonly scope: Scope;
  readonly session: string;
  readonly build: string;
  readonly limits: LogLimits;
  readonly onTrouble: (error: unknown) => void;
}

export interface KeptLogPorts {
  readonly push: (event: Envelope) => void;
  readonly note: (outcome: NotedOutcome) => void;
  /** What a page that ends must leave to the next. */
  readonly unwritten: () => Pick<LastWords, "events" | "outcomes">;
  readonly measure: () => Promise<KeptLog>;
  readonly exportFile: (request: ExportRequest) => Promise<ExportResult>;
  readonly clear: () => Promise<void>;
}

const MINUTE = 60_000;

export function createKeptLog(options: KeptLogOptions): KeptLogPorts {
  const { scope, session, build } = options;
  const keeper = createLogKeeper({
    ...options,
    open: openLogStore,
    now: () => Date.now(),
    wait,
    states: () =>
      Object.fromEntries(
        [...allProjections()].map(([name, { $state }]) => [name, scope.getState($state)]),
      ),
    personalTexts: async (events) =>
      (await import("../kernel/log/pseudonyms.ts")).personalTexts(events),
  });

  const outcomes = createOutcomeKeeper({
    idle: nextIdle,
    write: async (batch) => (await keeper.store())?.addOutcomes(session, batch),
  });
  const adopted = adoptLastWords();

  /** Events that pages left unwritten when they ended. Where they cannot be taken now, the next page may. */
  async function adoptLastWords(): Promise<void> {
    const store = await keeper.store();
    if (!store) return;
    await takeLastWords(async ({ session: ended, build: by, events, outcomes: noted }) => {
      await store.append(ended, by, events);
      for (const batch of noted) await store.addOutcomes(ended, batch);
    }).catch(() => undefined);
  }

  /** This tab's own log as it is in memory: all of it, also where the browser keeps nothing. */
  function ownSession(): SessionContent {
    const { entries, length } = scope.getState($log);
    return {
      id: session,
      build,
      checkpoint: null,
      personal: [],
      events: entries.slice(0, length),
      outcomes: outcomes.all(),
    };
  }

  async function wanted({ span, minutes }: ExportRequest): Promise<readonly SessionContent[]> {
    const own = ownSession();
    if (span === "session") return [own];
    if (span === "minutes") {
      const { sessionSince } = await import("../kernel/log/exportLog.ts");
      return [sessionSince(own, Date.now() - minutes * MINUTE, allProjections().values())];
    }
    const store = await keeper.store();
    const others = (await store?.sessions())?.filter(({ id }) => id !== session) ?? [];
    const kept = await Promise.all(others.map(async ({ id }) => store?.read(id)));
    return [...kept.filter((one) => one !== undefined).toReversed(), own];
  }

  return {
    push: keeper.push,
    note: outcomes.push,
    unwritten: () => ({ events: keeper.unwritten(), outcomes: outcomes.unwritten() }),
    async measure() {
      await adopted;
      await keeper.flush();
      const store = await keeper.store();
      return { isKept: store !== null, sessions: (await store?.sessions()) ?? [] };
    },
    async exportFile(request) {
      await adopted;
      await keeper.flush();
      const { exportSessions } = await import("./exportFile.ts");
      return exportSessions(await wanted(request), { build, withNames: request.withNames });
    },
    async clear() {
      await (await keeper.store())?.clear(session);
    },
  };
}
