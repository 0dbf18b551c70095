/**
 * The server's configuration, read from the environment at start. `settings.ts` declares each variable; the typed
 * `Config` and the table in README.md (`configTable.ts`) are derived from it.
 */
import type { Milliseconds } from "#events/entities/common.ts";
import type { EventLogLimits } from "#events/rules/eventLog.ts";
import { EXPIRY_MARGIN, KEEP_ALIVE_THRESHOLD } from "#events/rules/session.ts";
import { Rejection } from "./configParsers.ts";
import { SETTINGS, type Setting, type SettingName, type SettingValues } from "./settings.ts";

/** Sign-in at the organisation's OpenID Connect provider. */
export interface SingleSignOnConfig {
  readonly issuer: URL;
  readonly clientId: string;
  /** null: a public client, which relies on PKCE only. */
  readonly clientSecret: string | null;
  /** Separated by spaces. */
  readonly scope: string;
  /** The claim that identifies the user: `email` is an e-mail address, any other a username. */
  readonly claim: string;
  /** Accepted values of the claim `acr`; empty accepts any. */
  readonly acr: readonly string[];
}

export type Config = Omit<
  SettingValues,
  "publicUrl" | "keepAliveThreshold" | `sso${string}` | `eventLog${string}`
> & {
  /** null = the address on which the server listens. */
  readonly publicUrl: string | null;
  /** Browsers reach the server by HTTPS: cookies are Secure and HSTS is sent. */
  readonly behindTls: boolean;
  readonly keepAliveThreshold: Milliseconds;
  /** Limits of the log that browsers store. */
  readonly eventLog: EventLogLimits;
  /** null: users sign in by password only. */
  readonly singleSignOn: SingleSignOnConfig | null;
};

/** An invalid setting. The message names the variable and its valid values. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads one setting; an empty variable counts as unset.
 *
 * @throws ConfigError for an invalid value.
 */
export function readSetting<Name extends SettingName>(
  environment: Environment,
  name: Name,
): SettingValues[Name] {
  const { variable, fallback, parse: parseText }: Setting = SETTINGS[name];
  const text = environment[variable] || fallback;
  try {
    return (text === null ? null : parseText(text)) as SettingValues[Name];
  } catch (error) {
    if (error instanceof Rejection) throw new ConfigError(`${variable} ${error.message}.`);
    throw error;
  }
}

/** @throws ConfigError for the first invalid variable. */
export function readConfig(environment: Environment): Config {
  const names = Object.keys(SETTINGS) as SettingName[];
  const values = Object.fromEntries(
    names.map((name) => [name, readSetting(environment, name)]),
  ) as SettingValues;
  const {
    publicUrl,
    ssoIssuer: issuer,
    ssoClientId: clientId,
    ssoClientSecret: clientSecret,
    ssoScope: scope,
    ssoClaim: claim,
    ssoAcr: acr,
    eventLogDays: days,
    eventLogMegabytes: megabytes,
    eventLogReportMegabytes: reportMegabytes,
    ...plain
  } = values;
  return {
    ...plain,
    publicUrl: publicUrl?.href ?? null,
    behindTls: publicUrl?.protocol === "https:",
    keepAliveThreshold: keepAliveThreshold(values),
    eventLog: { days, megabytes, reportMegabytes },
    singleSignOn: singleSignOn({ issuer, clientId, clientSecret, scope, claim, acr }),
    passwordSignIn: passwordSignIn(values),
  };
}

/** A threshold as long as the session would prompt users permanently. */
function keepAliveThreshold({
  keepAliveThreshold: given,
  sessionLength,
}: SettingValues): Milliseconds {
  const max = sessionLength - EXPIRY_MARGIN - 1;
  if (given === null) return Math.min(KEEP_ALIVE_THRESHOLD, Math.floor((max + 1) / 2));
  if (given <= max) return given;
  const { variable } = SETTINGS.keepAliveThreshold;
  throw new ConfigError(`${variable} must be a whole number from 0 to ${max}, not "${given}".`);
}

function singleSignOn({
  issuer,
  clientId,
  ...rest
}: Omit<SingleSignOnConfig, "issuer" | "clientId"> & {
  readonly issuer: URL | null;
  readonly clientId: string | null;
}): SingleSignOnConfig | null {
  if (issuer !== null && clientId !== null) return { issuer, clientId, ...rest };
  if (issuer === null && clientId === null) return null;
  throw new ConfigError("PROVISION_SSO_ISSUER and PROVISION_SSO_CLIENT_ID go together.");
}

function passwordSignIn({ passwordSignIn: isAllowed, ssoIssuer }: SettingValues): boolean {
  if (isAllowed || ssoIssuer !== null) return isAllowed;
  throw new ConfigError(
    "PROVISION_PASSWORD_SIGN_IN=0 needs PROVISION_SSO_ISSUER: without it, no user could sign in.",
  );
}
