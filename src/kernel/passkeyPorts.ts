/** The browser's passkeys: their data is secret and never recorded. */
import { createEffect } from "effector";
import { missingPort } from "./ports.ts";

/** The server's options for the browser, and the browser's answer, as WebAuthn defines them. */
export type PasskeyData = Readonly<Record<string, unknown>>;

export type PasskeyFailure = "cancelled" | "known" | "unsupported" | "failed";

/** Port: the user creates a passkey for this address. It fails with a `PasskeyFailure`. */
export const createPasskeyFx = createEffect<
  { readonly options: PasskeyData },
  PasskeyData,
  PasskeyFailure
>({
  sid: "port/createPasskey",
  handler: missingPort("createPasskey"),
});

/** Port: the user selects one of the passkeys in the options. */
export const usePasskeyFx = createEffect<
  { readonly options: PasskeyData },
  PasskeyData,
  PasskeyFailure
>({
  sid: "port/usePasskey",
  handler: missingPort("usePasskey"),
});
