import { createHash } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import type {
  Configuration,
  Connection,
  ConnectorEnvironment,
} from "#server/connectors/contract.ts";
import { scimConnector } from "#server/connectors/scim/index.ts";
import { problemOf, environment } from "../support/environment.ts";
import { startServer, type Call, type Response } from "./hostileServer.ts";

/** A service whose token endpoint gives the tokens t1, t2, … and accepts only the newest. */
async function start(
  options: {
    token?: (call: Call, count: number) => Response;
    accepts?: (token: string, count: number) => boolean;
  } = {},
) {
  let count = 0;
  const server = await startServer((call) => {
    if (call.path === "token") {
      count++;
      return (
        options.token?.(call, count) ?? {
          body: { access_token: `t${count}`, token_type: "Bearer", expires_in: 3600 },
        }
      );
    }
    const token = (call.headers.authorization ?? "").replace("Bearer ", "");
    const accepts = options.accepts?.(token, count) ?? token === `t${count}`;
    return accepts ? { body: { totalResults: 0, Resources: [] } } : { status: 401 };
  });
  const tokens = () => server.calls.filter(({ path }) => path === "token");
  return { ...server, tokens };
}

function configuration(url: string, more: Configuration = {}): Configuration {
  return {
    url,
    authentication: "CLIENT_CREDENTIALS",
    tokenUrl: `${url}/token`,
    authorizeUrl: "https://login.example/authorize?tenant=1",
    clientId: "the client",
    clientSecret: "s:cret/1",
    clientAuthentication: "HEADER",
    scope: "scim read",
    ...more,
  };
}

async function open(
  config: Configuration,
  around: ConnectorEnvironment = environment(),
): Promise<Connection> {
  const connection = await scimConnector.open(config, around);
  onTestFinished(() => connection.close());
  return connection;
}

describe("client credentials", () => {
  test("one token serves all requests, also those at the same time", async () => {
    const { url, tokens } = await start();
    const connection = await open(configuration(url));
    await Promise.all([connection.test(), connection.test()]);
    await connection.test();
    expect(tokens().map(({ body }) => body)).toEqual([
      "grant_type=client_credentials&scope=scim+read",
    ]);
    const pair = Buffer.from("the%20client:s%3Acret%2F1").toString("base64");
    expect(tokens()[0]?.headers.authorization).toBe(`Basic ${pair}`);
  });

  test("the client may prove itself in the body", async () => {
    const { url, tokens } = await start();
    await (await open(configuration(url, { clientAuthentication: "BODY" }))).test();
    expect(tokens()[0]?.headers.authorization).toBeUndefined();
    expect(new URLSearchParams(tokens()[0]?.body).get("client_secret")).toBe("s:cret/1");
  });

  test("an expired or refused token is renewed once", async () => {
    const expired = await start({
      token: (_call, count) => ({ body: { access_token: `t${count}`, expires_in: 1 } }),
    });
    const connection = await open(configuration(expired.url));
    await connection.test();
    expect(expired.tokens().length).toBeGreaterThan(1);

    const revoked = await start({ accepts: (token) => token === "t2" });
    await (await open(configuration(revoked.url))).test();
    expect(revoked.tokens()).toHaveLength(2);

    const never = await start({ accepts: () => false });
    expect(await problemOf((await open(configuration(never.url))).test())).toMatchObject({
      remedy: "credentialsRefused",
      step: "signIn",
    });
    expect(never.tokens()).toHaveLength(2);
  });

  test.each([
    [
      "refuses the client",
      { status: 400, body: { error: "invalid_client", error_description: "s:cret/1 is wrong" } },
      "credentialsRefused",
    ],
    ["fails", { status: 500 }, "systemFailed"],
    ["sends no token", { body: {} }, "unreadable"],
    ["sends a token with a line break", { body: { access_token: "a\r\nx: y" } }, "unreadable"],
    ["redirects", { status: 302, headers: { location: "http://127.0.0.1:1/" } }, "redirected"],
  ] satisfies [string, Response, string][])(
    "a token endpoint that %s fails at the sign-in",
    async (_name, reply, remedy) => {
      const { url } = await start({ token: () => reply });
      const error = await problemOf((await open(configuration(url))).test());
      expect(error).toMatchObject({ remedy, step: "signIn" });
      expect(error.message).not.toContain("s:cret");
    },
  );
});

