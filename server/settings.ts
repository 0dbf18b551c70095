/** The variables that configure the server, each declared once: how it is read, and what README.md says of it. */
import type { Milliseconds } from "#events/entities/common.ts";
import { EVENT_LOG_LIMITS } from "#events/rules/eventLog.ts";
import { KEEP_ALIVE_THRESHOLD, SESSION_LENGTH } from "#events/rules/session.ts";
import * as parse from "./configParsers.ts";

const MIN_SESSION: Milliseconds = 30_000;
/** The maximum delay of a timer. */
const MAX_SESSION: Milliseconds = 2_147_483_647;
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
/** A bare address, or one in angle brackets after a name. */
const SENDER = /^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/;

/** Each needs a connection of the database (`db/open.ts`). */
export const MAX_PARALLEL_RUNS = 8;

export interface Setting {
  readonly variable: string;
  /** The README heading that lists the variable. */
  readonly group: string;
  /** The value of an unset or empty variable as text; null makes the value null. */
  readonly fallback: string | null;
  /** The README's default column, for computed defaults. */
  readonly shownDefault?: string;
  /** Markdown. */
  readonly meaning: string;
  /** @throws Rejection */
  readonly parse: (text: string) => unknown;
}

export const SETTINGS = {
  host: {
    variable: "HOST",
    group: "Server",
    fallback: "127.0.0.1",
    meaning: "The address that the server listens on.",
    parse: parse.text,
  },
  port: {
    variable: "PORT",
    group: "Server",
    fallback: "4100",
    meaning: "The port that the server listens on.",
    parse: parse.integer(0, 65_535),
  },
  publicUrl: {
    variable: "PROVISION_PUBLIC_URL",
    group: "Server",
    fallback: null,
    shownDefault: "the address above",
    meaning:
      "The address that browsers use. Links in mails begin with it. If it starts with https://, cookies are Secure and the server sends HSTS.",
    parse: parse.url,
  },
  trustProxy: {
    variable: "PROVISION_TRUST_PROXY",
    group: "Server",
    fallback: "0",
    meaning:
      "The reverse proxies whose `X-Forwarded-*` headers the server trusts: their number, such as 1, or their addresses, such as 10.0.0.0/8.",
    parse: parse.proxies,
  },
  logLevel: {
    variable: "PROVISION_LOG_LEVEL",
    group: "Server",
    fallback: "warn",
    meaning: `How much the server logs: ${LOG_LEVELS.join(", ")}.`,
    parse: parse.oneOf(LOG_LEVELS),
  },
  dataDirectory: {
    variable: "PROVISION_DATA_DIR",
    group: "Data",
    fallback: "./data",
    meaning: "The directory of the embedded database and of the outbox.",
    parse: parse.text,
  },
  databaseUrl: {
    variable: "DATABASE_URL",
    group: "Data",
    fallback: null,
    meaning:
      "The address of a PostgreSQL database (version 15 or later, encoding UTF8) to use instead of the embedded one.",
    parse: parse.secretUrl("postgres", "postgresql"),
  },
  secretKey: {
    variable: "PROVISION_SECRET_KEY",
    group: "Data",
    fallback: null,
    shownDefault: "`secret.key` in the data directory",
    meaning:
      "The key that encrypts secrets in the database, such as those of authenticator apps, and the event logs in browsers: 32 random bytes in base64, as `openssl rand -base64 32` prints. Without it, the server makes a key file. Servers that share a PostgreSQL database need the same key.",
    parse: parse.key,
  },
  newSecretKey: {
    variable: "PROVISION_NEW_SECRET_KEY",
    group: "Data",
    fallback: null,
    meaning:
      "Only for `npm run rotate-secrets`: the key that replaces `PROVISION_SECRET_KEY`, in the same format.",
    parse: parse.key,
  },
  demo: {
    variable: "PROVISION_DEMO",
    group: "Data",
    fallback: "1",
    meaning:
      "Whether an empty database is filled with the demo directory. With 0 it gets one empty client.",
    parse: parse.flag,
  },
  adminName: {
    variable: "PROVISION_ADMIN_USERNAME",
    group: "First account",
    fallback: "admin",
    meaning: "The username of the first account, which the first start adds.",
    parse: parse.username,
  },
  adminPassword: {
    variable: "PROVISION_ADMIN_PASSWORD",
    group: "First account",
    fallback: null,
    shownDefault: "random",
    meaning:
      "The password of the first account, with at least 8 characters. If you set it later, it replaces the password.",
    parse: parse.password,
  },
  adminEmail: {
    variable: "PROVISION_ADMIN_EMAIL",
    group: "First account",
    fallback: null,
    meaning:
      "The email address of the first account, which receives the link for a forgotten password. You can also change it in Profile.",
    parse: parse.email,
  },
  smtpUrl: {
    variable: "PROVISION_SMTP_URL",
    group: "Mail",
    fallback: null,
    meaning:
      "The mail server, such as smtps://user:password@mail.example. Without it, the server writes each mail to a file in `outbox` of the data directory.",
    parse: parse.secretUrl("smtp", "smtps"),
  },
  mailFrom: {
    variable: "PROVISION_MAIL_FROM",
    group: "Mail",
    fallback: "Provision <provision@localhost>",
    meaning: "The sender of mails.",
    parse: parse.matching(SENDER, "an email address such as Provision <it@bank.example>"),
  },
  sessionLength: {
    variable: "PROVISION_SESSION_LENGTH",
    group: "Sessions and limits",
    fallback: String(SESSION_LENGTH),
    meaning:
      "Milliseconds without activity after which a session ends, at least 30000. Every session ends after one day.",
    parse: parse.integer(MIN_SESSION, MAX_SESSION),
  },
  keepAliveThreshold: {
    variable: "PROVISION_KEEP_ALIVE_THRESHOLD",
    group: "Sessions and limits",
    fallback: null,
    shownDefault: String(KEEP_ALIVE_THRESHOLD),
    meaning:
      "How many milliseconds before the end of a session people are asked whether they want to continue. The default for a short session is half its length.",
    parse: parse.integer(0, MAX_SESSION),
  },
  requestsPerSecond: {
    variable: "PROVISION_REQUESTS_PER_SECOND",
    group: "Sessions and limits",
    fallback: "200",
    meaning:
      "Requests per second that one user may make, averaged over ten seconds. The server answers further requests with 429 and `Retry-After`.",
    parse: parse.integer(1, 1_000_000),
  },
  importMegabytes: {
    variable: "PROVISION_IMPORT_MEGABYTES",
    group: "Sessions and limits",
    fallback: "200",
    meaning:
      "Megabytes of a file, at most, both as sent and uncompressed: one that an administrator imports in the browser or uploads for a connected system, and one that a system reads from `PROVISION_CONNECTOR_FOLDER`.",
    parse: parse.integer(1, 2000),
  },
  connectorHosts: {
    variable: "PROVISION_CONNECTOR_HOSTS",
    group: "Connected systems",
    fallback: "",
    shownDefault: "all",
    meaning:
      "The hosts that connectors may connect to, separated by commas: names such as ldap.bank.example, suffixes such as *.intern.example, and addresses or ranges such as 10.0.0.0/8. Link-local addresses and those of cloud metadata services are always refused.",
    parse: parse.hosts,
  },
  connectorFolder: {
    variable: "PROVISION_CONNECTOR_FOLDER",
    group: "Connected systems",
    fallback: null,
    meaning:
      "A directory whose files connectors may read, and may replace if a configuration allows it. It has a directory for each client, named by the client's id. New versions of watched files start imports. Without it, connectors read uploaded files only. See [Operations](docs/operations.md#files-of-connected-systems).",
    parse: parse.text,
  },
  runMegabytes: {
    variable: "PROVISION_RUN_MEGABYTES",
    group: "Connected systems",
    fallback: "10000",
    meaning:
      "Megabytes of objects that one run reads from a connected system, at most. The run stores them temporarily, and ends incomplete if the system sends more.",
    parse: parse.integer(1, 1_000_000),
  },
  parallelRuns: {
    variable: "PROVISION_PARALLEL_RUNS",
    group: "Connected systems",
    fallback: "4",
    meaning:
      "Maximum number of connected systems that are imported at the same time, and of those to which approved changes are written. A client gets at most one fewer, so that its slow systems do not delay other clients. Each import may need the disk space of `PROVISION_RUN_MEGABYTES` and keeps the ids of its objects in memory.",
    parse: parse.integer(1, MAX_PARALLEL_RUNS),
  },
  ssoIssuer: {
    variable: "PROVISION_SSO_ISSUER",
    group: "Single sign-on",
    fallback: null,
    meaning:
      "The OpenID Connect provider at which people sign in. Requires `PROVISION_SSO_CLIENT_ID`.",
    parse: parse.encryptedUrl,
  },
  ssoClientId: {
    variable: "PROVISION_SSO_CLIENT_ID",
    group: "Single sign-on",
    fallback: null,
    meaning: "The client id under which Provision is registered at the provider.",
    parse: parse.text,
  },
  ssoClientSecret: {
    variable: "PROVISION_SSO_CLIENT_SECRET",
    group: "Single sign-on",
    fallback: null,
    meaning: "The client secret. Without it, Provision is a public client.",
    parse: parse.text,
  },
  ssoScope: {
    variable: "PROVISION_SSO_SCOPE",
    group: "Single sign-on",
    fallback: "openid profile email",
    meaning: "The scopes that Provision requests.",
    parse: parse.scopes,
  },
  ssoClaim: {
    variable: "PROVISION_SSO_CLAIM",
    group: "Single sign-on",
    fallback: "preferred_username",
    meaning:
      "The claim that contains the username. With `email`, people sign in as the active user with that address; the provider must have verified it, and no two active users can have the same address.",
    parse: parse.text,
  },
  ssoAcr: {
    variable: "PROVISION_SSO_ACR",
    group: "Single sign-on",
    fallback: "",
    meaning:
      "Accepted values of the `acr` claim, separated by spaces, such as values that require a second factor. Empty accepts any.",
    parse: parse.words,
  },
  passwordSignIn: {
    variable: "PROVISION_PASSWORD_SIGN_IN",
    group: "Single sign-on",
    fallback: "1",
    meaning:
      "Whether people can sign in with a password. With 0 they can only use single sign-on, and passwords cannot be changed.",
    parse: parse.flag,
  },
  secondFactorRoles: {
    variable: "PROVISION_SECOND_FACTOR_ROLES",
    group: "Sessions and limits",
    fallback: "",
    shownDefault: "none",
    meaning:
      "Names of roles, separated by commas, whose users need a second factor to sign in with a password. Clients require one on the Dashboard.",
    parse: parse.names,
  },
  supportEmail: {
    variable: "PROVISION_SUPPORT_EMAIL",
    group: "Support and links",
    fallback: null,
    meaning:
      "The address to which support requests are mailed and which Request Support shows. Requests are stored in any case.",
    parse: parse.email,
  },
  supportPhone: {
    variable: "PROVISION_SUPPORT_PHONE",
    group: "Support and links",
    fallback: null,
    meaning: "The phone number that Request Support shows.",
    parse: parse.matching(/^\+?[\d() ./-]{3,40}$/, "a phone number such as +1 555 0100"),
  },
  supportLogDays: {
    variable: "PROVISION_SUPPORT_LOG_DAYS",
    group: "Support and links",
    fallback: "90",
    meaning: "Days for which the server keeps event logs that are attached to support requests.",
    parse: parse.integer(1, 3650),
  },
  supportRequestsUrl: {
    variable: "PROVISION_SUPPORT_REQUESTS_URL",
    group: "Support and links",
    fallback: null,
    meaning: "Where people can follow their support requests. Request Support links to it.",
    parse: parse.href,
  },
  requestFormUrl: {
    variable: "PROVISION_REQUEST_FORM_URL",
    group: "Support and links",
    fallback: null,
    meaning: "A form with which people request access. Request Support links to it.",
    parse: parse.href,
  },
  midpointUri: {
    variable: "PROVISION_MIDPOINT_URI",
    group: "Support and links",
    fallback: null,
    meaning:
      "The address of midPoint, such as https://idm.example/midpoint. Manage Access links to its screens and is hidden without it.",
    parse: parse.href,
  },
  accessRoleArchetypeOid: {
    variable: "PROVISION_ACCESS_ROLE_ARCHETYPE_OID",
    group: "Support and links",
    fallback: null,
    meaning: "The oid of the archetype of access roles, which the server sends to browsers.",
    parse: parse.text,
  },
  eventLogDays: {
    variable: "PROVISION_EVENT_LOG_DAYS",
    group: "Browsers",
    fallback: String(EVENT_LOG_LIMITS.days),
    meaning: "Days for which a browser keeps the event log of a session after its last event.",
    parse: parse.integer(1, 3650),
  },
  eventLogMegabytes: {
    variable: "PROVISION_EVENT_LOG_MEGABYTES",
    group: "Browsers",
    fallback: String(EVENT_LOG_LIMITS.megabytes),
    meaning: "Megabytes of event logs that a browser keeps. It deletes the oldest sessions first.",
    parse: parse.integer(1, 100_000),
  },
  eventLogReportMegabytes: {
    variable: "PROVISION_EVENT_LOG_REPORT_MEGABYTES",
    group: "Browsers",
    fallback: String(EVENT_LOG_LIMITS.reportMegabytes),
    meaning: "Megabytes of reports that a browser keeps with its event logs.",
    parse: parse.integer(1, 100_000),
  },
  gtmContainerId: {
    variable: "PROVISION_GTM_CONTAINER_ID",
    group: "Browsers",
    fallback: null,
    meaning:
      "A Google Tag Manager container, such as GTM-AB12CD3. It receives the name and id of the client, and errors, and nothing else. Without it, nothing is loaded or sent.",
    parse: parse.matching(/^GTM-[A-Z0-9]{1,20}$/, "the id of a container such as GTM-AB12CD3"),
  },
} as const satisfies Record<string, Setting>;

type Settings = typeof SETTINGS;
export type SettingName = keyof Settings;
type ValueOf<Declared extends Setting> =
  | ReturnType<Declared["parse"]>
  | (Declared["fallback"] extends null ? null : never);

export type SettingValues = { readonly [Name in SettingName]: ValueOf<Settings[Name]> };
