/** The persistence of the event log: recorded events are written to IndexedDB and exported to files. Loaded lazily. */
import { createWatch, scopeBind, type Scope } from "effector";
import type { Envelope } from "#events/kernel/event.ts";
import { EVENT_LOG_LIMITS } from "#events/rules/eventLog.ts";
import { referencedBlobs } from "../kernel/log/referencedBlobs.ts";
import { createBlobs } from "../kernel/log/blobs.ts";
import { beginAfter } from "../kernel/log/beginAfter.ts";
import { message } from "#events/messages/message.ts";
import { isUnderstood } from "../kernel/log/compatibility.ts";
import { unreadableIsNull, type KeptSession } from "../kernel/log/logDatabase.ts";
import type { SessionBegin } from "../kernel/log/logWriter.ts";
import type { LogStore } from "../kernel/log/logStore.ts";
import type { RecordedOutcome } from "../kernel/log/stateDigests.ts";
import {
  exportProgressed,
  type ExportRequest,
  type ExportResult,
  type KeptLog,
} from "../kernel/log/ports.ts";
import { leftIn } from "../kernel/log/masking.ts";
import { readLogKey, type LogKey } from "../kernel/log/sealing.ts";
import { holdSession } from "../kernel/log/sessionLocks.ts";
import { createSessionLog, type SessionLog } from "../kernel/log/sessionLog.ts";
import { openStoreInWorker } from "../kernel/log/storeInWorker.ts";
import { allProjections } from "../kernel/projection.ts";
import { $log } from "../kernel/recorder.ts";
import { $tableSnapshot } from "../kernel/tableSnapshot.ts";
import { MessageError } from "../kernel/messageError.ts";
import type { ChosenSession } from "./exportFile.ts";
import { createQuietIdle, waitWhileSeen } from "./idle.ts";
import {
  takeUnloadBuffers,
  writeUnloadBuffer,
  type BufferOwner,
  type UnloadBuffer,
} from "./unloadBuffer.ts";
import { logLimitsIn, toLogLimits } from "./logLimits.ts";
import { userIn } from "./logSessions.ts";
import { beginOf, storeUnloadBuffer } from "./storeUnloadBuffer.ts";
import { markIn, markOf } from "./userMark.ts";
import { lazyImport } from "./lazyImport.ts";
import { download } from "./saveFile.ts";

export interface EventLogPersistenceOptions {
  readonly scope: Scope;
  readonly build: string;
  readonly onTrouble: (error: unknown) => void;
  /** Earlier stored logs could not be read and are lost. */
  readonly onDropped: () => void;
  /** Events of this tab's previous page, which ended before it could encrypt them. */
  readonly left: readonly UnloadBuffer[];
}

export interface EventLogPersistence {
  /** Takes over the events recorded before this log was loaded, from the start of the app, with their outcomes. */
  readonly adopt: (
    events: readonly Envelope[],
    outcomes: readonly RecordedOutcome[],
    /** Log keys by the id of the event that brought them. */
    keys: ReadonlyMap<string, string>,
  ) => void;
  /** @param key the log key of the user whom the event signs in; null without one. */
  readonly push: (event: Envelope, key: string | null) => void;
  readonly note: (outcome: RecordedOutcome) => void;
  /** Stores the bytes of a body that events reference. */
  readonly keepBody: (digest: string, bytes: Blob) => void;
  /** What is not confirmed as written. */
  readonly unwritten: () => readonly UnloadBuffer[];
  /** The page ends: leaves that to the user's next page. */
  readonly leave: () => void;
  readonly measure: () => Promise<KeptLog>;
  readonly packFile: (request: ExportRequest) => Promise<ExportResult & { readonly file: Blob }>;
  readonly exportFile: (request: ExportRequest) => Promise<ExportResult>;
  readonly clear: () => Promise<void>;
}

/**
 * @param first the session of the first pushed event; it starts with the app.
 * @param ports replaced in tests, which have no workers and keep writing after their document is gone.
 */
