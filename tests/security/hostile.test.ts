/**
 * Sends requests generated from its schema to every call: valid, nearly valid and hostile ones.
 * `PROVISION_HOSTILE_BODIES=200000` sends that many in total, and `PROVISION_HOSTILE_SEED=n` others.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { ALL_CALLS } from "#events/catalogue.ts";
import { getPublicInfo } from "#events/calls/session.ts";
import type { AnyCall } from "#events/kernel/call.ts";
import { PERMISSION_CODES } from "#events/rules/permissions.ts";
import { type Browser, createApi, type TestApi } from "../server/support/api.ts";
import { eachDatabase } from "../server/support/databases.ts";
import { fillDirectory, type TestDirectory } from "../server/support/directory.ts";
import type { Vocabulary } from "../support/values.ts";
import { faultOf } from "./support/answers.ts";
import {
  addForeignClient,
  type ForeignClient,
  MARK,
  readForeignClient,
} from "./support/foreignClient.ts";
import { addPermissionHolders } from "./support/holders.ts";
import { type Probe, probesOf } from "./support/probes.ts";
import { enter } from "./support/session.ts";

const BODIES = Number(process.env["PROVISION_HOSTILE_BODIES"] ?? 2000);
const SEED = Number(process.env["PROVISION_HOSTILE_SEED"] ?? 7);
const DATABASES = inject("postgresUrl") === null ? 1 : 2;
const RUNS = Math.ceil(BODIES / DATABASES / ALL_CALLS.length);
/** Milliseconds for one request on a busy machine. */
const MAX_PROBE = 100;

const ADMINISTRATOR = {
  name: "administrator",
  roles: [{ name: "Owner", codes: PERMISSION_CODES }],
  ownsResource: true,
};

test("the check notices a wrong answer", () => {
  const call = getPublicInfo;
  const json = { "content-type": "application/json; charset=utf-8" };
  const right = {
    sessionKeepAliveTimeoutThreshold: 1,
    gtmContainerId: null,
    ssoEnabled: false,
    passwordEnabled: true,
  };
  const error = (code: string, message: string | undefined) => ({
    code,
    message,
    detail: { code: "requests.invalid" },
  });
  const answer = (statusCode: number, body: unknown, headers: object = json) =>
    faultOf(call, "sent", { statusCode, headers: { ...headers }, body: JSON.stringify(body) });
  expect(answer(200, right)).toBeNull();
  expect(answer(400, error("EINVALID", "no"))).toBeNull();
  expect(answer(500, error("EINTERNAL", "no"))).toContain("500");
  expect(answer(200, { ...right, gtmContainerId: MARK })).toContain("another client");
  expect(answer(200, {})).toContain("schema");
  expect(answer(400, { ...error("EINVALID", "no"), stack: "" })).toContain("not declare");
  expect(answer(400, error("EFORBIDDEN", "no"))).toContain("EFORBIDDEN");
  expect(answer(400, error("EINVALID", new Error("x").stack))).toContain("inside");
  expect(answer(200, right, { ...json, "access-control-allow-origin": "*" })).toContain("origins");
  expect(answer(200, right, { "content-type": "text/html" })).toContain("text/html");
});

eachDatabase((database) => {
  let directory: TestDirectory;
  let foreign: ForeignClient;
  let foreignBefore: string;
  let api: TestApi;
  let words: Vocabulary;
  let browser: Browser;
  let sent = 0;

  /** Another administrator, because requests may have signed out, archived or deleted the previous one. */
  async function signInAnew(): Promise<void> {
    const { clientId, resources } = directory;
    const place = { clientId, resourceId: resources.crm };
    const [userId = ""] = await addPermissionHolders(database.current.db, [ADMINISTRATOR], place);
    browser = await enter(api, database.current.db, userId);
  }

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    foreign = await addForeignClient(database.current.db);
    foreignBefore = await readForeignClient(database.current.db, foreign);
    api = await createApi(database.current);
    const { clientId, orgs, resources, roles, users } = directory;
    const ofOrgs = [orgs.Engineer, orgs["Job Titles"], orgs.Ops, foreign.orgOid] as const;
    const ofRoles = [...roles, foreign.roleOid] as const;
    const ofResources = [resources.crm, resources.erp, foreign.resourceId] as const;
    const ofUsers = [users.guest, users.keeper, users.archived, foreign.userId] as const;
    words = {
      ids: [randomUUID(), ...ofOrgs, ...ofRoles, ...ofResources, ...ofUsers],
      byName: {
        clientId: [...Array.from({ length: 7 }, () => clientId), foreign.clientId] as [string],
        resourceId: ofResources,
        resourceIds: ofResources,
        userId: ofUsers,
        oid: ofOrgs,
        orgOid: ofOrgs,
        orgOids: ofOrgs,
        username: ["owner", "guest", "stranger"],
        email: ["guest@example.com", "new@example.com"],
        sort: ["name", "name,desc", "memberCount,asc", "username", "familyName,desc"],
        orgFilterType: ["Root", "Subtree", "One_Level", "Ancestors", "SUBTREE"],
      },
    };
    await signInAnew();
    return () => api.app.close();
  });

  async function send(call: AnyCall, { url, payload, headers }: Probe) {
    sent++;
    return browser.send(call.method, url, { headers, ...(payload !== undefined && { payload }) });
  }

  async function tryProbe(call: AnyCall, probe: Probe): Promise<void> {
    let response = await send(call, probe);
    if (call.permission !== "public" && /"EBADSESSION"|"EBADCSRFTOKEN"/.test(response.body)) {
      await signInAnew();
      response = await send(call, probe);
    }
    const fault = faultOf(
      call,
      `${probe.url} ${String(probe.payload)} ${JSON.stringify(probe.headers)}`,
      response,
    );
    if (fault) throw new Error(`${call.name} ${fault}: ${response.body.slice(0, 500)}`);
  }

  test.each(ALL_CALLS.map((call) => [call.name, call] as const))(
    "%s answers as declared, whatever the request contains",
    async (_name, call) => {
      const property = fc.asyncProperty(probesOf(call, words), (probe) => tryProbe(call, probe));
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: false });
    },
    60_000 + RUNS * MAX_PROBE,
  );

  afterAll(() => {
    console.log(`${sent} requests were sent to ${ALL_CALLS.length} calls on ${database.kind}.`);
  });

  test("no request has changed another client's data or an object prototype", async () => {
    expect(await readForeignClient(database.current.db, foreign)).toBe(foreignBefore);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  });
});
