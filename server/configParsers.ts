/** Parsers of configuration values. Each takes the text of a variable and throws a `Rejection` that completes "NAME …". */
import { isIP } from "node:net";
import { renderMessage } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { checkEmail } from "#events/rules/email.ts";
import { checkName, USER_LABELS } from "#events/rules/users.ts";
import { checkRequired, PASSWORD_MIN_LENGTH } from "#events/rules/validation.ts";

const MAX_PASSWORD_LENGTH = 1024;

/** The rest of a sentence that starts with the variable's name, without its full stop. */
export class Rejection extends Error {
  override readonly name = "Rejection";
}

/** Matches a URL's hostname or a host on this machine. */
export const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/i;

const quote = (text: string): string => JSON.stringify(text);

/** Any text. */
export const text = (value: string): string => value;

/** Separated by spaces. */
export const words = (value: string): readonly string[] =>
  value.split(" ").filter((word) => word !== "");

/** Separated by commas. */
export const names = (value: string): readonly string[] =>
  value
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** 32 bytes in base64. The error message does not repeat the value. */
export function key(value: string): Buffer {
  const bytes = Buffer.from(value, "base64");
  if (bytes.length === 32 && /^[\w+/-]{43}=?$/.test(value)) return bytes;
  throw new Rejection("must be 32 random bytes in base64, as `openssl rand -base64 32` prints");
}

export const integer =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new Rejection(`must be a whole number from ${min} to ${max}, not ${quote(value)}`);
  };

export function flag(value: string): boolean {
  if (value === "0" || value === "false") return false;
  if (value === "1" || value === "true") return true;
  throw new Rejection(`must be 0 or 1, not ${quote(value)}`);
}

export const oneOf =
  <const Option extends string>(options: readonly Option[]) =>
  (value: string): Option => {
    const option = options.find((known) => known === value);
    if (option !== undefined) return option;
    throw new Rejection(`must be one of ${options.join(", ")}, not ${quote(value)}`);
  };

/** @param example completes "must be …". */
export const matching =
  (pattern: RegExp, example: string) =>
  (value: string): string => {
    if (pattern.test(value)) return value;
    throw new Rejection(`must be ${example}, not ${quote(value)}`);
  };

/** An address that may contain a password, so the message does not repeat it. */
export const secretUrl =
  (...schemes: readonly string[]) =>
  (value: string): string => {
    const scheme = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : "";
    if (schemes.includes(scheme) && value.startsWith(`${scheme}://`)) return value;
    const starts = schemes.map((known) => `${known}://`).join(" or ");
    throw new Rejection(`must be an address that begins with ${starts}`);
  };

export function url(value: string): URL {
  const parsed = URL.canParse(value) ? new URL(value) : null;
  if (parsed?.protocol === "https:" || parsed?.protocol === "http:") return parsed;
  throw new Rejection(
    `must be an address that begins with https:// or http://, not ${quote(value)}`,
  );
}

export const href = (value: string): string => url(value).href;

/** Encrypted, or on this machine. */
export function encryptedUrl(value: string): URL {
  const parsed = url(value);
  if (parsed.protocol === "https:" || LOOPBACK.test(parsed.hostname)) return parsed;
  throw new Rejection("must begin with https://, unless it is on this machine");
}

export function email(value: string): string {
  const problem = checkEmail(value);
  if (problem) throw new Rejection(`cannot be used: ${renderMessage(ENGLISH, problem)}`);
  return value;
}

export function username(value: string): string {
  const problem = checkName(value, USER_LABELS.username);
  if (problem) throw new Rejection(`cannot be used: ${renderMessage(ENGLISH, problem)}`);
  return value.trim();
}

export function password(value: string): string {
  if (value.length < PASSWORD_MIN_LENGTH || value.length > MAX_PASSWORD_LENGTH) {
    throw new Rejection(`must have ${PASSWORD_MIN_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`);
  }
  if (checkRequired(value) !== null) {
    throw new Rejection("must not be blank, because the sign-in form refuses a blank password");
  }
  return value;
}

/** Scopes of OpenID Connect. */
export function scopes(value: string): string {
  if (words(value).includes("openid")) return value;
  throw new Rejection(`must contain openid, not ${quote(value)}`);
}

const HOST_NAME =
  /^(?:\*\.)?[a-z\d_](?:[a-z\d_-]*[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]*[a-z\d_])?)*$/i;

/** Host names, `*.` suffixes, addresses and CIDR ranges, separated by commas. */
export function hosts(value: string): readonly string[] {
  return names(value).map((entry) => {
    const [address = "", bits, ...rest] = entry.split("/");
    const family = isIP(address);
    const isRange =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= familyBits(family));
    if (family !== 0 ? isRange && rest.length === 0 : HOST_NAME.test(entry)) return entry;
    throw new Rejection(
      `must be a list such as ldap.bank.example, *.intern.example, 10.0.0.0/8, not ${quote(entry)}`,
    );
  });
}

const familyBits = (family: number) => (family === 6 ? 128 : 32);

const PROXY_NAMES = ["loopback", "linklocal", "uniquelocal"];

/** @returns false for none, the number of proxies, or a list of addresses in Fastify's format. */
export function proxies(value: string): false | number | string {
  if (value === "0" || value === "false") return false;
  if (value === "true") return 1;
  if (/^[1-9]$/.test(value)) return Number(value);
  if (value.split(",").every((part) => isProxy(part.trim()))) return value;
  throw new Rejection(
    `must be 0, the number of proxies such as 1, or a list of addresses such as 10.0.0.0/8, not ${quote(value)}`,
  );
}

function isProxy(part: string): boolean {
  const [address = "", bits = "0", ...rest] = part.split("/");
  return (
    PROXY_NAMES.includes(part) ||
    (isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && rest.length === 0)
  );
}
