/** Passkeys by WebAuthn: the options for the browser, and the check of its reply. */
import { isIP } from "node:net";
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type { FastifyInstance } from "fastify";
import type { User } from "#events/entities/user.ts";
import { message } from "#events/messages/message.ts";
import { LOOPBACK } from "../../configParsers.ts";
import { ApiError } from "../../plugins/errors.ts";
import { baseUrl } from "../links.ts";
import type { FactorRow } from "./queries.ts";

/** Loaded with the first passkey: no other package slows the start of the server as much. */
const loadWebAuthn = () => import("@simplewebauthn/server");

interface RelyingParty {
  /** A host name, to which passkeys are bound. */
  readonly id: string;
  readonly origin: string;
}

/** @throws ApiError EINVALID if browsers reach the server by an IP address, which passkeys do not support. */
function relyingParty(app: FastifyInstance): RelyingParty {
  const url = new URL(baseUrl(app));
  // On this machine browsers also accept a host name.
  if (LOOPBACK.test(url.hostname)) url.hostname = "localhost";
  if (isIP(url.hostname.replaceAll(/[[\]]/g, "")) !== 0) {
    throw new ApiError("EINVALID", message("factors.noPasskeys"));
  }
  return { id: url.hostname, origin: url.origin };
}

const transportsOf = ({ transports }: FactorRow) => (transports ?? []) as AuthenticatorTransport[];

function descriptors(factors: readonly FactorRow[]) {
  return factors.flatMap((factor) =>
    factor.credential_id === null
      ? []
      : [{ id: factor.credential_id, transports: transportsOf(factor) }],
  );
}

/** @returns the browser's options; their `challenge` is checked later. */
export async function registrationOptions(
  app: FastifyInstance,
  user: User,
  factors: readonly FactorRow[],
) {
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: "Provision",
    rpID: relyingParty(app).id,
    userName: user.username,
    userDisplayName: `${user.givenName} ${user.familyName}`.trim(),
    userID: Uint8Array.from(Buffer.from(user.id.replaceAll("-", ""), "hex")),
    attestationType: "none",
    excludeCredentials: descriptors(factors),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });
}

export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
}

/** @returns null for an invalid reply. */
export async function verifyRegistration(
  app: FastifyInstance,
  credential: unknown,
  challenge: string,
): Promise<NewPasskey | null> {
  const { id, origin } = relyingParty(app);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: false,
  }).catch(() => null);
  if (!verified?.verified || !verified.registrationInfo) return null;
  const made = verified.registrationInfo.credential;
  return {
    credentialId: made.id,
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: made.transports ?? [],
  };
}

export async function authenticationOptions(app: FastifyInstance, factors: readonly FactorRow[]) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: relyingParty(app).id,
    allowCredentials: descriptors(factors),
    userVerification: "preferred",
  });
}

/**
 * @returns the passkey and its new counter; null for an invalid reply. A counter that does not rise indicates a copy.
 */
export async function verifyAuthentication(
  app: FastifyInstance,
  credential: unknown,
  challenge: string,
  factors: readonly FactorRow[],
): Promise<{ readonly id: string; readonly counter: number } | null> {
  const { id: rpId, origin } = relyingParty(app);
  const { id } = credential as { readonly id?: unknown };
  const factor = factors.find((one) => one.credential_id !== null && one.credential_id === id);
  if (!factor?.credential_id || !factor.public_key) return null;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const verified = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
    credential: {
      id: factor.credential_id,
      publicKey: Uint8Array.from(factor.public_key),
      counter: factor.counter ?? 0,
      transports: transportsOf(factor),
    },
  }).catch(() => null);
  if (!verified?.verified) return null;
  return { id: factor.id, counter: verified.authenticationInfo.newCounter };
}
