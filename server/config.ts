/** The server's settings, read from the environment once at start. */
import { isIP } from "node:net";
import type { Milliseconds } from "#events/entities/common.ts";
import { checkEmail } from "#events/rules/email.ts";
import { checkRequired, PASSWORD_MIN_LENGTH } from "#events/rules/validation.ts";
import { EVENT_LOG_LIMITS, type EventLogLimits } from "#events/rules/eventLog.ts";
import { EXPIRY_MARGIN, KEEP_ALIVE_THRESHOLD, SESSION_LENGTH } from "#events/rules/session.ts";

const MAX_ADMIN_PASSWORD = 1024;

const SHORTEST_SESSION: Milliseconds = 30_000;

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** How people sign in at their organisation's provider of OpenID Connect. */
export interface SingleSignOnConfig {
  readonly issuer: URL;
  readonly clientId: string;
  /** null: a public client, which PKCE alone protects. */
  readonly clientSecret: string | null;
  /** Asked of the provider, apart from each other by spaces. */
  readonly scope: string;
  /** What of the provider's word names the user: `email` is an e-mail address, anything else a username. */
  readonly claim: string;
  /** Values of the claim `acr`, one of which the provider must give; none is asked for where it is empty. */
  readonly acr: readonly string[];
}

export interface Config {
  readonly host: string;
  readonly port: number;
  /** null = keep the password that is there, or make a random one at first start. */
  readonly adminPassword: string | null;
  /** The e-mail address of the admin, for a forgotten password; null = as it is. */
  readonly adminEmail: string | null;
  readonly demo: boolean;
  /** Where the embedded database lies and the outbox of mail. */
  readonly dataDirectory: string;
  /** Browsers reach the server through https: cookies are Secure and HSTS is sent. */
  readonly behindTls: boolean;
  /** The address that browsers use; null = the one that the server listens at. */
  readonly publicUrl: string | null;
  /** Where mail is handed over; null = it lies in the outbox. */
  readonly smtpUrl: string | null;
  /** The sender of mail. */
  readonly mailFrom: string;
  /** Whose `X-Forwarded-*` headers count: so many proxies in a row, or those of these addresses; false = nobody's. */
  readonly trustProxy: false | number | string;
  readonly logLevel: LogLevel;
  readonly sessionLength: Milliseconds;
  /** Of one user, over ten seconds; what is more is refused. */
  readonly requestsPerSecond: number;
  readonly keepAliveThreshold: Milliseconds;
  /** What browsers keep of it. */
  readonly eventLog: EventLogLimits;
  readonly gtmContainerId: string | null;
  /** null: people sign in by password alone. */
  readonly singleSignOn: SingleSignOnConfig | null;
  /** False: people sign in by single sign-on alone. */
  readonly passwordSignIn: boolean;
  readonly supportRequestsUrl: string | null;
  readonly requestFormUrl: string | null;
  /** Where requests for support are mailed to, and people may write; null = they are kept only. */
  readonly supportEmail: string | null;
  /** Where people may call. */
  readonly supportPhone: string | null;
  readonly midpointUri: string | null;
  readonly accessRoleArchetypeOid: string | null;
}

