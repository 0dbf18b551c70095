/** A journey's fixtures: a server with a known directory, a signed-in page, and the API beside it. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test as base, expect, type APIRequestContext, type Page } from "@playwright/test";
import type { User } from "#events/entities/user.ts";
import { newUser } from "../../tests/server/users/support.ts";
import { makeDirectory, type Directory } from "./directory.ts";
import { watchLogKeys } from "./logKeys.ts";
import { endOf, faultsOf, takeLog } from "./eventLog.ts";
import {
  IMPORTED,
  PASSWORD,
  ProvisionServer,
  type DatabaseKind,
  type ImportedPlace,
  type ImportResult,
} from "./server.ts";

export interface Options {
  readonly database: DatabaseKind;
}

interface WorkerFixtures extends Options {
  /** A journey whose changes would affect others uses another server: `test.use({ serverOf: "a name" })`. */
  readonly serverOf: string;
  /** Environment variables of that server. */
  readonly settings: Readonly<Record<string, string>>;
  /** Runs on the directory of `makeDirectory`, which was imported before its first start. */
  readonly provision: Imported;
}

export interface Imported {
  readonly server: ProvisionServer;
  readonly directory: Directory;
  readonly result: ImportResult;
}

interface TestFixtures {
  /** The host name for the browser, because passkeys do not work with IP addresses. */
  readonly host: "127.0.0.1" | "localhost";
  /** Part of the one error that a journey expects: `test.use({ expectedError: "a part of it" })`. */
  readonly expectedError: string | null;
  /** False for a journey in a browser without a database: `test.use({ keepsLog: false })`. */
  readonly keepsLog: boolean;
  /** Fails the test on an unhandled error of the page or a violation of its content security policy. */
  readonly soundPage: void;
  /** Replays the log of the journey, and fails the test if the replay has another final state. */
  readonly replayedLog: void;
  /** The API in the page's session; signs in on first use. */
  readonly api: Api;
  /** The signed-in page. */
  readonly signedIn: Page;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  database: ["embedded", { option: true, scope: "worker" }],
  serverOf: ["all", { option: true, scope: "worker" }],
  settings: [{}, { option: true, scope: "worker" }],
  provision: [
    async ({ database, settings }, use) => {
      const imported: unknown = JSON.parse(process.env[IMPORTED[database]] ?? "null");
      const { place, result } = imported as ImportedPlace;
      const server = await ProvisionServer.create({ database, settings, copyOf: place });
      await server.start();
      await use({ server, directory: makeDirectory(), result });
      await server.remove();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  host: ["127.0.0.1", { option: true }],
  baseURL: async ({ provision, host }, use) => {
    await use(provision.server.url.replace("127.0.0.1", host));
  },
  expectedError: [null, { option: true }],
  keepsLog: [true, { option: true }],
  soundPage: [
    async ({ page, expectedError }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.stack ?? error.message));
      page.on("console", (message) => {
        // Some journeys include refused or failed requests, which the page itself reports.
        const isRequest = message.text().startsWith("Failed to load resource");
        if (message.type() === "error" && !isRequest) errors.push(message.text());
      });
      await use();
      expect(errors).toEqual(
        expectedError === null ? [] : [expect.stringContaining(expectedError)],
      );
    },
    { auto: true },
  ],
  replayedLog: [
    async ({ context, baseURL, keepsLog }, use, testInfo) => {
      const logKeys = watchLogKeys(context);
      await use();
      const hasFailed = testInfo.status !== testInfo.expectedStatus;
      // Playwright's own failure screenshots are also taken of passing journeys, and then discarded.
      for (const page of hasFailed ? context.pages() : []) {
        const body = await page.screenshot().catch(() => null);
        if (body) await testInfo.attach("screenshot.png", { body, contentType: "image/png" });
      }
      if (!keepsLog) return;
      // For a failed journey the log is only an aid: the journey's own failure is reported.
      const keys = await logKeys();
      const log = await takeLog(context.pages(), baseURL ?? "", keys).catch((error: unknown) => {
        if (hasFailed) return null;
        throw error;
      });
      if (log === null) return;
      const directory = process.env["PROVISION_JOURNEY_LOGS"];
      if (directory !== undefined) {
        await mkdir(directory, { recursive: true });
        await writeFile(join(directory, `${testInfo.testId}.ndjson.gz`), log.file);
      }
      const faults = await faultsOf(log);
      if (faults.length > 0 || hasFailed) {
        console.log(`The end of the event log of "${testInfo.title}":\n${endOf(log)}`);
        await testInfo.attach("event-log.ndjson.gz", {
          body: Buffer.from(log.file),
          contentType: "application/gzip",
        });
      }
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
  api: async ({ page, baseURL }, use) => {
    const api = new Api(page.request, baseURL ?? "");
    await api.signIn();
    await use(api);
  },
  signedIn: async ({ page, api }, use) => {
    await api.client();
    await use(page);
  },
});

export { expect };

interface Org {
  readonly oid: string;
  readonly displayName: string;
  readonly memberCount: number;
  readonly parentOrgRef: { readonly oid: string } | null;
}

/** API calls with the page's cookie and the latest CSRF token. */
export class Api {
  readonly #request: APIRequestContext;
  readonly #base: string;
  #token = "";
  #clientId: string | null = null;

