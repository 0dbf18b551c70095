/** The end of a session leaves no data of its user in the app. */
import { expect, it, vi } from "vitest";
import { endedElsewhere, sessionLost } from "#events/actions/session.ts";
import { endSession, logout } from "#events/calls/session.ts";

// Only the product's projections: an earlier file may have registered others.
vi.resetModules();
const { ROUTE_TABLE } = await import("#src/app/routes.ts");
await import("#src/app/models.ts");
const { allProjections } = await import("#src/kernel/projection.ts");

/** State of the browser, the page or the server, and not of the signed-in user. */
const KEPT = [
  "app/debugsStore",
  "app/failedRoute",
  "app/isStarted",
  "app/language",
  "app/theme",
  "clock/now",
  "navigation/location",
  "navigation/screen",
  "notifications",
  "policyBuilder/running",
  "session/appInfo",
  "session/chosenClient",
  "session/endsAt",
  "session/timedOut",
];

const MARK = "of the user before";

it.each([
  [logout.succeeded.type, { status: 200, body: { userTimedOut: false } }],
  [endSession.succeeded.type, { status: 200, body: { userTimedOut: false, providerUrl: null } }],
  [sessionLost.type, {}],
  [endedElsewhere.type, { userTimedOut: false }],
])(
  "[SIGN-9] %s clears every projection of every screen that holds user data",
  async (type, payload) => {
    await Promise.all(ROUTE_TABLE.routes.map(({ load }) => load()));
    const end = { seq: 9, id: "e9", session: "s", time: 9, cause: null, type, version: 1, payload };
    const projections = [...allProjections().values()];
    expect(projections.length).toBeGreaterThan(50);
    const kept = projections.filter(({ evolve }) =>
      JSON.stringify(evolve({ mark: MARK }, end)).includes(MARK),
    );
    expect(kept.map(({ name }) => name).toSorted()).toEqual(KEPT);
  },
);
