/** Passkeys by the browser's WebAuthn; loaded when one is created or used. */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { PasskeyData, PasskeyFailure } from "../kernel/passkeyPorts.ts";

export function createPasskey(options: PasskeyData): Promise<PasskeyData> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return ask(async () => ({ ...(await startRegistration({ optionsJSON })) }));
}

export function getPasskey(options: PasskeyData): Promise<PasskeyData> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return ask(async () => ({ ...(await startAuthentication({ optionsJSON })) }));
}

async function ask(task: () => Promise<PasskeyData>): Promise<PasskeyData> {
  if (!browserSupportsWebAuthn()) throw "unsupported" satisfies PasskeyFailure;
  try {
    return await task();
  } catch (error) {
    throw failureOf(error);
  }
}

/** The names of WebAuthn's exceptions. */
function failureOf(error: unknown): PasskeyFailure {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return "cancelled";
  if (name === "InvalidStateError") return "known";
  // The address is an IP address or differs from the server's.
  return name === "SecurityError" ? "unsupported" : "failed";
}
