/** The configuration with its types, and its SQL after the checks of statement.ts. */
import type { Configuration } from "../contract.ts";
import { type TLS_MODES, WRITE_STATEMENTS, type WriteStatement } from "./fields.ts";
import { parseSource, parseStatement, type Statement } from "./statement.ts";

/** Where the database is and who signs in. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly tls: (typeof TLS_MODES)[number];
  /** PEM; null: the certificate authorities of the server. */
  readonly ca: string | null;
}

export type EntitlementSource =
  | { readonly type: "column"; readonly column: string; readonly separator: string }
  | {
      readonly type: "query";
      readonly source: string;
      readonly account: string;
      readonly name: string;
    };

/** What is read and written. Names of columns are as the administrator wrote them. */
export interface Queries {
  readonly source: string;
  readonly id: string;
  readonly name: string;
  readonly active: string | null;
  /** In lower case. */
  readonly activeValues: ReadonlySet<string>;
  readonly entitlements: EntitlementSource | null;
  /** The column that grows with every change, and how far `sync` reads back: seconds, or units of a number. */
  readonly changes: { readonly column: string; readonly overlap: number } | null;
  readonly statements: ReadonlyMap<WriteStatement, Statement>;
}

export function readTarget(configuration: Configuration): Target {
  const tls = text(configuration, "tls");
  const ca = text(configuration, "ca");
  const port = configuration["port"];
  return {
    host: text(configuration, "host").trim(),
    port: typeof port === "number" ? port : 5432,
    database: text(configuration, "database"),
    user: text(configuration, "user"),
    password: text(configuration, "password"),
    tls: tls === "NONE" || tls === "REQUIRED" ? tls : "VERIFIED",
    ca: ca.trim() === "" ? null : ca,
  };
}

/** @throws ConnectorError statementRefused */
export function readQueries(configuration: Configuration): Queries {
  const id = text(configuration, "idColumn").trim();
  const column = text(configuration, "changeColumn").trim();
  const overlap = configuration["changeOverlap"];
  return {
    source: parseSource("accounts", text(configuration, "accounts")),
    id,
    name: text(configuration, "nameColumn").trim() || id,
    active: text(configuration, "activeColumn").trim() || null,
    activeValues: new Set(
      (text(configuration, "activeValues") || "true, t, 1, yes, y, active")
        .split(",")
        .map((value) => value.trim().toLowerCase()),
    ),
    entitlements: entitlementSource(configuration),
    changes: column === "" ? null : { column, overlap: typeof overlap === "number" ? overlap : 60 },
    statements: new Map(
      WRITE_STATEMENTS.filter((name) => hasText(configuration, name)).map((name) => [
        name,
        parseStatement(name, text(configuration, name)),
      ]),
    ),
  };
}

export function hasText(configuration: Configuration, id: string): boolean {
  return text(configuration, id).trim() !== "";
}

function entitlementSource(configuration: Configuration): EntitlementSource | null {
  switch (text(configuration, "entitlementSource")) {
    case "COLUMN":
      return {
        type: "column",
        column: text(configuration, "entitlementsColumn").trim(),
        separator: text(configuration, "entitlementSeparator") || ",",
      };
    case "QUERY":
      return {
        type: "query",
        source: parseSource("entitlements", text(configuration, "entitlements")),
        account: text(configuration, "entitlementAccountColumn").trim(),
        name: text(configuration, "entitlementNameColumn").trim(),
      };
    default:
      return null;
  }
}

function text(configuration: Configuration, id: string): string {
  const value = configuration[id];
  return typeof value === "string" ? value : "";
}
