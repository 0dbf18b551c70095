import { randomUUID } from "node:crypto";
import { Compile } from "typebox/compile";
import { beforeAll, describe, expect, test } from "vitest";
import { ALL_CALLS } from "#events/catalogue.ts";
import { type AnyCall, fillEndpoint } from "#events/kernel/call.ts";
import { CSRF_HEADER } from "#events/rules/session.ts";
import { readConfig } from "#server/config.ts";
import { countMissingKeys } from "#server/lists/backfillKeys.ts";
import { ProviderVisitor, startProvider } from "../support/oidcProvider.ts";
import { type Browser, createApi, type TestApi } from "./support/api.ts";
import { resetToken, verificationToken } from "./support/accountTokens.ts";
import { eachDatabase, oneDatabase, type TestDatabase } from "./support/databases.ts";
import { digestTables } from "./support/digestTables.ts";
import { fillDirectory, PASSWORD, type TestDirectory } from "./support/directory.ts";
import { expectError } from "./support/errors.ts";
import { base64, BulkApi } from "./users/bulk/support.ts";
import { newUser } from "./users/support.ts";

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type InputMaker = (
  directory: TestDirectory,
  api: TestApi,
  /** That will send it. */
  browser: Browser,
) => Promise<Input> | Input;

const ofClient = ({ clientId }: TestDirectory): Input => ({ params: { clientId } });
const ofOrg = ({ clientId, orgs }: TestDirectory): Input => ({
  params: { clientId, oid: orgs.Engineer },
});

/** A user who was just created, and is changed or deleted by nobody else. */
async function ofNewUser({ clientId }: TestDirectory, api: TestApi) {
  const owner = await api.signIn("owner");
  const created = (await owner.post(`/api/clients/${clientId}/users`, newUser())).json();
  return { owner, created, params: { clientId, userId: String(created.id) } };
}

/** A file that the owner had checked. */
async function ofCheckedFile({ clientId }: TestDirectory, api: TestApi) {
  const bulk = new BulkApi(await api.signIn("owner"), `/api/clients/${clientId}`);
  return { params: { clientId, bulkId: (await bulk.check("username\nguest\n")).id } };
}

