/** The app with a signed-in user and a running session clock. */
import { minutePassed } from "#events/actions/app.ts";
import { clockStarted } from "#events/actions/keepAlive.ts";
import { getPublicInfo, getSessionLength } from "#events/calls/session.ts";
import { $clock, $warning } from "#src/features/keep-alive/model.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

export const LOOK = "keepAlive:look:";

export interface ClockApp extends TestApp {
  readonly warning: () => { readonly open: boolean; readonly remaining: number };
  /** Whole minutes pass, each with the app's clock event. */
  readonly minutes: (count: number) => Promise<void>;
}

/**
 * @param threshold of the server, in milliseconds. @param length its session length.
 * @param endsIn until the session's absolute end; null: the server does not report one.
 */
export async function startClockApp({
  threshold = 300_000,
  length = 1_780_000,
  endsIn = null,
  ssoEnabled = false,
}: {
  threshold?: number;
  length?: number;
  endsIn?: number | null;
  ssoEnabled?: boolean;
} = {}): Promise<ClockApp> {
  const app = createTestApp();
  await app.record(getPublicInfo.succeeded, {
    status: 200,
    body: {
      sessionKeepAliveTimeoutThreshold: threshold,
      gtmContainerId: null,
      ssoEnabled,
      passwordEnabled: true,
    },
  });
  await app.signIn(makeUser());
  await app.record(clockStarted, {});
  await app.reply(getSessionLength, {
    data: { sessionLengthInMillis: length, sessionEndsInMillis: endsIn },
  });
  return Object.assign(app, {
    warning: () => app.get($warning),
    minutes: async (count: number) => {
      for (let minute = 0; minute < count; minute += 1) {
        app.pass(60_000);
        await app.record(minutePassed, {});
      }
    },
  });
}

export function isRunning(app: TestApp): boolean {
  return app.get($clock).running;
}
