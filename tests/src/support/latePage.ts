/** A page during startup: records go to the log, whose code is loaded when it is started. */
import type { User } from "#events/entities/user.ts";
import { getCurrentUser } from "#events/calls/session.ts";
import { createLazyEventLog } from "#src/app/lazyEventLog.ts";
import { logKeyIn } from "#src/app/logSessions.ts";
import { chooseTheme, startApp } from "#src/app/model.ts";
import { recordStateDigests } from "#src/kernel/log/stateDigests.ts";
import {
  appendFx,
  createAppend,
  type AppendPort,
  type AppendRequest,
} from "#src/kernel/recorder.ts";
import { logKeyOf } from "./fixtures.ts";
import { createTestApp, port, TEST_START } from "./scope.ts";

/** @param path where it starts. */
export async function openLatePage(sessionOf: AppendPort["sessionOf"], path = "/") {
  const late = createLazyEventLog({ build: "0.1.0" });
  let count = 0;
  const append = createAppend({
    now: () => TEST_START + count,
    newId: () => `late-${(count += 1)}`,
    sessionOf,
  });
  const app = createTestApp({
    handlers: [
      port(appendFx, (request: AppendRequest) => {
        const appended = append(request);
        late.push(appended.envelope, logKeyIn({ ...appended.envelope, payload: appended.payload }));
        return appended;
      }),
    ],
  });
  recordStateDigests(app.scope, late.note);
  await app.act(startApp, { version: "1", path, debugStore: false });
  const fails = (error?: unknown) => {
    throw error;
  };
  return {
    app,
    late,
    recorded: () => count,
    start: () => late.start({ scope: app.scope, onTrouble: fails, onDropped: fails }),
    signIn: (user: User) =>
      app.record(getCurrentUser.succeeded, {
        status: 200,
        body: { ...user, logKey: logKeyOf(user) },
      }),
    choose: (theme: "dark" | "light") => app.act(chooseTheme, { theme }),
  };
}