/** Input that the owner's browser gets a success for, by the name of the call. */
const VALID: Readonly<Record<string, InputMaker>> = {
  "session/getPublicInfo": () => ({}),
  "session/getAdminInfo": () => ({}),
  "session/getSessionLength": () => ({}),
  "session/getSession": () => ({}),
  "session/renewSession": () => ({ body: { redirectUrl: "/dashboard" } }),
  "session/login": () => ({ body: { username: "owner", password: PASSWORD } }),
  "session/beginSignOn": () => ({ body: { path: "/dashboard" } }),
  "session/authenticate": async (_directory, _api, browser) => {
    const { url } = (await browser.post("/api/begin-authentication", {})).json();
    const back = await new ProviderVisitor(new URL(url).origin).signIn(url, "olga");
    const [state, auth_code] = ["state", "code"].map((name) => back.searchParams.get(name));
    return { body: { state, auth_code } };
  },
  "session/logout": () => ({ body: { userTimedOut: false } }),
  "session/endSession": () => ({ body: { userTimedOut: false } }),
  "session/getCurrentUser": () => ({}),
  "sessions/listSessions": () => ({}),
  "sessions/endOneSession": async (_directory, api) => {
    const other = await api.signIn("owner");
    const { sessions } = (await other.get("/api/sessions")).json()._embedded;
    return { params: { sessionId: sessions[0].id } };
  },
  "sessions/endOtherSessions": () => ({}),
  "password/forgotPassword": () => ({ body: { email: "owner@example.com" } }),
  "password/checkResetToken": async (_directory, api) => ({
    body: { token: await resetToken(api, "guest") },
  }),
  "password/resetPassword": async (_directory, api) => ({
    body: { token: await resetToken(api, "guest"), newPassword: PASSWORD },
  }),
  "password/changePassword": () => ({ body: { landingPage: "/dashboard" } }),
  "password/updatePassword": () => ({
    body: { username: "owner", password: PASSWORD, newPassword: PASSWORD },
  }),
  "activation/verifyToken": async ({ users }, api) => ({
    query: { verificationToken: await verificationToken(api, users.guest) },
  }),
  "activation/activateUser": async ({ users }, api) => ({
    query: { verificationToken: await verificationToken(api, users.guest) },
    body: { givenName: "Given", familyName: "Family", password: PASSWORD },
  }),
  "activation/verifyEmail": async ({ users }, api) => ({
    body: { token: await verificationToken(api, users.keeper, { onboarded: true }) },
  }),
  "orgs/listOrgs": ofClient,
  "orgs/countOrgs": ofClient,
  "orgs/getOrg": ofOrg,
  "orgs/getAncestors": ({ clientId, orgs }) => ({
    params: { clientId },
    query: { oid: orgs.Engineer },
  }),
  "orgs/findSubtree": ({ clientId, orgs }) => ({
    params: { clientId },
    query: { orgFilterType: "Subtree" },
    body: { oid: orgs.Engineer },
  }),
  "orgs/getAncestorsOfMany": ({ clientId, orgs }) => ({
    params: { clientId },
    query: { orgFilterType: "Ancestors" },
    body: { orgOids: [orgs.Engineer] },
  }),
  "orgs/induce": ({ clientId, orgs, roles }) => ({
    params: { clientId, oid: orgs.Engineer },
    body: [roles[0]],
  }),
  "orgs/deleteInducement": async (directory, api) => {
    const { clientId, orgs, roles } = directory;
    const path = `/api/clients/${clientId}/mp-orgs/${orgs.Engineer}`;
    const owner = await api.signIn("owner");
    await owner.post(`${path}/induce`, [roles[0]]);
    const { inducements } = (await owner.get(`${path}/inducements`)).json()._embedded;
    return {
      params: { clientId, oid: orgs.Engineer, inducementId: inducements[0].id },
    };
  },
  "orgs/listInducements": (directory) => ({
    ...ofOrg(directory),
    query: { contains: "entitlement", resourceIds: Object.values(directory.resources).join(",") },
  }),
  "orgs/countInducements": ofOrg,
  "orgs/readPolicyRoles": ofOrg,
  "clients/patchClient": (directory) => ({
    ...ofClient(directory),
    body: [{ op: "replace", path: "/city", value: "Austin" }],
  }),
  "clients/saveUsernameFormat": (directory) => ({
    ...ofClient(directory),
    body: { usernameFormatId: "flast", usernameFormatCustom: null },
  }),
  "clients/listOwners": ofClient,
  "clients/listManagers": ofClient,
  "clients/saveManagers": (directory) => ({
    ...ofClient(directory),
    body: { hr: [directory.users.guest], ad: [] },
  }),
  "clients/getSecureAgent": ofClient,
  "clients/reportSecureAgent": ofClient,
  "directory/getClientCounts": ofClient,
  "directory/listIdentities": ofClient,
  "directory/listResources": ofClient,
  "directory/getResource": ({ clientId, resources }) => ({
    params: { clientId, resourceId: resources.crm },
  }),
  "mining/requestMiningReport": (directory) => ({ ...ofOrg(directory), body: {} }),
  "mining/deleteMiningReport": ofOrg,
  "users/listUsers": ofClient,
  "users/listUserRoles": ofClient,
  "users/getUser": ({ clientId, users }) => ({ params: { clientId, userId: users.guest } }),
  "users/createUser": (directory) => ({ ...ofClient(directory), body: newUser() }),
  "users/updateUser": async (directory, api) => {
    const { params, created } = await ofNewUser(directory, api);
    return { params, body: { ...newUser(), version: created.version } };
  },
  "users/patchUser": async (directory, api) => {
    const { params } = await ofNewUser(directory, api);
    return { params, body: [{ op: "replace", path: "/jobTitle", value: "Teller" }] };
  },
  "users/deleteUser": async (directory, api) => ({
    params: (await ofNewUser(directory, api)).params,
  }),
  "users/sendValidationEmail": async (directory, api) => ({
    params: (await ofNewUser(directory, api)).params,
  }),
  "users/endUserSessions": async (directory, api) => ({
    params: (await ofNewUser(directory, api)).params,
  }),
  "users/listUserChanges": ({ clientId, users }) => ({
    params: { clientId, userId: users.guest },
  }),
  "users/undoUserChange": async (directory, api) => {
    const { owner, params } = await ofNewUser(directory, api);
    const path = `/api/clients/${params.clientId}/users/${params.userId}`;
    const body = [{ op: "replace", path: "/jobTitle", value: "Teller" }];
    await owner.send("PATCH", path, { body });
    const [change] = (await owner.get(`${path}/changes`)).json()._embedded.changes;
    return { params: { ...params, changeId: change.id } };
  },
  "users/updateProfile": () => ({
    body: [{ op: "replace", path: "/jobTitle", value: randomUUID() }],
  }),
  "bulkChanges/checkBulkChange": (directory) => ({
    ...ofClient(directory),
    body: { fileName: "users.csv", content: base64("username\nguest\n") },
  }),
  "bulkChanges/getBulkChange": ofCheckedFile,
  "bulkChanges/listBulkLines": ofCheckedFile,
  "bulkChanges/applyBulkChange": async (directory, api) => ({
    ...(await ofCheckedFile(directory, api)),
    body: { sendEmails: false },
  }),
  "bulkChanges/exportBulkLines": ofCheckedFile,
  "bulkChanges/exportUsers": ofClient,
  "support/requestSupport": (directory) => ({
    ...ofClient(directory),
    body: { topic: "question", subject: "How", message: "How do I begin?" },
  }),
  "support/listSupportRequests": ofClient,
  "audit/listAuditEntries": ofClient,
  "support/getSupportContact": () => ({}),
  "names/findNames": (directory) => ({ ...ofClient(directory), query: { text: "eng" } }),
};

