/** OAuth 2: tokens for the service, and the grant of an administrator (authorization code with PKCE, RFC 7636). */
import { ConnectorError, type Authorization, type Configuration } from "../contract.ts";
import { createHttpClient, type HttpClient } from "./http.ts";
import { getNumber, getText, parseObject, type Json } from "./json.ts";
import { redact, toProblem } from "./problems.ts";
import { readOAuth, readSettings, readUrl, type OAuth, type Settings } from "./settings.ts";

/** A token is renewed this long before it expires. Milliseconds. */
const MARGIN = 30_000;
/** For tokens without a lifetime. Milliseconds. */
const DEFAULT_LIFETIME = 300_000;

export interface Credentials {
  /** The value of the Authorization header. */
  header(): Promise<string>;
  /** @returns whether a new token may be accepted after the service refused this one */
  renew(): boolean;
}

/** @param store keeps a refresh token that replaces the one of the configuration */
export function createCredentials(
  { authentication, secrets }: Settings,
  client: HttpClient,
  store: (values: Configuration) => Promise<void>,
): Credentials {
  if (authentication.type === "header") {
    return { header: () => Promise.resolve(authentication.value), renew: () => false };
  }
  const { oauth } = authentication;
  let { refreshToken } = oauth;
  let current: { readonly value: Promise<string>; expires: number; renewed: boolean } | null = null;

  async function fetchToken(entry: { expires: number }): Promise<string> {
    if (oauth.grant === "refresh_token" && refreshToken === "") {
      throw new ConnectorError(
        "credentialsRefused",
        "signIn",
        "No administrator has granted access.",
      );
    }
    const reply = await requestToken(
      client,
      oauth,
      oauth.grant === "refresh_token"
        ? { grant_type: "refresh_token", refresh_token: refreshToken }
        : { grant_type: "client_credentials", ...(oauth.scope !== "" && { scope: oauth.scope }) },
      [...secrets, refreshToken].filter((secret) => secret !== ""),
    );
    const token = getText(reply, "access_token") ?? "";
    const lifetime = getNumber(reply, "expires_in");
    entry.expires =
      Date.now() + (lifetime === null ? DEFAULT_LIFETIME : Math.max(0, lifetime * 1_000 - MARGIN));
    const replaced = getText(reply, "refresh_token");
    if (oauth.grant === "refresh_token" && replaced !== null && replaced !== refreshToken) {
      refreshToken = replaced;
      await store({ refreshToken: replaced });
    }
    return `Bearer ${token}`;
  }

  function start(renewed: boolean): Promise<string> {
    const entry = { expires: Number.POSITIVE_INFINITY };
    const value = fetchToken(entry);
    const started = {
      value,
      renewed,
      get expires() {
        return entry.expires;
      },
    };
    current = started;
    value.catch(() => {
      if (current === started) current = null;
    });
    return value;
  }

  return {
    header: () =>
      current === null || current.expires <= Date.now() ? start(false) : current.value,
    renew() {
      if (current === null || current.renewed) return false;
      start(true).catch(() => {});
      return true;
    },
  };
}

/** @throws ConnectorError at the step signIn, whatever the token endpoint's problem is */
async function requestToken(
  client: HttpClient,
  { tokenUrl, clientId, clientSecret, inHeader }: OAuth,
  parameters: Readonly<Record<string, string>>,
  known: readonly string[],
): Promise<Json> {
  const isPublic = clientSecret === "";
  const form = new URLSearchParams(parameters);
  if (isPublic || !inHeader) form.set("client_id", clientId);
  if (!isPublic && !inHeader) form.set("client_secret", clientSecret);
  const pair = [clientId, clientSecret].map(encodeURIComponent).join(":");
  const secrets = isPublic ? known : [...known, pair];
  try {
    const answer = await client.send({
      method: "POST",
      url: tokenUrl,
      headers: {
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
        ...(!isPublic &&
          inHeader && { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }),
      },
      body: form.toString(),
    });
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
      const { message } = toProblem(answer, secrets);
      throw new ConnectorError("credentialsRefused", "signIn", message);
    }
    if (answer.status !== 200) throw toProblem(answer, secrets);
    // What is not JSON may still be a token, and must not be shown.
    const reply = parseObject(answer.body, "The answer of the token endpoint", false);
    const token = getText(reply, "access_token");
    if (token === null || !/^[\x21-\x7e]+$/.test(token)) {
      throw new ConnectorError("unreadable", "signIn", "The token endpoint sent no token.");
    }
    return reply;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { remedy, message, retryAfter } = error;
    const options = { cause: error.cause, ...(retryAfter !== null && { retryAfter }) };
    throw new ConnectorError(
      remedy,
      "signIn",
      redact(`${tokenUrl.origin}: ${message}`, secrets),
      options,
    );
  }
}

export const authorization: Authorization = {
  secretField: "refreshToken",

  async authorizeUrl(configuration, { redirectUri, state, challenge }) {
    const oauth = readOAuth(configuration);
    const url = readUrl(oauth.authorizeUrl, "authorizeUrl");
    const parameters = {
      response_type: "code",
      client_id: oauth.clientId,
      redirect_uri: redirectUri,
      state,
      code_challenge: challenge,
      code_challenge_method: "S256",
      ...(oauth.scope !== "" && { scope: oauth.scope }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  },

  async redeem(configuration, { redirectUri, code, verifier }, environment) {
    const { ca, secrets } = readSettings(configuration);
    const client = createHttpClient(environment, ca);
    try {
      const reply = await requestToken(
        client,
        readOAuth(configuration),
        {
          grant_type: "authorization_code",
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        },
        [...secrets, code, verifier],
      );
      const refreshToken = getText(reply, "refresh_token");
      if (refreshToken === null || refreshToken === "") {
        throw new ConnectorError(
          "credentialsRefused",
          "signIn",
          "The service granted no lasting access (it sent no refresh token). A scope such as offline_access may be missing.",
        );
      }
      return { refreshToken };
    } finally {
      client.close();
    }
  },
};