  constructor(request: APIRequestContext, baseUrl: string) {
    this.#request = request;
    this.#base = baseUrl;
  }

  async call(method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, data?: unknown) {
    const response = await this.#request.fetch(this.#base + path, {
      method,
      headers: { "x-csrf-token": this.#token },
      ...(data === undefined ? {} : { data: JSON.parse(JSON.stringify(data)) }),
    });
    this.#token = response.headers()["x-csrf-token"] ?? this.#token;
    return response;
  }

  async signIn(username = "admin", password = PASSWORD): Promise<void> {
    await this.call("GET", "/api/public/info");
    const reply = await this.call("POST", "/api/login", { username, password });
    expect(reply.status()).toBe(200);
  }

  async signOut(): Promise<void> {
    await this.call("POST", "/api/logout", { userTimedOut: false });
  }

  /** The user who is signed in. */
  async user(): Promise<User> {
    return (await this.call("GET", "/api/users/current")).json();
  }

  /** The id of the user's client. */
  async client(): Promise<string> {
    this.#clientId ??= (await this.user()).clients[0]?.id ?? "";
    return this.#clientId;
  }

  /** A user, who may be deleted. @param roles names of user roles */
  async addUser(
    username: string,
    { roles = [] }: { readonly roles?: readonly string[] } = {},
  ): Promise<{ readonly id: string }> {
    const path = `/api/clients/${await this.client()}/users`;
    const { _embedded } = await this.read<{
      readonly _embedded: {
        readonly roles: readonly { readonly id: string; readonly name: string }[];
      };
    }>("/user-roles");
    const roleIds = _embedded.roles.flatMap(({ id, name }) => (roles.includes(name) ? [id] : []));
    const reply = await this.call("POST", path, newUser({ username, roleIds }));
    expect(reply.status()).toBe(201);
    return (await reply.json()) as { readonly id: string };
  }

  /** GET below the client. */
  async read<Body>(path: string): Promise<Body> {
    const reply = await this.call("GET", `/api/clients/${await this.client()}${path}`);
    expect(reply.status()).toBe(200);
    return (await reply.json()) as Body;
  }

  /** The org with exactly that name. */
  async org(displayName: string, orgType = "job-titles"): Promise<Org> {
    const query = new URLSearchParams({ orgType, contains: displayName });
    const list = await this.read<{ readonly _embedded: { readonly orgs: readonly Org[] } }>(
      `/mp-orgs?${query.toString()}`,
    );
    const found = list._embedded.orgs.find((org) => org.displayName === displayName);
    if (!found) throw new Error(`There is no org ${displayName}`);
    return this.read<Org>(`/mp-orgs/${found.oid}`);
  }

  /** The id of the resource with exactly that name. */
  async resource(name: string): Promise<string> {
    const list = await this.read<{
      readonly _embedded: {
        readonly resources: readonly { readonly id: string; readonly name: string }[];
      };
    }>(`/resources?contains=${encodeURIComponent(name)}`);
    const found = list._embedded.resources.find((resource) => resource.name === name);
    if (!found) throw new Error(`There is no resource ${name}`);
    return found.id;
  }

  /** The oid of the role of the entitlement with exactly that name. */
  async role(name: string): Promise<string> {
    const list = await this.read<{
      readonly _embedded: {
        readonly entitlements: readonly { readonly name: string; readonly roleOid: string }[];
      };
    }>(`/entitlements?contains=${encodeURIComponent(name)}`);
    const found = list._embedded.entitlements.find((one) => one.name === name);
    if (!found) throw new Error(`No entitlement is called ${name}`);
    return found.roleOid;
  }

  /** The names of the entitlements in an org's policy, sorted. */
  async policyOf(oid: string): Promise<readonly string[]> {
    const { _embedded, page } = await this.read<{
      readonly _embedded: { readonly inducements: readonly { readonly name: string }[] };
      readonly page: { readonly totalElements: number };
    }>(`/mp-orgs/${oid}/inducements?size=100`);
    const { inducements } = _embedded;
    if (inducements.length < page.totalElements) throw new Error("That policy is a long one");
    return inducements.map(({ name }) => name).toSorted();
  }

  /** Has the org's report mined before a page requests it. */
  async mine(oid: string, resourceId: string | null = null): Promise<void> {
    const path = `/api/clients/${await this.client()}/orgs/${oid}/entitlement-mining-report`;
    await expect
      .poll(async () => (await this.call("POST", path, { resourceId })).status(), {
        intervals: [50, 100, 200],
      })
      .toBe(200);
  }
}