/** Mebibytes that a body may have where that is more than one. */
const LARGE_BODIES: ReadonlyMap<string, number> = new Map([
  ["orgs/induce", 64],
  ["bulkChanges/checkBulkChange", 32],
]);

function isWrite({ method }: AnyCall): boolean {
  return method !== "GET" && method !== "HEAD";
}

function needsSession({ permission }: AnyCall): boolean {
  return permission !== "public";
}

/** A public call that takes nothing answers everybody. */
function canBeRefused(call: AnyCall): boolean {
  const takesInput = call.endpoint.includes(":") || call.schema.query || call.schema.body;
  return needsSession(call) || isWrite(call) || Boolean(takesInput);
}

async function send(
  browser: Browser,
  call: AnyCall,
  { params, query, body }: Input,
  headers: Record<string, string> = {},
) {
  const search = new URLSearchParams(query).toString();
  const url = fillEndpoint(call.endpoint, params) + (search && `?${search}`);
  return browser.send(call.method, url, { body, headers });
}

/** Defines the test for the calls that it concerns, and none for the others. */
function when(concerns: unknown): (title: string, run: () => Promise<void>) => void {
  return (title, run) => {
    if (concerns) test(title, run);
  };
}

/** A server on the database, and for each call an input that it takes. */
function serveCalls(database: TestDatabase) {
  let directory: TestDirectory;
  let api: TestApi;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const provider = await startProvider({ people: { olga: { preferred_username: "owner" } } });
    const { singleSignOn } = readConfig(provider.settings);
    api = await createApi(database.current, { settings: { singleSignOn } });
    return async () => {
      await api.app.close();
      await provider.stop();
    };
  });
  return {
    get directory() {
      return directory;
    },
    get api() {
      return api;
    },
    /** @param browser that will send it; another one's is as good where the call is refused anyway. */
    inputOf: async (call: AnyCall, browser?: Browser): Promise<Input> => {
      const make = VALID[call.name];
      if (!make) throw new Error(`${call.name} needs an input here`);
      return make(directory, api, browser ?? (await api.signIn("owner")));
    },
    each: (calls: readonly AnyCall[], define: (call: AnyCall) => void) => {
      describe.each(calls.map((call) => [call.name, call] as const))("%s", (_name, call) => {
        // Sign-ins of one address are limited, and each test signs in anew.
        beforeAll(() => {
          api.place.address = `10.0.0.${1 + ALL_CALLS.indexOf(call)}`;
        });
        define(call);
      });
    },
  };
}

