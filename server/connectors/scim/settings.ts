/** The configuration with its types, and what a vendor's service does differently. */
import { ConnectorError, type Configuration } from "../contract.ts";
import type { AUTHENTICATIONS, MEMBER_SOURCES, PROFILES } from "./fields.ts";

export interface Profile {
  /** How many memberships one request may change. */
  readonly membersPerRequest: number;
  /** A request that removes a member: by a filter in the path (RFC 7644), or by a list of values. */
  readonly removeBy: "filter" | "values";
  /** Microsoft Entra writes operations with a capital letter and booleans as text. */
  readonly isEntraStyle: boolean;
  /** The service pages with cursors although its configuration does not say so. */
  readonly usesCursor: boolean;
}

export interface OAuth {
  readonly grant: "client_credentials" | "refresh_token";
  readonly tokenUrl: URL;
  readonly authorizeUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly inHeader: boolean;
  readonly scope: string;
  readonly refreshToken: string;
}

export type Authentication =
  | { readonly type: "header"; readonly value: string }
  | { readonly type: "oauth"; readonly oauth: OAuth };

export interface Settings {
  /** Ends with a slash. */
  readonly base: URL;
  readonly ca: string | null;
  readonly profile: Profile;
  readonly memberSource: (typeof MEMBER_SOURCES)[number];
  readonly readsChanges: boolean;
  readonly authentication: Authentication;
  /** Texts that must not appear in error details. */
  readonly secrets: readonly string[];
}

/**
 * AWS_IDENTITY_CENTER: https://docs.aws.amazon.com/singlesignon/latest/developerguide/limitations.html, patchgroup.html
 * and listusers.html: 100 memberships per request, cursors, filters only with `eq` and `and`, no members in groups.
 * ENTRA_STYLE: https://learn.microsoft.com/entra/identity/app-provisioning/application-provisioning-config-problem-scim-compatibility:
 * what services that were built for Entra's older requests expect.
 */
const PROFILE_BY_NAME: Readonly<Record<(typeof PROFILES)[number], Profile>> = {
  GENERIC: { membersPerRequest: 100, removeBy: "filter", isEntraStyle: false, usesCursor: false },
  ENTRA_STYLE: {
    membersPerRequest: 100,
    removeBy: "values",
    isEntraStyle: true,
    usesCursor: false,
  },
  AWS_IDENTITY_CENTER: {
    membersPerRequest: 100,
    removeBy: "filter",
    isEntraStyle: false,
    usesCursor: true,
  },
};

/** @throws ConnectorError addressForbidden for an address without encryption */
export function readSettings(configuration: Configuration): Settings {
  const name = text(configuration, "profile");
  const isAws = name === "AWS_IDENTITY_CENTER";
  const source = text(configuration, "memberSource");
  const base = readUrl(text(configuration, "url"), "url");
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  base.search = "";
  base.hash = "";
  const ca = text(configuration, "ca");
  return {
    base,
    ca: ca.trim() === "" ? null : ca,
    profile: PROFILE_BY_NAME[isAws || name === "ENTRA_STYLE" ? name : "GENERIC"],
    memberSource: isAws || source === "USERS" ? "USERS" : source === "GROUP" ? "GROUP" : "LIST",
    readsChanges: configuration["readChanges"] === true && !isAws,
    authentication: readAuthentication(configuration),
    secrets: ["token", "password", "clientSecret", "refreshToken"]
      .map((id) => text(configuration, id))
      .filter((secret) => secret !== ""),
  };
}

function readAuthentication(configuration: Configuration): Authentication {
  const type = text(configuration, "authentication") as (typeof AUTHENTICATIONS)[number];
  switch (type) {
    case "BASIC": {
      const pair = `${text(configuration, "user")}:${text(configuration, "password")}`;
      return { type: "header", value: `Basic ${Buffer.from(pair).toString("base64")}` };
    }
    case "CLIENT_CREDENTIALS":
    case "AUTHORIZATION_CODE":
      return { type: "oauth", oauth: readOAuth(configuration) };
    default: {
      const token = text(configuration, "token").trim();
      if (!/^[\x21-\x7e]+$/.test(token)) {
        throw new ConnectorError(
          "credentialsRefused",
          "signIn",
          "The token has a line break or is empty.",
        );
      }
      return { type: "header", value: `Bearer ${token}` };
    }
  }
}

export function readOAuth(configuration: Configuration): OAuth {
  return {
    grant:
      text(configuration, "authentication") === "CLIENT_CREDENTIALS"
        ? "client_credentials"
        : "refresh_token",
    tokenUrl: readUrl(text(configuration, "tokenUrl"), "tokenUrl"),
    authorizeUrl: text(configuration, "authorizeUrl"),
    clientId: text(configuration, "clientId"),
    clientSecret: text(configuration, "clientSecret"),
    inHeader: text(configuration, "clientAuthentication") !== "BODY",
    scope: text(configuration, "scope").trim(),
    refreshToken: text(configuration, "refreshToken"),
  };
}

/** @throws ConnectorError addressForbidden unless it is https, or http on the same machine */
export function readUrl(value: string, field: string): URL {
  const url = URL.canParse(value.trim()) ? new URL(value.trim()) : null;
  const isLocal = url !== null && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url?.protocol === "https:" || (url?.protocol === "http:" && isLocal)) {
    // A name and password in an address would appear in error texts.
    url.username = "";
    url.password = "";
    return url;
  }
  throw new ConnectorError("addressForbidden", "resolve", `${field} must start with https://.`);
}

function text(configuration: Configuration, id: string): string {
  const value = configuration[id];
  return typeof value === "string" ? value : "";
}
