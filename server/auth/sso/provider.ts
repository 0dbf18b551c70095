/**
 * The organisation's OpenID Connect provider: authorization code flow with PKCE, state and nonce. Discovery happens at
 * the first sign-in, so that the server starts and passwords work while the provider is unreachable.
 */
import * as oidc from "openid-client";
import type { Milliseconds } from "#events/entities/common.ts";
import type { SingleSignOnConfig } from "../../config.ts";

type Seconds = number;
const MAX_ANSWER: Seconds = 5;
/** Lifetime of the discovered addresses. */
const KNOWN_FOR: Milliseconds = 3_600_000;

/** The secrets of one sign-on. The browser sees only the state. */
export interface SignOnSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The provider's data about a user. */
export interface SsoCallback {
  /** The claim that identifies the user; null if it is missing or an unconfirmed address. */
  readonly name: string | null;
  readonly idToken: string | null;
}

/** The provider is unreachable or its answer is invalid. */
class ProviderUnavailable extends Error {
  override readonly name = "ProviderUnavailable";
}

/** The provider refuses the code, or its answer does not belong to this sign-on. */
export class SignOnRefused extends Error {
  override readonly name = "SignOnRefused";
}

/** The provider identified its user, but not by a method that the operator requires. */
export class SignOnTooWeak extends SignOnRefused {}

export interface Provider {
  /** @returns the provider's sign-in address. @throws ProviderUnavailable */
  begin(secrets: SignOnSecrets, redirectUri: string): Promise<string>;
  /** Exchanges the code for the provider's data about its user. @throws ProviderUnavailable or SignOnRefused */
  finish(code: string, secrets: SignOnSecrets, redirectUri: string): Promise<SsoCallback>;
  /** @returns the provider's sign-out address; null if it has none or is unreachable. */
  endAddress(idToken: string, returnUri: string): Promise<string | null>;
}

export function newSecrets(): SignOnSecrets {
  return {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    codeVerifier: oidc.randomPKCECodeVerifier(),
  };
}

export function createProvider(config: SingleSignOnConfig, now: () => Date): Provider {
  let known: { readonly client: oidc.Configuration; readonly at: number } | null = null;

  async function discover(): Promise<oidc.Configuration> {
    const at = now().getTime();
    if (known && at - known.at < KNOWN_FOR) return known.client;
    const client = await oidc
      .discovery(
        config.issuer,
        config.clientId,
        undefined,
        config.clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(config.clientSecret),
        {
          timeout: MAX_ANSWER,
          execute: [
            // Verifies the token's signature in addition to TLS.
            oidc.enableNonRepudiationChecks,
            ...(config.issuer.protocol === "http:" ? [oidc.allowInsecureRequests] : []),
          ],
        },
      )
      .catch(unavailable);
    known = { client, at };
    return client;
  }

  return {
    begin: async ({ state, nonce, codeVerifier }, redirectUri) => {
      const url = oidc.buildAuthorizationUrl(await discover(), {
        response_type: "code",
        redirect_uri: redirectUri,
        scope: config.scope,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        ...(config.acr.length > 0 && { acr_values: config.acr.join(" ") }),
      });
      return url.href;
    },
    finish: async (code, { state, nonce, codeVerifier }, redirectUri) => {
      const client = await discover();
      const answer = new URL(redirectUri);
      // There is a single provider, so its answers cannot be confused with another's.
      const { issuer } = client.serverMetadata();
      answer.search = new URLSearchParams({ code, state, iss: issuer }).toString();
      const tokens = await oidc
        .authorizationCodeGrant(client, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        .catch(refused);
      const claims = tokens.claims();
      if (!claims) throw new SignOnRefused("The provider says nothing of its user");
      // The provider may ignore the request's acr value. Its answer names the method that was used.
      if (config.acr.length > 0 && !config.acr.some((wanted) => wanted === claims["acr"])) {
        throw new SignOnTooWeak(
          `The provider says ${JSON.stringify(claims["acr"]) ?? "nothing"} of its sign-on`,
        );
      }
      const name = nameIn(claims, config.claim);
      if (name !== null || saysAll(claims, config.claim)) {
        return { name, idToken: tokens.id_token ?? null };
      }
      // Many providers put few claims into the token and more into the userinfo endpoint.
      const told = await oidc.fetchUserInfo(client, tokens.access_token, claims.sub).catch(refused);
      return { name: nameIn(told, config.claim), idToken: tokens.id_token ?? null };
    },
    endAddress: async (idToken, returnUri) => {
      try {
        const client = await discover();
        if (client.serverMetadata().end_session_endpoint === undefined) return null;
        return oidc.buildEndSessionUrl(client, {
          id_token_hint: idToken,
          post_logout_redirect_uri: returnUri,
        }).href;
      } catch (error) {
        if (error instanceof ProviderUnavailable) return null;
        throw error;
      }
    },
  };
}

/** An address counts only if it is confirmed, by a claim in the token or in the userinfo. */
function saysAll(claims: Readonly<Record<string, unknown>>, claim: string): boolean {
  return claim in claims && (claim !== "email" || "email_verified" in claims);
}

function nameIn(claims: Readonly<Record<string, unknown>>, claim: string): string | null {
  const name = claims[claim];
  if (typeof name !== "string" || name.trim() === "") return null;
  // A user who can enter any address at the provider must not become its owner here.
  return claim === "email" && claims["email_verified"] !== true ? null : name.trim();
}

function unavailable(error: unknown): never {
  throw new ProviderUnavailable("The provider cannot be reached", { cause: error });
}

/** Errors of well-formed provider answers that do not belong to this sign-on. */
const FOREIGN = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
]);

/** Distinguishes a refusal from a missing answer and from errors that the user cannot resolve. */
function refused(error: unknown): never {
  const isNo =
    (error instanceof oidc.ResponseBodyError && error.error === "invalid_grant") ||
    (error instanceof oidc.ClientError && error.code !== undefined && FOREIGN.has(error.code));
  if (!isNo) unavailable(error);
  throw new SignOnRefused("The provider does not stand by this sign-on", { cause: error });
}
