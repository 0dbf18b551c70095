/** The app with somebody signed in and the clock of the session running. */
import { minutePassed } from "#events/actions/app.ts";
import { clockStarted } from "#events/actions/keepAlive.ts";
import { getPublicInfo, getSessionLength } from "#events/calls/session.ts";
import { $clock, $warning } from "#src/features/keep-alive/model.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

export const LOOK = "keepAlive:look:";

export interface ClockApp extends TestApp {
  readonly warning: () => { readonly open: boolean; readonly remaining: number };
  /** Whole minutes go by, each told by the app's own clock. */
  readonly minutes: (count: number) => Promise<void>;
}

/**
 * @param threshold of the server, in milliseconds. @param length its session length.
 * @param endsIn until the session ends, however much it is used; null: the server does not say.
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
