/** The configuration as the rest of the connector uses it, with the defaults of the vendor's profile. */
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { Configuration } from "../contract.ts";
import { PROFILES, type Vendor } from "./profiles.ts";

export const SECURITIES = ["NONE", "STARTTLS", "LDAPS"] as const;
export type Security = (typeof SECURITIES)[number];

export const DEFAULT_PAGE_SIZE = 500;
/** Active Directory returns at most 1,000 objects per page by default. */
export const MAX_PAGE_SIZE = 5_000;

/** Where objects of one role are and how they are named. */
export interface Kind {
  readonly role: ObjectClass["role"];
  readonly baseDn: string;
  /** Where new objects are created. */
  readonly createDn: string;
  /** As the administrator wrote it (RFC 4515). */
  readonly filter: string;
  readonly className: string;
  /** Auxiliary classes that new objects also get. */
  readonly extraClasses: readonly string[];
  readonly nameAttribute: string;
  readonly rdnAttribute: string;
  readonly memberAttribute: string | null;
}

export interface LdapSettings {
  readonly vendor: Vendor;
  readonly host: string;
  readonly port: number;
  readonly security: Security;
  /** PEM; empty for the public authorities. */
  readonly caCertificate: string;
  /** Empty to read anonymously. */
  readonly bindDn: string;
  readonly password: string;
  readonly idAttribute: string;
  readonly versionAttribute: string;
  readonly statusAttribute: string | null;
  readonly accounts: Kind;
  /** Null if groups are not read. */
  readonly groups: Kind | null;
  readonly pageSize: number;
  /** Whether `sync` reads tombstones. */
  readonly readDeleted: boolean;
}

export function readSettings(configuration: Configuration): LdapSettings {
  const text = (id: string, fallback = ""): string => {
    const value = configuration[id];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : fallback;
  };
  const number = (id: string, fallback: number): number => {
    const value = configuration[id];
    return typeof value === "number" ? value : fallback;
  };
  const vendor = text("vendor", "OPENLDAP") as Vendor;
  const security = text("security", "LDAPS") as Security;
  const profile = PROFILES[vendor];
  const password = configuration["password"];
  const baseDn = text("baseDn");

  const accounts: Kind = {
    role: "account",
    baseDn,
    createDn: text("accountCreateDn", baseDn),
    filter: text("accountFilter", profile.accountFilter),
    className: text("accountClass", profile.accountClass),
    extraClasses: text("accountExtraClasses")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== ""),
    nameAttribute: text("nameAttribute", profile.accountNameAttribute),
    rdnAttribute: text("rdnAttribute", profile.accountRdnAttribute),
    memberAttribute: null,
  };
  const groupBaseDn = text("groupBaseDn", baseDn);
  const groups: Kind = {
    role: "entitlement",
    baseDn: groupBaseDn,
    createDn: text("groupCreateDn", groupBaseDn),
    filter: text("groupFilter", profile.groupFilter),
    className: text("groupClass", profile.groupClass),
    extraClasses: [],
    nameAttribute: profile.groupNameAttribute,
    rdnAttribute: "cn",
    memberAttribute: text("memberAttribute", profile.memberAttribute),
  };
  return {
    vendor,
    security,
    host: text("host"),
    port: number("port", security === "LDAPS" ? 636 : 389),
    caCertificate: security === "NONE" ? "" : text("caCertificate"),
    bindDn: text("bindDn"),
    password: typeof password === "string" ? password : "",
    idAttribute: text("idAttribute", profile.idAttribute),
    versionAttribute: profile.versionAttribute,
    statusAttribute: profile.statusAttribute,
    accounts,
    groups: configuration["readGroups"] === false ? null : groups,
    pageSize: number("pageSize", DEFAULT_PAGE_SIZE),
    readDeleted: vendor === "ACTIVE_DIRECTORY" && configuration["readDeleted"] === true,
  };
}