/** A setting that cannot be used; the message names the variable and says what it may be. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError for the first variable that cannot be used; an empty variable counts as unset. */
export function readConfig(environment: Environment): Config {
  const text = (name: string) => environment[name] || null;
  const singleSignOn = readSingleSignOn(environment);
  const sessionLength = integer(
    environment,
    "PROVISION_SESSION_LENGTH",
    SESSION_LENGTH,
    SHORTEST_SESSION,
    2_147_483_647,
  );
  return {
    host: text("HOST") ?? "127.0.0.1",
    port: integer(environment, "PORT", 4100, 0, 65_535),
    adminPassword: adminPassword(text("PROVISION_ADMIN_PASSWORD")),
    adminEmail: emailAddress("PROVISION_ADMIN_EMAIL", environment),
    dataDirectory: text("PROVISION_DATA_DIR") ?? "./data",
    demo: flag(environment, "PROVISION_DEMO", true),
    behindTls: publicUrl(text("PROVISION_PUBLIC_URL"))?.protocol === "https:",
    publicUrl: publicUrl(text("PROVISION_PUBLIC_URL"))?.href ?? null,
    smtpUrl: smtpUrl(text("PROVISION_SMTP_URL")),
    mailFrom: mailSender(text("PROVISION_MAIL_FROM") ?? "Provision <provision@localhost>"),
    trustProxy: trustProxy(text("PROVISION_TRUST_PROXY")),
    logLevel: logLevel(text("PROVISION_LOG_LEVEL")),
    sessionLength,
    requestsPerSecond: integer(environment, "PROVISION_REQUESTS_PER_SECOND", 200, 1, 1_000_000),
    // A threshold as long as the session would ask people all the time.
    keepAliveThreshold: integer(
      environment,
      "PROVISION_KEEP_ALIVE_THRESHOLD",
      Math.min(KEEP_ALIVE_THRESHOLD, Math.floor((sessionLength - EXPIRY_MARGIN) / 2)),
      0,
      sessionLength - EXPIRY_MARGIN - 1,
    ),
    eventLog: {
      days: integer(environment, "PROVISION_EVENT_LOG_DAYS", EVENT_LOG_LIMITS.days, 1, 3650),
      megabytes: integer(
        environment,
        "PROVISION_EVENT_LOG_MEGABYTES",
        EVENT_LOG_LIMITS.megabytes,
        1,
        100_000,
      ),
      reportMegabytes: integer(
        environment,
        "PROVISION_EVENT_LOG_REPORT_MEGABYTES",
        EVENT_LOG_LIMITS.reportMegabytes,
        1,
        100_000,
      ),
    },
    gtmContainerId: containerId(text("PROVISION_GTM_CONTAINER_ID")),
    singleSignOn,
    passwordSignIn: passwordSignIn(environment, singleSignOn),
    supportRequestsUrl: webAddress("PROVISION_SUPPORT_REQUESTS_URL", environment),
    requestFormUrl: webAddress("PROVISION_REQUEST_FORM_URL", environment),
    supportEmail: emailAddress("PROVISION_SUPPORT_EMAIL", environment),
    supportPhone: phoneNumber(text("PROVISION_SUPPORT_PHONE")),
    midpointUri: webAddress("PROVISION_MIDPOINT_URI", environment),
    accessRoleArchetypeOid: text("PROVISION_ACCESS_ROLE_ARCHETYPE_OID"),
  };
}

function integer(
  environment: Environment,
  name: string,
  fallback: number,
  least: number,
  most: number,
): number {
  const text = environment[name];
  if (!text) return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new ConfigError(
    `${name} must be a whole number from ${least} to ${most}, not ${quote(text)}.`,
  );
}

function flag(environment: Environment, name: string, fallback: boolean): boolean {
  const text = environment[name];
  if (!text) return fallback;
  if (text === "0" || text === "false") return false;
  if (text === "1" || text === "true") return true;
  throw new ConfigError(`${name} must be 0 or 1, not ${quote(text)}.`);
}

function adminPassword(text: string | null): string | null {
  if (text !== null && (text.length < PASSWORD_MIN_LENGTH || text.length > MAX_ADMIN_PASSWORD)) {
    throw new ConfigError(
      `PROVISION_ADMIN_PASSWORD must have ${PASSWORD_MIN_LENGTH} to ${MAX_ADMIN_PASSWORD} characters.`,
    );
  }
  if (text !== null && checkRequired(text) !== null) {
    throw new ConfigError(
      "PROVISION_ADMIN_PASSWORD must not be blank: the sign-in takes no such one.",
    );
  }
  return text;
}

function emailAddress(name: string, environment: Environment): string | null {
  const text = environment[name] || null;
  const problem = text === null ? null : checkEmail(text);
  if (problem) throw new ConfigError(`${name} cannot be used: ${problem}.`);
  return text;
}

function phoneNumber(text: string | null): string | null {
  if (text === null || /^\+?[\d() ./-]{3,40}$/.test(text)) return text;
  throw new ConfigError(
    `PROVISION_SUPPORT_PHONE must be a phone number such as +1 555 0100, not ${quote(text)}.`,
  );
}

function parseUrl(name: string, text: string | null): URL | null {
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === "https:" || url?.protocol === "http:") return url;
  throw new ConfigError(
    `${name} must be an address that begins with https:// or http://, not ${quote(text)}.`,
  );
}