describe("a call that is taken", () => {
  eachDatabase((database) => {
    const calls = serveCalls(database);

    calls.each(ALL_CALLS, (call) => {
      test("answers as it declares", async () => {
        const owner = await calls.api.signIn("owner");
        const response = await send(owner, call, await calls.inputOf(call, owner));
        const schema = call.schema.responses[response.statusCode];
        expect(schema, response.body).toBeDefined();
        expect(schema && Compile(schema).Check(response.json())).toBe(true);
        expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
        expect(response.headers["cache-control"]).toBe("no-store");
        expect(response.headers[CSRF_HEADER]).toEqual(expect.any(String));
        expect(await countMissingKeys(database.current.db, "user_clients")).toBe(0);
        expect(await countMissingKeys(database.current.db, "resources")).toBe(0);
        expect(await countMissingKeys(database.current.db, "entitlements")).toBe(0);
      });

      when(!isWrite(call))("writes nothing but when its session was used last", async () => {
        const { api } = calls;
        const owner = await api.signIn("owner");
        const { params, query } = await calls.inputOf(call, owner);
        await api.mails();
        api.clock.now = new Date(api.clock.now.getTime() + 60_000);
        const before = await digestTables(database.current.db);
        const path = fillEndpoint(call.endpoint, params);
        const paths = api.app.hasRoute({ method: "GET", url: `${call.endpoint}.csv` })
          ? [path, `${path}.csv`]
          : [path];
        for (const one of paths) {
          const response = await owner.get(`${one}?${new URLSearchParams(query).toString()}`);
          expect(response.statusCode, response.body).toBeLessThan(300);
          await api.mails();
          expect(await digestTables(database.current.db)).toEqual(before);
        }
      });
    });

    test("[CALL-8] [CALL-9] lists are HAL: items at _embedded.<collection>, paging at page", async () => {
      const owner = await calls.api.signIn("owner");
      const base = `/api/clients/${calls.directory.clientId}`;
      for (const [path, collection] of [
        ["mp-orgs", "orgs"],
        ["identities", "identities"],
        ["resources", "resources"],
      ] as const) {
        const body = (await owner.get(`${base}/${path}?size=1&page=1`)).json();
        expect(body._embedded[collection]).toHaveLength(1);
        expect(body.page).toMatchObject({ size: 1, number: 1 });
        expect(body.page.totalElements).toBe(body.page.totalPages);
      }
    });
  });
});

