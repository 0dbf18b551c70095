/** A page of the app that stores its log in a browser's database. */
import { expect, vi } from "vitest";
import { getCurrentUser, logout } from "#events/calls/session.ts";
import type { User } from "#events/entities/user.ts";
import {
  createEventLogPersistence,
  type EventLogPersistence,
} from "#src/app/eventLogPersistence.ts";
import { createLogSessions, logKeyIn } from "#src/app/logSessions.ts";
import { chooseTheme } from "#src/app/model.ts";
import { openLogStore } from "#src/kernel/log/logStore.ts";
import { recordStateDigests } from "#src/kernel/log/stateDigests.ts";
import { heldSessions } from "#src/kernel/log/sessionLocks.ts";
import type { ExportRequest } from "#src/kernel/log/ports.ts";
import { readLog } from "#src/kernel/log/readLog.ts";
import { appendFx, createAppend, type AppendRequest } from "#src/kernel/recorder.ts";
import { wait } from "#src/kernel/sleep.ts";
import { logKeyOf } from "./fixtures.ts";
import type { UnloadBuffer } from "#src/app/unloadBuffer.ts";
import { createTestApp, port, TEST_START, type Handler } from "./scope.ts";

interface PageOptions {
  readonly handlers?: readonly Handler[];
  readonly onTrouble?: (error: unknown) => void;
  readonly onDropped?: () => void;
  readonly waits?: typeof wait;
  readonly left?: readonly UnloadBuffer[];
}

let pages = 0;

/** A page keeps writing after its test, and what later tests do to the database must not affect it. */
const failIn = (test: string | undefined) => (error: unknown) => {
  if (expect.getState().currentTestName === test) throw error;
};

/**
 * A page of the app in this browser that stores its log; its waits use no document, because it outlives that of its
 * test.
 */
export function openPage({
  handlers = [],
  onTrouble = failIn(expect.getState().currentTestName),
  onDropped = () => undefined,
  waits = wait,
  left = [],
}: PageOptions = {}) {
  pages += 1;
  const page = `p${pages}`;
  let count = 0;
  let passed = 0;
  const append = createAppend({
    now: () => TEST_START + pages * 1000 + count + passed,
    newId: () => `${page}-${(count += 1)}`,
    sessionOf: createLogSessions(
      (() => {
        let sessions = 0;
        return () => `${page}-s${(sessions += 1)}`;
      })(),
    ),
  });
  let push: EventLogPersistence["push"] = () => {
    throw new Error("Nothing happens before there is a log");
  };
  const app = createTestApp({
    handlers: [
      port(appendFx, (request: AppendRequest) => {
        const appended = append(request);
        push(appended.envelope, logKeyIn({ ...appended.envelope, payload: appended.payload }));
        return appended;
      }),
      ...handlers,
    ],
  });
  const log = createEventLogPersistence(
    {
      scope: app.scope,
      build: "0.1.0",
      onTrouble,
      onDropped,
      left,
    },
    `${page}-s1`,
    { openStore: (dropped) => openLogStore(heldSessions, dropped), wait: waits },
  );
  push = log.push;
  recordStateDigests(app.scope, log.note);
  const files: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "blob:";
  });
  const exported = async (request: ExportRequest) => {
    await log.exportFile(request);
    const file = files.at(-1);
    if (!file) throw new Error("Nothing was saved");
    return readLog(file.stream());
  };
  return {
    /** Begins the ids of its events and sessions. */
    page,
    app,
    log,
    exported,
    /** Advances its clock by that many milliseconds. */
    pass: (milliseconds: number) => void (passed += milliseconds),
    signIn: async (user: User) => {
      await app.record(getCurrentUser.succeeded, {
        status: 200,
        body: { ...user, logKey: logKeyOf(user) },
      });
      await app.act(chooseTheme, { theme: "dark" });
    },
    /** Resolves once all events and outcomes are written; nothing follows afterwards. */
    written: async () => {
      log.unwritten();
      await log.measure();
    },
    signOut: () => app.record(logout.succeeded, { status: 200, body: { userTimedOut: false } }),
  };
}