describe("authorization code", () => {
  const CODE = { authentication: "AUTHORIZATION_CODE" };
  const { authorization } = scimConnector;
  if (authorization === null) throw new Error("No authorization");

  test("the administrator's address has the challenge, and the code becomes a refresh token", async () => {
    const verifier = "v".repeat(43);
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const { url, tokens } = await start({
      token: () => ({ body: { access_token: "a", refresh_token: "r1" } }),
    });
    const config = configuration(url, CODE);
    const redirectUri = "https://provision.example/callback";
    const address = new URL(
      await authorization.authorizeUrl(config, { redirectUri, state: "s", challenge }),
    );
    expect(Object.fromEntries(address.searchParams)).toEqual({
      tenant: "1",
      response_type: "code",
      client_id: "the client",
      redirect_uri: redirectUri,
      state: "s",
      code_challenge: challenge,
      code_challenge_method: "S256",
      scope: "scim read",
    });
    expect(
      await authorization.redeem(config, { redirectUri, code: "c", verifier }, environment()),
    ).toEqual({
      refreshToken: "r1",
    });
    expect(Object.fromEntries(new URLSearchParams(tokens()[0]?.body))).toEqual({
      grant_type: "authorization_code",
      code: "c",
      redirect_uri: redirectUri,
      code_verifier: verifier,
    });
  });

  test("a refresh token that replaces another is stored and used", async () => {
    const { url, tokens } = await start({
      token: (_call, count) => ({
        body: { access_token: `t${count}`, refresh_token: `r${count + 1}`, expires_in: 1 },
      }),
    });
    const stored: Configuration[] = [];
    const around = environment({ storeSecrets: async (values) => void stored.push(values) });
    await (await open(configuration(url, { ...CODE, refreshToken: "r1" }), around)).test();
    const used = tokens().map(({ body }) => new URLSearchParams(body).get("refresh_token"));
    expect(used.slice(0, 2)).toEqual(["r1", "r2"]);
    expect(stored[0]).toEqual({ refreshToken: "r2" });
  });

  test("without a grant, or without lasting access, nobody can sign in", async () => {
    const { url } = await start();
    expect(await problemOf((await open(configuration(url, CODE))).test())).toMatchObject({
      remedy: "credentialsRefused",
    });
    const reply = { redirectUri: "https://provision.example/", code: "c", verifier: "v" };
    expect(
      await problemOf(authorization.redeem(configuration(url, CODE), reply, environment())),
    ).toMatchObject({
      remedy: "credentialsRefused",
      message: expect.stringContaining("offline_access"),
    });
  });
});

test("an error repeats neither the access token nor a token that is not JSON", async () => {
  const form = await start({ token: () => (response) => response.end("access_token=form-token") });
  const unread = await problemOf((await open(configuration(form.url))).test());
  expect(unread).toMatchObject({ remedy: "unreadable", step: "signIn" });
  expect(unread.message).not.toContain("form-token");
  const echo = await startServer(({ path, headers }) =>
    path === "token"
      ? { body: { access_token: "access-token" } }
      : { status: 400, body: { detail: `Bad: ${headers.authorization}` } },
  );
  const refused = await problemOf((await open(configuration(echo.url))).test());
  expect(refused.message).toBe("HTTP 400: Bad: Bearer …");
});

test("basic authentication sends the user and the password", async () => {
  const { url, calls } = await start({ accepts: () => true });
  await (await open({ url, authentication: "BASIC", user: "ü", password: "p:w" })).test();
  expect(calls[0]?.headers.authorization).toBe(`Basic ${Buffer.from("ü:p:w").toString("base64")}`);
});
