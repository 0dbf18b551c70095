/** Example inputs of the calls about sessions, passwords and activation, which a schema cannot generate. */
import { activateUser, verifyEmail, verifyToken } from "#events/calls/activation.ts";
import {
  checkResetToken,
  forgotPassword,
  resetPassword,
  updatePassword,
} from "#events/calls/password.ts";
import * as factors from "#events/calls/factors.ts";
import { authenticate, confirmPassword, login } from "#events/calls/session.ts";
import { endOneSession } from "#events/calls/sessions.ts";
import { Authenticator } from "../../support/authenticator.ts";
import { ProviderVisitor } from "../../support/oidcProvider.ts";
import { example, type Example, type Place } from "../calls/inputs.ts";
import { resetToken, verificationToken } from "../support/accountTokens.ts";
import { addPasskey, codeAt, ORIGIN } from "./factors/support.ts";
import { PASSWORD } from "../support/directory.ts";

async function userId({ api }: Place, username: "guest" | "keeper"): Promise<string> {
  const { db } = api.app.services;
  const named = db.selectFrom("users").select("id").where("username", "=", username);
  return (await named.executeTakeFirstOrThrow()).id;
}

/** A passkey pending in a second step. */
async function passPassword({ browser, username }: Place) {
  const { passkey, answer } = await addPasskey(browser);
  await browser.signIn(username, PASSWORD);
  const [code]: string[] = answer.json().recoveryCodes;
  return { passkey, code: code ?? "" };
}

async function ofNewFactor({ browser }: Place) {
  const { answer } = await addPasskey(browser);
  return { params: { factorId: String(answer.json().factor.id) } };
}

export const examples: readonly Example[] = [
  example(confirmPassword, () => ({ body: { password: PASSWORD } })),
  example(factors.confirmTotp, async ({ api, browser }) => {
    const { secret } = (await browser.post("/api/factors/totp")).json();
    return { body: { code: codeAt(secret, api.clock.now), name: "Phone" } };
  }),
  example(factors.confirmPasskey, async ({ browser }) => {
    const { options } = (await browser.post("/api/factors/passkey")).json();
    return { body: { credential: new Authenticator(ORIGIN).register(options), name: "Key" } };
  }),
  example(factors.renameFactor, async (place) => ({
    ...(await ofNewFactor(place)),
    body: { name: "Mine" },
  })),
  example(factors.removeFactor, ofNewFactor),
  example(factors.renewRecoveryCodes, async ({ browser }) => {
    await addPasskey(browser);
    return {};
  }),
  example(factors.verifyCode, async (place) => {
    const { code } = await passPassword(place);
    return { body: { code, redirectPath: "/users" } };
  }),
  example(factors.challengePasskey, async (place) => {
    await passPassword(place);
    return {};
  }),
  example(factors.verifyPasskey, async (place) => {
    const { passkey } = await passPassword(place);
    const { options } = (await place.browser.post("/api/login/passkey-challenge")).json();
    return { body: { credential: passkey.authenticate(options) } };
  }),
  example(login, () => ({ body: { username: "owner", password: PASSWORD } })),
  example(authenticate, async ({ browser }) => {
    const { url } = (await browser.post("/api/begin-authentication", {})).json();
    const back = await new ProviderVisitor(new URL(url).origin).signIn(url, "olga");
    const [state = "", auth_code = ""] = ["state", "code"].map(
      (name) => back.searchParams.get(name) ?? "",
    );
    return { body: { state, auth_code } };
  }),
  // Another session of the same user.
  example(endOneSession, async ({ api, username }) => {
    const other = await api.signIn(username);
    const { sessions } = (await other.get("/api/sessions")).json()._embedded;
    return { params: { sessionId: sessions[0].id } };
  }),
  example(forgotPassword, () => ({ body: { email: "owner@example.com" } })),
  example(checkResetToken, async ({ api }) => ({
    body: { token: await resetToken(api, "guest") },
  })),
  example(resetPassword, async ({ api }) => ({
    body: { token: await resetToken(api, "guest"), newPassword: PASSWORD },
  })),
  example(updatePassword, ({ username }) => ({
    body: { username, password: PASSWORD, newPassword: PASSWORD },
  })),
  example(verifyToken, async (place) => ({
    query: { verificationToken: await verificationToken(place.api, await userId(place, "guest")) },
  })),
  example(activateUser, async (place) => ({
    query: { verificationToken: await verificationToken(place.api, await userId(place, "guest")) },
    body: { givenName: "Given", familyName: "Family", password: PASSWORD },
  })),
  example(verifyEmail, async (place) => {
    const id = await userId(place, "keeper");
    return { body: { token: await verificationToken(place.api, id, { onboarded: true }) } };
  }),
];
