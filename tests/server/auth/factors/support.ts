/**
 * Second factors as browsers and apps use them. Codes are computed here by RFC 6238, and not by the server's library.
 */
import { createHmac } from "node:crypto";
import type { Browser } from "../../support/api.ts";
import { Authenticator } from "../../../support/authenticator.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** @param steps of 30 seconds after the time. */
export function codeAt(secret: string, time: Date, steps = 0): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(Math.floor(time.getTime() / 30_000) + steps));
  const digest = createHmac("sha1", fromBase32(secret)).update(message).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, "0");
}

/** Sets up an authenticator app. */
export async function addApp(browser: Browser, time: Date, name = "Phone") {
  const { secret, uri } = (await browser.post("/api/factors/totp")).json();
  const body = { code: codeAt(secret, time), name };
  const answer = await browser.send("PUT", "/api/factors/totp", { body });
  return { secret: String(secret), uri: String(uri), answer };
}

export const ORIGIN = "http://localhost:4100";

export async function addPasskey(browser: Browser, passkey = new Authenticator(ORIGIN)) {
  const { options } = (await browser.post("/api/factors/passkey")).json();
  const body = { credential: passkey.register(options), name: "Key" };
  const answer = await browser.send("PUT", "/api/factors/passkey", { body });
  return { passkey, answer, body };
}

export const enterCode = (browser: Browser, code: string) =>
  browser.post("/api/login/code", { code, redirectPath: "/users" });
