/** Answers of a provider that a forger could make: none signs anybody in. The sound answer beside them does. */
import { createHmac, createSign, generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { type Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory } from "../support/directory.ts";
import { isSignedIn } from "./signOnSupport.ts";

const CLIENT_ID = "provision";
const CLIENT_SECRET = "a secret of the client that is long enough for HMAC";
const makeKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
const KEYS = makeKeys();
const FORGER = makeKeys();
const KID = "the-key";

type Claims = Record<string, unknown>;
type Head = Record<string, unknown>;

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

function sign(claims: Claims, head: Head = {}, key: KeyObject = KEYS.privateKey): string {
  const text = `${base64({ alg: "RS256", kid: KID, ...head })}.${base64(claims)}`;
  return `${text}.${createSign("sha256").update(text).sign(key, "base64url")}`;
}

function signShared(claims: Claims, secret: string): string {
  const text = `${base64({ alg: "HS256", kid: KID })}.${base64(claims)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

function withHead(token: string, head: Head): string {
  return [base64(head), ...token.split(".").slice(1)].join(".");
}

const jwkOf = ({ publicKey }: { readonly publicKey: KeyObject }) => ({
  ...publicKey.export({ format: "jwk" }),
  kid: KID,
  alg: "RS256",
  use: "sig",
});

/** A provider that answers what a test has it answer. */
class ForgedProvider {
  readonly #server: Server;
  issuer = "";
  /** The answer to every request that brings a code. */
  token: (response: ServerResponse) => void = () => {};
  userInfo: Claims = {};

  constructor() {
    this.#server = createServer((request, response) => {
      const json = (body: unknown) =>
        response.setHeader("content-type", "application/json").end(JSON.stringify(body));
      request.resume();
      switch (request.url) {
        case "/.well-known/openid-configuration":
          return json({
            issuer: this.issuer,
            authorization_endpoint: `${this.issuer}/authorize`,
            token_endpoint: `${this.issuer}/token`,
            userinfo_endpoint: `${this.issuer}/userinfo`,
            jwks_uri: `${this.issuer}/jwks`,
            id_token_signing_alg_values_supported: ["RS256"],
          });
        case "/jwks":
          return json({ keys: [jwkOf(KEYS)] });
        case "/forged-jwks":
          return json({ keys: [jwkOf(FORGER)] });
        case "/userinfo":
          return json(this.userInfo);
        default:
          return this.token(response);
      }
    });
  }

  async start(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

const provider = new ForgedProvider();

function soundClaims(nonce: string): Claims {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: provider.issuer,
    aud: CLIENT_ID,
    sub: "1",
    iat: now,
    exp: now + 300,
    nonce,
    preferred_username: "owner",
  };
}

function reply(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const tokens = (idToken: unknown) => ({
  access_token: "a",
  token_type: "Bearer",
  id_token: idToken,
});

const without = (claims: Claims, name: string): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));

/** What stands in place of the sound token, made from its claims. */
const FORGED_TOKENS: Readonly<Record<string, (claims: Claims) => unknown>> = {
  "has no signature, and says so": (claims) => `${base64({ alg: "none" })}.${base64(claims)}.`,
  "says so in other letters": (claims) => `${base64({ alg: "nOnE" })}.${base64(claims)}.`,
  "lacks its signature": (claims) => sign(claims).replace(/[^.]+$/, ""),
  "is signed with another key": (claims) => sign(claims, {}, FORGER.privateKey),
  "brings the key that it is signed with": (claims) =>
    sign(claims, { jwk: jwkOf(FORGER) }, FORGER.privateKey),
  "names where that key is to be fetched": (claims) =>
    sign(claims, { jku: `${provider.issuer}/forged-jwks` }, FORGER.privateKey),
  "names a key that there is not": (claims) => sign(claims, { kid: "another" }, FORGER.privateKey),
  "is signed with the public key as a shared secret": (claims) =>
    signShared(claims, KEYS.publicKey.export({ type: "spki", format: "pem" }).toString()),
  "is signed with the secret of the client": (claims) => signShared(claims, CLIENT_SECRET),
  "was changed after it was signed": (claims) => {
    const [head, , signature] = sign({ ...claims, preferred_username: "guest" }).split(".");
    return [head, base64(claims), signature].join(".");
  },
  "has the head of another algorithm": (claims) =>
    withHead(sign(claims), { alg: "PS256", kid: KID }),
  "demands what nobody knows": (claims) => sign(claims, { crit: ["x"], x: 1 }),
  "is of another provider": (claims) => sign({ ...claims, iss: "https://evil.example" }),
  "is of a provider that looks alike": (claims) => sign({ ...claims, iss: `${provider.issuer}/` }),
  "is for another client": (claims) => sign({ ...claims, aud: "another" }),
  "is for several clients, and given to another": (claims) =>
    sign({ ...claims, aud: [CLIENT_ID, "another"], azp: "another" }),
  "is over": (claims) => sign({ ...claims, exp: Number(claims["iat"]) - 3600 }),
  "never ends": (claims) => sign(without(claims, "exp")),
  "holds from tomorrow": (claims) => sign({ ...claims, nbf: Number(claims["iat"]) + 86_400 }),
  "does not say since when it is": (claims) => sign(without(claims, "iat")),
  "belongs to no sign-on": (claims) => sign(without(claims, "nonce")),
  "belongs to another sign-on": (claims) => sign({ ...claims, nonce: "another" }),
  "says nothing of anybody": (claims) => sign(without(claims, "sub")),
  "has a number for a user": (claims) => sign({ ...claims, sub: 1 }),
  "has two parts": (claims) => sign(claims).split(".").slice(0, 2).join("."),
  "has five parts": (claims) => `${sign(claims)}.x.y`,
  "is no text": () => ({ owner: true }),
  "is not there": () => undefined,
};

/** What comes in place of tokens. */
const FORGED_ANSWERS: Readonly<Record<string, (response: ServerResponse, token: string) => void>> =
  {
    "an error with a token": (response, token) =>
      reply(response, { error: "invalid_grant", ...tokens(token) }, 400),
    "a failure with a token": (response, token) => reply(response, tokens(token), 500),
    "a token of another kind": (response, token) =>
      reply(response, { ...tokens(token), token_type: "mac" }),
    "a token without access": (response, token) => reply(response, { id_token: token }),
    "text that is no JSON": (response, token) =>
      response.writeHead(200, { "content-type": "application/json" }).end(`{"id_token":"${token}`),
    "a page": (response, token) =>
      response.writeHead(200, { "content-type": "text/html" }).end(`<p>${token}</p>`),
    "a way to somewhere else": (response) =>
      response.writeHead(307, { location: `${provider.issuer}/elsewhere` }).end(),
    "nothing, and the end of the connection": (response) => response.destroy(),
  };

oneDatabase((database) => {
  let api: TestApi;
  let browser: Browser;
  beforeAll(async () => {
    await provider.start();
    await fillDirectory(database.current.db);
    const { singleSignOn, passwordSignIn } = readConfig({
      PROVISION_SSO_ISSUER: provider.issuer,
      PROVISION_SSO_CLIENT_ID: CLIENT_ID,
      PROVISION_SSO_CLIENT_SECRET: CLIENT_SECRET,
    });
    api = await createApi(database.current, { settings: { singleSignOn, passwordSignIn } });
    return async () => {
      await api.app.close();
      provider.stop();
    };
  });
  beforeEach(async () => {
    // Failures of an address count for some minutes.
    api.clock.now = new Date(api.clock.now.getTime() + 3_600_000);
    browser = api.visitor();
    await browser.get("/api/public/info");
  });

  /** Signs on by what the provider answers to the nonce of the sign-on. */
  async function signOn(answer: (response: ServerResponse, nonce: string) => void) {
    const begun = await browser.post("/api/begin-authentication", {});
    const { searchParams } = new URL(begun.json().url);
    provider.token = (response) => answer(response, searchParams.get("nonce") ?? "");
    const state = searchParams.get("state") ?? "";
    return browser.post("/api/authenticate", { state, auth_code: "a code" });
  }

  async function expectRefused(response: { readonly statusCode: number; readonly body: string }) {
    expect([400, 401, 503], response.body).toContain(response.statusCode);
    expect(await isSignedIn(browser)).toBe(false);
  }

  test("the sound answer signs in", async () => {
    const response = await signOn((to, nonce) => reply(to, tokens(sign(soundClaims(nonce)))));
    expect(response.statusCode).toBe(200);
    expect(response.json().user.username).toBe("owner");
  });

  test("there are 20 kinds of forged answers and more", () => {
    const kinds = [...Object.keys(FORGED_TOKENS), ...Object.keys(FORGED_ANSWERS)];
    expect(kinds.length).toBeGreaterThanOrEqual(20);
  });

  test.each(Object.keys(FORGED_TOKENS))("a token that %s signs nobody in", async (kind) => {
    const forge = FORGED_TOKENS[kind] as (claims: Claims) => unknown;
    await expectRefused(await signOn((to, nonce) => reply(to, tokens(forge(soundClaims(nonce))))));
  });

  test.each(Object.keys(FORGED_ANSWERS))("%s signs nobody in", async (kind) => {
    const forge = FORGED_ANSWERS[kind] as (response: ServerResponse, token: string) => void;
    await expectRefused(await signOn((to, nonce) => forge(to, sign(soundClaims(nonce)))));
  });

  test("user info of another user is refused", async () => {
    const nameless = (nonce: string) => without(soundClaims(nonce), "preferred_username");
    provider.userInfo = { sub: "2", preferred_username: "owner" };
    await expectRefused(await signOn((to, nonce) => reply(to, tokens(sign(nameless(nonce))))));
    provider.userInfo = { sub: "1", preferred_username: "owner" };
    const sound = await signOn((to, nonce) => reply(to, tokens(sign(nameless(nonce)))));
    expect(sound.statusCode).toBe(200);
  });
});
