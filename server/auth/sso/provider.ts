/**
 * The organisation's provider of OpenID Connect: the authorization code flow with PKCE, state and nonce. It is asked for
 * its addresses when somebody first signs in, so that the server starts and passwords work while it is away.
 */
import * as oidc from "openid-client";
import type { Milliseconds } from "#events/entities/common.ts";
import type { SingleSignOnConfig } from "../../config.ts";

type Seconds = number;
const MAX_ANSWER: Seconds = 5;
/** The provider's addresses are asked for again after this time. */
const KNOWN_FOR: Milliseconds = 3_600_000;

/** Secrets of one sign-on; the browser sees the state alone. */
export interface SignOnSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** What the provider said of somebody. */
export interface SignOnAnswer {
  /** The claim that names the user; null where the provider gives none, or gives an address that is not confirmed. */
  readonly name: string | null;
  readonly idToken: string | null;
}

/** The provider cannot be reached, or answers what no provider answers. */
export class ProviderUnavailable extends Error {
  override readonly name = "ProviderUnavailable";
}

/** The provider does not stand by the code, or what it says does not belong to this sign-on. */
export class SignOnRefused extends Error {
  override readonly name = "SignOnRefused";
}

/** The provider vouches for its user, but not in a way that the operator demands. */
export class SignOnTooWeak extends SignOnRefused {}

export interface Provider {
  /** @returns the address at which a browser signs in. Throws ProviderUnavailable. */
  begin(secrets: SignOnSecrets, redirectUri: string): Promise<string>;
  /** Changes the code for what the provider says of its user. Throws ProviderUnavailable or SignOnRefused. */
  finish(code: string, secrets: SignOnSecrets, redirectUri: string): Promise<SignOnAnswer>;
  /** @returns the address at which a browser signs out; null where the provider has none or cannot be reached. */
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
            // The signature of what it says is checked, too, not only the connection that it came by.
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
      // There is one provider, so that no other one's answer can be taken for its own.
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
      // What was asked for is a wish to the provider: what it did is in its answer.
      if (config.acr.length > 0 && !config.acr.some((wanted) => wanted === claims["acr"])) {
        throw new SignOnTooWeak(
          `The provider says ${JSON.stringify(claims["acr"]) ?? "nothing"} of its sign-on`,
        );
      }
      const name = nameIn(claims, config.claim);
      if (name !== null || saysAll(claims, config.claim)) {
        return { name, idToken: tokens.id_token ?? null };
      }
      // Many providers say little in the token, and the rest to those who ask with it.
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

/** An address counts with the word that it was confirmed, which may come with the address or not. */
function saysAll(claims: Readonly<Record<string, unknown>>, claim: string): boolean {
  return claim in claims && (claim !== "email" || "email_verified" in claims);
}

function nameIn(claims: Readonly<Record<string, unknown>>, claim: string): string | null {
  const name = claims[claim];
  if (typeof name !== "string" || name.trim() === "") return null;
  // Whoever may type any address at the provider must not become its owner here.
  return claim === "email" && claims["email_verified"] !== true ? null : name.trim();
}

function unavailable(error: unknown): never {
  throw new ProviderUnavailable("The provider cannot be reached", { cause: error });
}

/** What the answers of a provider are found to be that are sound, but not of this sign-on. */
const FOREIGN = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
]);

/** Tells an answer that says no from no answer, and from one that whoever signs in can do nothing about. */
function refused(error: unknown): never {
  const isNo =
    (error instanceof oidc.ResponseBodyError && error.error === "invalid_grant") ||
    (error instanceof oidc.ClientError && error.code !== undefined && FOREIGN.has(error.code));
  if (!isNo) unavailable(error);
  throw new SignOnRefused("The provider does not stand by this sign-on", { cause: error });
}