export function createEventLogPersistence(
  options: EventLogPersistenceOptions,
  first: string,
  { openStore, wait } = { openStore: openStoreInWorker, wait: waitWhileSeen },
): EventLogPersistence {
  const { scope, build } = options;
  let opened: Promise<LogStore> | null = null;
  const open = () => (opened ??= openStore(options.onDropped));
  let hasFailed = false;
  const onTrouble = (error: unknown) => {
    if (!hasFailed) options.onTrouble(error);
    hasFailed = true;
  };

  const limits = () => logLimitsIn(scope) ?? toLogLimits(EVENT_LOG_LIMITS);
  const mayTrim = () => logLimitsIn(scope) !== null;
  const quiet = createQuietIdle();
  /** This page's sessions, newest last; each belongs to at most one user. */
  const sessions: SessionLog[] = [begin(first, null)];
  const current = () => sessions.at(-1) as SessionLog;
  const bodies = createBlobs({
    owner: keyedOwner,
    store: () => current().store(),
    most: () => limits().bodies,
    mayTrim,
    now: () => Date.now(),
  });
  createWatch({ unit: $tableSnapshot.updates, scope, fn: () => current().shown() });
  let adopting: Promise<void> = Promise.resolve();
  /** Other pages may end while this one is open, and their unload buffers may arrive late. */
  const adoptMore = () => (adopting = adopting.then(adoptUnloadBuffers));
  /** Users whose earlier sessions are encrypted. */
  const sealed = new Set<string>();

  function begin(id: string, begins: SessionBegin | null): SessionLog {
    return createSessionLog({
      ...options,
      id,
      begins,
      hold: holdSession,
      open,
      onTrouble,
      now: () => Date.now(),
      wait,
      idle: quiet.next,
      states: statesNow,
      limits,
      mayTrim,
      visible: () => scope.getState($tableSnapshot),
      projections: allProjections,
    });
  }

  function statesNow(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      [...allProjections()].map(([name, { $state }]) => [name, scope.getState($state)]),
    );
  }

  /** All events of the current session. */
  function ownEvents(): readonly Envelope[] {
    const { entries, length } = scope.getState($log);
    return entries.slice(0, length);
  }

  /** The start state of the session of the next event: the current states. */
  function beginNow({ seq }: Envelope): SessionBegin {
    const { personal, ...left } = leftIn(current().snapshot());
    const checkpoint = { seq: seq - 1, time: ownEvents().at(-1)?.time ?? 0, ...left };
    return { checkpoint, personal };
  }

  /** @param beginning the start state, for the first event of a session that follows another. */
  function take(
    event: Envelope,
    key: string | null,
    beginning: (first: Envelope) => SessionBegin,
  ): void {
    if (event.session !== current().id) {
      const begins = beginning(event);
      current().end(begins.checkpoint.states);
      sessions.push(begin(event.session, begins));
    }
    const user = userIn(event);
    if (user !== null) belongsTo(markOf(user), readLogKey(key));
    current().push(event);
  }

  function belongsTo(user: string, key: LogKey | null): void {
    const before = current().owner()?.key ?? null;
    current().belongsTo({ user, key });
    if (before !== null) return;
    const owner = keyedOwner();
    if (!owner) return onTrouble(new Error("The server sent no key for the event log"));
    for (const buffer of options.left.filter(({ events }) => markIn(events) === user)) {
      writeUnloadBuffer({ ...buffer, begins: beginOf(buffer), before: [] }, owner);
    }
    void adoptMore();
  }

  /** The current session's user with the key; null without one. */
  function keyedOwner(): BufferOwner | null {
    const { user, key = null } = current().owner() ?? {};
    return user !== undefined && key !== null ? { user, key } : null;
  }

  /** The event may be the last of a session that the next one already follows. */
  function note(outcome: RecordedOutcome): void {
    sessions.findLast(({ id }) => id === outcome.session)?.note(outcome);
  }

  /** Events of the user that pages could not write before they ended, or that an earlier version wrote in clear text. */
  async function adoptUnloadBuffers(): Promise<void> {
    const owner = keyedOwner();
    const store = owner && (await current().store());
    if (!store) return;
    if (!sealed.has(owner.user)) {
      sealed.add(owner.user);
      await store.sealEarlier(owner.user, owner.key).catch(() => sealed.delete(owner.user));
    }
    await takeUnloadBuffers(
      owner,
      (buffer) => storeUnloadBuffer(store, buffer, owner),
      Date.now() - limits().age,
    );
  }

  /** This tab's own log from memory: complete even if the browser stores nothing. */
  async function ownSession(): Promise<ChosenSession> {
    return { ...current().content(ownEvents()), since: null };
  }

  /**
   * The user's log; null if the browser stores none, or no longer, for example after a newer build took over its
   * database.
   */
  async function keptSessions(): Promise<readonly KeptSession[] | null> {
    const store = await current().store();
    return store?.sessions(current().owner()?.user ?? null).catch(() => null) ?? null;
  }

  /**
   * All stored logs of the user except this tab's own, oldest first, and the number of unreadable events.
   *
   * @param since epoch milliseconds: only later events; null for all of them.
   * @param only of them; null for all.
   */
  async function otherSessions(since: number | null, only: string | null) {
    const { id } = current();
    const key = keyedOwner()?.key;
    const store = await current().store();
    const kept = (await keptSessions()) ?? [];
    const others = kept.filter(
      (one) =>
        one.id !== id && (only === null || one.id === only) && (since === null || one.to >= since),
    );
    const sessions: ChosenSession[] = [];
    let eventsLeftOut = 0;
    for (const { id: other, events } of others.toReversed()) {
      const content = key && (await store?.read(other, key).catch(unreadableIsNull));
      eventsLeftOut += content?.unreadable ?? events;
      if (content) sessions.push({ ...content, since });
    }
    return { sessions, eventsLeftOut };
  }

  /** The file of the requested sessions. */
  async function packFile(request: ExportRequest) {
    await adoptMore();
    await current().flush();
    const { span, minutes } = request;
    const since = span === "minutes" ? Date.now() - minutes * MINUTE : null;
    const { id } = current();
    const one = span === "session" ? (request.session ?? id) : null;
    const own = one === null || one === id ? [{ ...(await ownSession()), since }] : [];
    const { sessions: others, eventsLeftOut } =
      one === id ? { sessions: [], eventsLeftOut: 0 } : await otherSessions(since, one);
    if (one !== null && own.length + others.length === 0) {
      throw new MessageError(message("logs.sessionGone"));
    }
    // From a newer build before a server downgrade: this build does not know which of its fields are personal.
    const known = others.filter(({ events }) => events.every(isUnderstood));
    const { exportSessions } = await lazyImport(import("./exportFile.ts"));
    const { file, ...exported } = await exportSessions([...known, ...own], {
      build,
      withNames: request.withNames,
      bodyOf: request.withReports ? bodies.get : async () => null,
      progressed: scopeBind(exportProgressed, { scope }),
    });
    const sessionsLeftOut = others.length - known.length;
    return { ...exported, file, sessionsLeftOut, eventsLeftOut, bytes: file.size };
  }

  function leftOf(one: SessionLog): UnloadBuffer {
    const user = one.owner()?.user ?? null;
    return { session: one.id, build, user, before: [], ...one.unwritten() };
  }

  return {
    adopt(events, outcomes, keys) {
      for (const [at, event] of events.entries()) {
        // The current states include all of them.
        take(event, keys.get(event.id) ?? null, () =>
          beginAfter(events.slice(0, at), allProjections()),
        );
      }
      for (const outcome of outcomes) note(outcome);
    },
    push(event, key) {
      quiet.stir();
      take(event, key, beginNow);
    },
    note,
    keepBody: bodies.keep,
    unwritten: () => sessions.map(leftOf),
    leave() {
      for (const one of sessions) {
        const { user, key = null } = one.owner() ?? {};
        if (user !== undefined && key !== null) writeUnloadBuffer(leftOf(one), { user, key });
      }
    },
    async measure() {
      await adoptMore();
      await current().flush();
      const { id } = current();
      const sessions = await keptSessions();
      const kept = sessions ?? [];
      const own = await ownSession();
      return {
        isKept: sessions !== null && current().isKeeping() && keyedOwner() !== null,
        sessions: kept,
        own: id,
        reports: await bodies.known([
          ...referencedBlobs(own.events).map((body) => ({ ...body, isOwn: true })),
          ...kept.filter((one) => one.id !== id).flatMap(({ cites = [] }) => cites),
        ]),
      };
    },
    packFile,
    async exportFile(request) {
      const { file, ...exported } = await packFile(request);
      download(file, exported.fileName);
      return exported;
    },
    async clear() {
      // Waits until this session's references are known.
      await current().flush();
      const user = current().owner()?.user ?? null;
      await (await current().store())?.clear(current().id, user, Date.now());
    },
  };
}

const MINUTE = 60_000;
