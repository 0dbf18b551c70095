/** Shared support for single sign-on tests with a real OpenID Connect provider. */
import type { LightMyRequestResponse } from "fastify";
import { beforeAll, beforeEach, expect } from "vitest";
import { readConfig } from "#server/config.ts";
import {
  ProviderVisitor,
  startProvider,
  type RunningProvider,
} from "../../support/oidcProvider.ts";
import { createApi, type Browser, type TestApi } from "../support/api.ts";
import { oneDatabase, type TestDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";

/** The provider's users with their claims. */
export const PEOPLE = {
  olga: { preferred_username: "Owner", email: "OWNER@example.com", email_verified: true },
  max: { preferred_username: "mapper", email: "mapper@example.com", email_verified: false },
  silent: { preferred_username: "mapper", email: "mapper@example.com" },
  ghost: { preferred_username: "nobody here", email: "nobody@example.com", email_verified: true },
  former: { preferred_username: "archived", email: "archived@example.com", email_verified: true },
  quiet: {},
  /** With the Kelvin sign, whose lower case is a k. */
  kelvin: {
    preferred_username: "\u212aeeper",
    email: "\u212aeeper@example.com",
    email_verified: true,
  },
};

export interface Returned {
  readonly state: string;
  readonly auth_code: string;
}

/** A server with single sign-on at the provider, and a visitor of it. */
export class SignOn {
  readonly provider: RunningProvider;
  readonly directory: TestDirectory;
  readonly api: TestApi;
  /** A new one for each test, without a signed-in user. */
  browser: Browser;

  private constructor(provider: RunningProvider, directory: TestDirectory, api: TestApi) {
    this.provider = provider;
    this.directory = directory;
    this.api = api;
    this.browser = api.visitor();
  }

  static async start(provider: RunningProvider, database: TestDatabase): Promise<SignOn> {
    const directory = await fillDirectory(database.current.db);
    const settings = settingsOf(provider);
    return new SignOn(provider, directory, await createApi(database.current, { settings }));
  }

  async visit(): Promise<Browser> {
    const visitor = this.api.visitor();
    await visitor.get("/api/public/info");
    return visitor;
  }

  /** Goes to the provider and returns, as the page does. @param change modifies the returning address. */
  async comeBack(
    browser: Browser,
    name: string,
    { path, change = () => {} }: { path?: string; change?: (url: URL) => void } = {},
  ): Promise<Returned> {
    const begun = await browser.post("/api/begin-authentication", { ...(path && { path }) });
    expect(begun.statusCode).toBe(200);
    const url = new URL(begun.json().url);
    change(url);
    const back = await new ProviderVisitor(this.provider.issuer).signIn(url.href, name);
    return {
      state: back.searchParams.get("state") ?? "",
      auth_code: back.searchParams.get("code") ?? "",
    };
  }

  /** Expects an error and no signed-in user. */
  async expectRefused(
    response: LightMyRequestResponse,
    status: number,
    code: string,
  ): Promise<void> {
    expect(response.statusCode).toBe(status);
    expect(response.json().code).toBe(code);
    expect(await isSignedIn(this.browser)).toBe(false);
  }
}

export async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.get("/api/users/current")).statusCode === 200;
}

/** Settings of a server with the provider. @param environment overrides them. */
export function settingsOf(
  provider: RunningProvider,
  environment: Readonly<Record<string, string>> = {},
) {
  const { singleSignOn, passwordSignIn } = readConfig({ ...provider.settings, ...environment });
  return { singleSignOn, passwordSignIn };
}

/** Defines the tests for each database. They share one provider and one server per database. */
export function eachSignOn(define: (signOn: () => SignOn, database: TestDatabase) => void): void {
  let provider: RunningProvider;
  beforeAll(async () => {
    provider = await startProvider({ people: PEOPLE, careful: ["olga"] });
    return () => provider.stop();
  });
  oneDatabase((database) => {
    let signOn: SignOn;
    beforeAll(async () => {
      signOn = await SignOn.start(provider, database);
      return () => signOn.api.app.close();
    });
    beforeEach(async () => {
      signOn.api.clock.now = new Date();
      signOn.browser = await signOn.visit();
    });
    define(() => signOn, database);
  });
}
