/** An administrator grants access to a SCIM service at a real OAuth 2 provider. */
import { beforeAll, expect, test } from "vitest";
import type { SystemConfiguration } from "#events/entities/systemConfiguration.ts";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  ProviderVisitor,
  type RunningProvider,
  startProvider,
} from "../../support/oidcProvider.ts";
import { startServer } from "../connectors/scim/hostileServer.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { addSystem, pathOf } from "./support.ts";

const SCIM_ID = 3;

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let provider: RunningProvider;

  beforeAll(async () => {
    const { db } = database.current;
    directory = await fillDirectory(db);
    await db.updateTable("clients").set({ limit_api: null }).execute();
    provider = await startProvider({
      people: { olga: {} },
      allows: (uri) => uri.endsWith("/configuration"),
      refreshes: true,
    });
    api = await createApi(database.current);
    owner = await api.signIn("owner");
    return async () => {
      await api.app.close();
      await provider.stop();
    };
  });

  /** A configured system, to which nobody has granted access. */
  async function begin(more: Readonly<Record<string, string>> = {}) {
    const { clientId } = directory;
    const { resourceId, version } = await addSystem(owner, clientId, {
      connectorId: SCIM_ID,
      kind: "api",
    });
    const path = pathOf(clientId, resourceId);
    const values = {
      url: `${provider.issuer}/scim`,
      authentication: "AUTHORIZATION_CODE",
      authorizeUrl: `${provider.issuer}/auth`,
      tokenUrl: `${provider.issuer}/token`,
      clientId: CLIENT_ID,
      scope: "openid",
      ...more,
    };
    const saved = await owner.send("PUT", `${path}/configuration`, {
      body: {
        values: Object.entries(values).map(([fieldId, value]) => ({ fieldId, value })),
        secrets: [{ fieldId: "clientSecret", value: CLIENT_SECRET }],
        version,
      },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    return { path, configuration: saved.json() as SystemConfiguration };
  }

  async function authorize(path: string): Promise<string> {
    const answer = await owner.post(`${path}/authorize`);
    expect(answer.statusCode, answer.body).toBe(200);
    return (answer.json() as { url: string }).url;
  }

  const visit = async (url: string, name: string | null) =>
    Object.fromEntries((await new ProviderVisitor(provider.issuer).signIn(url, name)).searchParams);

  const isGranted = ({ values, authorization }: SystemConfiguration) =>
    values.some(({ fieldId, isSet }) => fieldId === authorization?.fieldId && isSet);

  test("[CONN-12] [CONN-19] a grant at the provider is stored, and can be renewed", async () => {
    const { path, configuration } = await begin();
    expect(configuration.authorization?.redirectUri).toMatch(
      /\/resources\/[\da-f-]+\/configuration$/,
    );
    expect(isGranted(configuration)).toBe(false);
    const url = await authorize(path);
    expect(new URL(url).searchParams.get("code_challenge_method")).toBe("S256");
    const { state, code } = await visit(url, "olga");
    const answer = await owner.post(`${path}/authorization`, { state, code });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(isGranted(answer.json())).toBe(true);
    // The stored refresh token gives an access token; the provider itself has no SCIM service.
    const tested = (await owner.post(`${path}/test`)).json();
    expect(tested.failure).not.toMatchObject({ remedy: "credentialsRefused" });

    const { iss: _iss, ...again } = await visit(await authorize(path), "olga");
    expect((await owner.post(`${path}/authorization`, again)).statusCode).toBe(200);
  });

  test("a denied access comes back without a code, and nothing changes", async () => {
    const { path, configuration } = await begin();
    const { error, code } = await visit(await authorize(path), null);
    expect([error, code]).toEqual(["access_denied", undefined]);
    expect((await owner.get(`${path}/configuration`)).json()).toEqual(configuration);
  });

  test("[CONN-24] a code that the provider refuses is an error with its words, and nothing changes", async () => {
    const { path, configuration } = await begin();
    const { state } = await visit(await authorize(path), "olga");
    const refused = await owner.post(`${path}/authorization`, { state, code: "another code" });
    expect(expectError(refused, "ECONFLICT").message).toMatch(
      /did not grant access \(.*grant request is invalid\)/,
    );
    expect((await owner.get(`${path}/configuration`)).json()).toEqual(configuration);
  });

  test("the verifier belongs to the state: a code of another authorization is refused", async () => {
    const { path } = await begin();
    const one = await visit(await authorize(path), "olga");
    const other = await visit(await authorize(path), "olga");
    const mixed = { state: one.state, code: other.code };
    expectError(await owner.post(`${path}/authorization`, mixed), "ECONFLICT");
  });

  test("[CONN-24] a code goes only to the addresses at which access was requested", async () => {
    const { path, configuration } = await begin();
    const { state, code } = await visit(await authorize(path), "olga");
    const calls: string[] = [];
    const elsewhere = await startServer(({ path: called }) => {
      calls.push(called);
      return { status: 500 };
    });
    const values = configuration.values.flatMap(({ fieldId, value }) =>
      value === null ? [] : [{ fieldId, value }],
    );
    const changed = values.map((one) =>
      one.fieldId === "tokenUrl" ? { ...one, value: `${elsewhere.url}/token` } : one,
    );
    const secrets = [{ fieldId: "clientSecret", value: "another-secret" }];
    const { version } = configuration;
    const saved = await owner.send("PUT", `${path}/configuration`, {
      body: { values: changed, secrets, version },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const refused = await owner.post(`${path}/authorization`, { state, code });
    expect(expectError(refused, "ECONFLICT").message).toContain("configuration was changed");
    expect(calls).toEqual([]);
  });

  test("a system with another sign-in is not authorized", async () => {
    const { configuration } = await begin({ authentication: "CLIENT_CREDENTIALS" });
    expect(configuration.authorization).toBeNull();
  });
});
