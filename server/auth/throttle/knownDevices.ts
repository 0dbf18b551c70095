/**
 * Browsers in which a user has signed in before. A signed cookie identifies such a browser, and failed attempts
 * elsewhere never lock it out. The cookie alone opens nothing: a sign-in still needs the password.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../../config.ts";

export const DEVICE_COOKIE = "prov.device";
const LIFETIME_SECONDS = 180 * 86_400;
/** Maximum users that one browser remembers: the latest to sign in. */
const MAX_USERS = 5;
const SEPARATOR = "~";
const ENTRY = /^([\w-]{22})\.(\d{1,12})\.([\w-]{43})$/;

export interface KnownDevices {
  /** The id of the user's known device; null if the user never signed in with it. */
  find(request: FastifyRequest, userId: string, now: Date): string | null;
  /** Remembers the user in the device's cookie. */
  remember(request: FastifyRequest, reply: FastifyReply, userId: string, now: Date): void;
}

/** @param secret the database's, so that all its servers know the same devices. */
export function createKnownDevices(
  secret: string,
  { behindTls }: Pick<Config, "behindTls">,
): KnownDevices {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "known devices", 32));

  function sign(userId: string, id: string, seconds: string): Buffer {
    return createHmac("sha256", key).update(`${userId}.${id}.${seconds}`).digest();
  }

  /** @returns the device's id if the entry belongs to the user and is recent enough. */
  function read(entry: string, userId: string, now: Date): string | null {
    const [, id = "", seconds = "", signature = ""] = ENTRY.exec(entry) ?? [];
    if (id === "") return null;
    const given = Buffer.from(signature, "base64url");
    const expected = sign(userId, id, seconds);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    return Number(seconds) + LIFETIME_SECONDS > now.getTime() / 1000 ? id : null;
  }

  const entriesOf = (request: FastifyRequest): string[] =>
    (request.cookies[DEVICE_COOKIE] ?? "").split(SEPARATOR, MAX_USERS).filter((entry) => entry);

  return {
    find: (request, userId, now) => {
      for (const entry of entriesOf(request)) {
        const id = read(entry, userId, now);
        if (id !== null) return id;
      }
      return null;
    },
    remember: (request, reply, userId, now) => {
      const entries = entriesOf(request);
      const own = entries.map((entry) => read(entry, userId, now));
      // Keeps its id, so that its own counter continues.
      const id = own.find((found) => found !== null) ?? randomBytes(16).toString("base64url");
      const seconds = String(Math.floor(now.getTime() / 1000));
      const entry = `${id}.${seconds}.${sign(userId, id, seconds).toString("base64url")}`;
      const others = entries.filter((other, at) => own[at] === null && ENTRY.test(other));
      reply.setCookie(DEVICE_COOKIE, [entry, ...others].slice(0, MAX_USERS).join(SEPARATOR), {
        path: "/",
        httpOnly: true,
        sameSite: "lax",
        secure: behindTls || reply.request.protocol === "https",
        maxAge: LIFETIME_SECONDS,
      });
    },
  };
}
