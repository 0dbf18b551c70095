/**
 * Every permission holder tries every call on the server and every screen of the client. The expected answers are
 * computed here independently from codes alone; the actual ones are written to `permissions.md`.
 */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { ALL_CALLS } from "#events/catalogue.ts";
import type { User } from "#events/entities/user.ts";
import { type AnyCall, fillEndpoint } from "#events/kernel/call.ts";
import { type Guarded, PERMISSION_CODES, type Verdict } from "#events/rules/permissions.ts";
import { ROUTE_TABLE } from "#src/app/routes.ts";
import type { Route } from "#src/kernel/feature.ts";
import { type Browser, createApi, type TestApi } from "../server/support/api.ts";
import { oneDatabase } from "../server/support/databases.ts";
import { fillDirectory, type TestDirectory } from "../server/support/directory.ts";
import {
  addPermissionHolders,
  GROUPS,
  type Holder,
  OTHER_HOLDERS,
  SUPER_CODES,
  TYPICAL_HOLDERS,
} from "./support/holders.ts";
import { type MatrixRow, writeMatrix } from "./support/matrix.ts";
import { enter } from "./support/session.ts";
import { addressOf, expectedVerdict, tryScreen } from "./support/verdicts.ts";

const ALL_HOLDERS = [...TYPICAL_HOLDERS, ...OTHER_HOLDERS];

function nameOf({ method, endpoint }: AnyCall): string {
  return `${method} ${endpoint}`;
}

function asksFor({ permission, resourceScoped, orOwnResources, orGroup }: Guarded): string {
  if (orGroup) return `${permission} or ${orGroup}`;
  if (orOwnResources) return `${permission} or own resources`;
  return resourceScoped ? `${permission} + resource` : permission;
}

/**
 * Sends a request that stops at validation: ids of nothing, and a body that no schema accepts, so that an allowed call
 * changes nothing.
 */
async function tryCall(
  browser: Browser,
  call: AnyCall,
  known: Readonly<Record<string, string>>,
): Promise<{ readonly verdict: Verdict; readonly isDone: boolean }> {
  const names = [...call.endpoint.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
  const params = Object.fromEntries(names.map((name) => [name, known[name] ?? randomUUID()]));
  const response = await browser.send(
    call.method,
    fillEndpoint(call.endpoint, params),
    call.schema.body ? { body: 7 } : {},
  );
  const { statusCode } = response;
  if (call.visitorsGetNoContent && statusCode === 204) {
    return { verdict: "unauthenticated", isDone: false };
  }
  if (statusCode !== 401 && statusCode !== 403) {
    return { verdict: "allowed", isDone: statusCode < 300 };
  }
  const { code } = response.json() as { readonly code: string };
  if (code === "EBADSESSION") return { verdict: "unauthenticated", isDone: false };
  if (code === "EFORBIDDEN") return { verdict: "forbidden", isDone: false };
  throw new Error(`${call.name} answers ${code}`);
}

const ROUTES: readonly Route[] = ROUTE_TABLE.routes;

test("calls and screens about one resource declare it", () => {
  for (const { endpoint, resourceScoped, permission } of ALL_CALLS) {
    if (resourceScoped) expect(endpoint).toContain("/:resourceId");
    if (permission === "ManageOwnResources") expect(resourceScoped, endpoint).toBe(true);
  }
});

test("the test users distinguish the codes and the groups", () => {
  const names = ALL_HOLDERS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(SUPER_CODES).toHaveLength(8);
  expect(ALL_HOLDERS.length).toBeGreaterThan(PERMISSION_CODES.length + GROUPS.length);
});

/** Every call by every holder, on a machine that does other work. */
const MAX_TIME = 600_000;

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let userIds: readonly string[];
  const known = () => ({ clientId: directory.clientId, resourceId: directory.resources.crm });

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    userIds = await addPermissionHolders(database.current.db, ALL_HOLDERS, known());
    return () => api.app.close();
  });

  const enterAs = (at: number) => enter(api, database.current.db, userIds[at] ?? "");

  test(
    "[PERM-24] [PERM-25] [PERM-26] [PERM-27] users may do exactly what their permissions allow",
    async () => {
      const verdicts = new Map<string, Verdict[]>();
      const note = (what: string, holder: Holder | null, guarded: Guarded, verdict: Verdict) => {
        expect(verdict, `${what} for ${holder?.name ?? "a visitor"}`).toBe(
          expectedVerdict(holder, guarded),
        );
        verdicts.set(what, [...(verdicts.get(what) ?? []), verdict]);
      };
      const noteScreens = (holder: Holder | null, user: User | null) => {
        for (const route of ROUTES) {
          const address = addressOf(route.path, known());
          note(route.path, holder, route, tryScreen(ROUTE_TABLE, route, address, user));
        }
      };

      const visitor = api.visitor();
      await visitor.get("/api/public/info");
      noteScreens(null, null);
      for (const call of ALL_CALLS) {
        note(nameOf(call), null, call, (await tryCall(visitor, call, known())).verdict);
      }
      for (const [at, holder] of ALL_HOLDERS.entries()) {
        let browser = await enterAs(at);
        noteScreens(holder, (await browser.get("/api/users/current")).json());
        for (const call of ALL_CALLS) {
          const { verdict, isDone } = await tryCall(browser, call, known());
          note(nameOf(call), holder, call, verdict);
          // The request may have ended the session.
          if (isDone && call.method !== "GET") browser = await enterAs(at);
        }
      }

      const toRow = (what: string, guarded: Guarded): MatrixRow => ({
        what,
        asks: asksFor(guarded),
        verdicts: (verdicts.get(what) ?? []).slice(0, TYPICAL_HOLDERS.length + 1),
      });
      const page = writeMatrix(
        ["visitor", ...TYPICAL_HOLDERS.map(({ name }) => name)],
        ALL_CALLS.map((call) => toRow(nameOf(call), call)),
        ROUTES.map((route) => toRow(route.path, route)),
        OTHER_HOLDERS.length,
      );
      await expect(page).toMatchFileSnapshot("permissions.md");
    },
    MAX_TIME,
  );
});