describe("a call that is refused", () => {
  oneDatabase((database) => {
    const calls = serveCalls(database);

    test("every call is mounted, and nothing else bears its path", () => {
      const { app } = calls.api;
      expect([...app.mountedCalls].sort()).toEqual(ALL_CALLS.map(({ name }) => name).sort());
      for (const { method, endpoint } of ALL_CALLS) {
        expect(app.hasRoute({ method, url: endpoint }), endpoint).toBe(true);
      }
    });

    calls.each(ALL_CALLS.filter(canBeRefused), (call) => {
      when(needsSession(call))("refuses who has no session", async () => {
        const visitor = calls.api.visitor();
        await visitor.get("/api/public/info");
        expectError(await send(visitor, call, await calls.inputOf(call)), "EBADSESSION");
      });

      when(isWrite(call))("[SESS-18] refuses a wrong and a missing CSRF token", async () => {
        const input = await calls.inputOf(call);
        const owner = await calls.api.signIn("owner");
        const foreign = await calls.api.signIn("owner");
        const headers = { [CSRF_HEADER]: foreign.token ?? "" };
        expectError(await send(owner, call, input, headers), "EBADCSRFTOKEN");
        expectError(await send(owner, call, input, { [CSRF_HEADER]: "x" }), "EBADCSRFTOKEN");
        owner.token = null;
        expectError(await send(owner, call, input), "EBADCSRFTOKEN");
      });

      when(needsSession(call) && call.permission !== "signedIn")(
        "refuses who lacks the permission",
        async () => {
          const guest = await calls.api.signIn("guest");
          expectError(await send(guest, call, await calls.inputOf(call)), "EFORBIDDEN");
        },
      );

      when(call.endpoint.includes(":clientId"))(
        "takes a foreign client for an unknown one",
        async () => {
          const owner = await calls.api.signIn("owner");
          const { params, ...input } = await calls.inputOf(call);
          const bodies = [];
          for (const clientId of [randomUUID(), calls.directory.foreign.clientId]) {
            const response = await send(owner, call, { ...input, params: { ...params, clientId } });
            bodies.push(expectError(response, "ENOTFOUND"));
          }
          expect(bodies[0]).toEqual(bodies[1]);
        },
      );

      when(call.endpoint.includes(":oid"))("does not find an unknown org", async () => {
        const owner = await calls.api.signIn("owner");
        const { params, ...input } = await calls.inputOf(call);
        for (const oid of [randomUUID(), calls.directory.foreign.orgOid]) {
          const response = await send(owner, call, { ...input, params: { ...params, oid } });
          expectError(response, "ENOTFOUND");
        }
      });

      when(call.endpoint.includes(":"))("refuses an id that is none", async () => {
        const owner = await calls.api.signIn("owner");
        const { params = {}, ...input } = await calls.inputOf(call);
        for (const name of Object.keys(params)) {
          const response = await send(owner, call, {
            ...input,
            params: { ...params, [name]: "7" },
          });
          const { fields } = expectError(response, "EINVALID");
          expect(fields).toEqual([{ path: `/params/${name}`, message: "must be a uuid" }]);
        }
      });

      when(call.schema.query)("refuses query parameters that it does not know", async () => {
        const owner = await calls.api.signIn("owner");
        const { query, ...input } = await calls.inputOf(call);
        const response = await send(owner, call, { ...input, query: { ...query, colour: "red" } });
        const { fields } = expectError(response, "EINVALID");
        expect(fields).toEqual([{ path: "/query/colour", message: "is not known" }]);
      });

      when(call.schema.body)("refuses bodies of the wrong type", async () => {
        const owner = await calls.api.signIn("owner");
        const input = await calls.inputOf(call);
        for (const body of ["text", 7, true, null, [[1]], { colour: "red" }]) {
          const response = await send(owner, call, { ...input, body });
          if (body === null && response.statusCode < 300) continue;
          const { fields } = expectError(response, "EINVALID");
          expect(fields?.length, JSON.stringify(body)).toBeGreaterThan(0);
          expect(fields?.every(({ path }) => path.startsWith("/body"))).toBe(true);
        }
      });

      when(call.schema.body)("refuses malformed, unknown and oversized bodies", async () => {
        const { params } = await calls.inputOf(call);
        const url = fillEndpoint(call.endpoint, params);
        const owner = await calls.api.signIn("owner");
        for (const payload of ["{", '{"__proto__": {"a": 1}}', "\u0000"]) {
          expectError(await owner.send(call.method, url, { payload }), "EINVALID");
        }
        const headers = { "content-type": "text/plain" };
        expectError(await owner.send(call.method, url, { payload: "{}", headers }), "EMEDIATYPE");
        const kibibytes =
          call.permission === "public" ? 32 : 1024 * (LARGE_BODIES.get(call.name) ?? 1);
        const payload = `"${"x".repeat(kibibytes * 1024)}"`;
        expectError(await owner.send(call.method, url, { payload }), "ETOOLARGE");
      });
    });
  });
});