function publicUrl(text: string | null): URL | null {
  return parseUrl("PROVISION_PUBLIC_URL", text);
}

function webAddress(name: string, environment: Environment): string | null {
  return parseUrl(name, environment[name] || null)?.href ?? null;
}

function readSingleSignOn(environment: Environment): SingleSignOnConfig | null {
  const issuer = parseUrl("PROVISION_SSO_ISSUER", environment["PROVISION_SSO_ISSUER"] || null);
  const clientId = environment["PROVISION_SSO_CLIENT_ID"] || null;
  if (issuer === null && clientId === null) return null;
  if (issuer === null || clientId === null) {
    throw new ConfigError("PROVISION_SSO_ISSUER and PROVISION_SSO_CLIENT_ID go together.");
  }
  if (issuer.protocol !== "https:" && !LOOPBACK.test(issuer.hostname)) {
    throw new ConfigError(
      "PROVISION_SSO_ISSUER must begin with https://, unless it is on this machine.",
    );
  }
  const scope = environment["PROVISION_SSO_SCOPE"] || "openid profile email";
  if (!scope.split(" ").includes("openid")) {
    throw new ConfigError(`PROVISION_SSO_SCOPE must hold openid, not ${quote(scope)}.`);
  }
  return {
    issuer,
    clientId,
    clientSecret: environment["PROVISION_SSO_CLIENT_SECRET"] || null,
    scope,
    claim: environment["PROVISION_SSO_CLAIM"] || "preferred_username",
    acr: (environment["PROVISION_SSO_ACR"] ?? "").split(" ").filter((value) => value !== ""),
  };
}

/** Of a URL's hostname, or a host: what is sent there stays on this machine. */
export const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1|\[::1\])$/i;

function passwordSignIn(environment: Environment, sso: SingleSignOnConfig | null): boolean {
  const isAllowed = flag(environment, "PROVISION_PASSWORD_SIGN_IN", true);
  if (isAllowed || sso !== null) return isAllowed;
  throw new ConfigError(
    "PROVISION_PASSWORD_SIGN_IN=0 needs PROVISION_SSO_ISSUER: nobody could sign in.",
  );
}

function containerId(text: string | null): string | null {
  if (text === null || /^GTM-[A-Z0-9]{1,20}$/.test(text)) return text;
  throw new ConfigError(
    `PROVISION_GTM_CONTAINER_ID must be the id of a container such as GTM-AB12CD3, not ${quote(text)}.`,
  );
}

/** The address may hold a password, and is not repeated. */
function smtpUrl(text: string | null): string | null {
  if (text === null) return null;
  const protocol = URL.canParse(text) ? new URL(text).protocol : "";
  if (protocol === "smtp:" || protocol === "smtps:") return text;
  throw new ConfigError(
    "PROVISION_SMTP_URL must be an address that begins with smtp:// or smtps://.",
  );
}

/** An address alone, or in angle brackets after a name. */
const SENDER = /^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;

function mailSender(text: string): string {
  if (SENDER.test(text)) return text;
  throw new ConfigError(
    `PROVISION_MAIL_FROM must be an email address such as Provision <it@bank.example>, not ${quote(text)}.`,
  );
}

const PROXY_NAMES = ["loopback", "linklocal", "uniquelocal"];

function trustProxy(text: string | null): false | number | string {
  if (text === null || text === "0" || text === "false") return false;
  if (text === "true") return 1;
  if (/^[1-9]$/.test(text)) return Number(text);
  const isProxy = (part: string) => {
    const [address = "", bits = "0", ...rest] = part.trim().split("/");
    return (
      PROXY_NAMES.includes(part.trim()) ||
      (isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && rest.length === 0)
    );
  };
  if (text.split(",").every(isProxy)) return text;
  throw new ConfigError(
    `PROVISION_TRUST_PROXY must be 0, the number of proxies such as 1, or a list of addresses such as 10.0.0.0/8, not ${quote(text)}.`,
  );
}

function logLevel(text: string | null): LogLevel {
  if (text === null) return "warn";
  const level = LOG_LEVELS.find((known) => known === text);
  if (level) return level;
  throw new ConfigError(
    `PROVISION_LOG_LEVEL must be one of ${LOG_LEVELS.join(", ")}, not ${quote(text)}.`,
  );
}

function quote(text: string): string {
  return JSON.stringify(text);
}
