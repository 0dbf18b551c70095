/** Every call of the product, with inputs generated from its schema. A new call needs no change here. */
import { beforeAll, describe, expect, test } from "vitest";
import { ALL_CALLS } from "#events/catalogue.ts";
import { readConfig } from "#server/config.ts";
import { startProvider } from "../../support/oidcProvider.ts";
import { eachDatabase, oneDatabase, type TestDatabase } from "../support/databases.ts";
import { type Check, checksOf, REFUSED, type ServedCalls, serveCalls, TAKEN } from "./checks.ts";
import { loadExamples } from "./inputs.ts";

const EXAMPLES = await loadExamples();

/** Defines the checks of every call on a server with single sign-on. */
function checkCalls(
  database: TestDatabase,
  checks: readonly Check[],
): { readonly calls: ServedCalls } {
  let calls: ServedCalls;
  beforeAll(async () => {
    const provider = await startProvider({ people: { olga: { preferred_username: "owner" } } });
    const { singleSignOn } = readConfig(provider.settings);
    calls = await serveCalls(database, ALL_CALLS, EXAMPLES, { settings: { singleSignOn } });
    return async () => {
      await calls.close();
      await provider.stop();
    };
  });
  const checked = ALL_CALLS.filter((call) => checksOf(checks, call).length > 0);
  describe.each(checked.map((call) => [call.name, call] as const))("%s", (_name, call) => {
    // Sign-ins of one address are limited, and each check signs in again.
    beforeAll(() => {
      calls.api.place.address = `10.0.0.${1 + ALL_CALLS.indexOf(call)}`;
    });
    for (const { title, run } of checksOf(checks, call)) test(title, () => run(call, calls));
  });
  return {
    get calls() {
      return calls;
    },
  };
}

describe("an accepted call", () => {
  eachDatabase((database) => {
    const served = checkCalls(database, TAKEN);

    test("[CALL-8] [CALL-9] lists are HAL: items at _embedded.<collection>, paging at page", async () => {
      const { browser, clientId } = await served.calls.owner();
      const base = `/api/clients/${clientId}`;
      for (const [path, collection] of [
        ["mp-orgs", "orgs"],
        ["identities", "identities"],
        ["resources", "resources"],
      ] as const) {
        const body = (await browser.get(`${base}/${path}?size=1&page=1`)).json();
        expect(body._embedded[collection]).toHaveLength(1);
        expect(body.page).toMatchObject({ size: 1, number: 1 });
        expect(body.page.totalElements).toBe(body.page.totalPages);
      }
    });
  });
});

describe("a refused call", () => {
  oneDatabase((database) => {
    const served = checkCalls(database, REFUSED);

    test("every call is mounted, and no other route uses its path", () => {
      const { app } = served.calls.api;
      expect([...app.mountedCalls].sort()).toEqual(ALL_CALLS.map(({ name }) => name).sort());
      for (const { method, endpoint } of ALL_CALLS) {
        expect(app.hasRoute({ method, url: endpoint }), endpoint).toBe(true);
      }
    });
  });
});

test("each example belongs to a call, and each call has at most one", () => {
  const names = EXAMPLES.map(({ call }) => call);
  expect(names).toEqual([...new Set(names)]);
  expect(ALL_CALLS.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});
