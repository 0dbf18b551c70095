/** Passkeys of the browser: what they give is a secret, and never recorded. */
import { createEffect } from "effector";
import { missingPort } from "./ports.ts";

/** What the server asks the browser for, and what the browser answers, as WebAuthn defines them. */
export type PasskeyData = Readonly<Record<string, unknown>>;

export type PasskeyFailure = "cancelled" | "known" | "unsupported" | "failed";

/** Port: the person makes a passkey for this address. It fails with a `PasskeyFailure`. */
export const createPasskeyFx = createEffect<
  { readonly options: PasskeyData },
  PasskeyData,
  PasskeyFailure
>({
  sid: "port/createPasskey",
  handler: missingPort("createPasskey"),
});

/** Port: the person uses one of the passkeys that the options name. */
export const usePasskeyFx = createEffect<
  { readonly options: PasskeyData },
  PasskeyData,
  PasskeyFailure
>({
  sid: "port/usePasskey",
  handler: missingPort("usePasskey"),
});
