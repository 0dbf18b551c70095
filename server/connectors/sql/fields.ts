/** The fields of a connection to a PostgreSQL database. */
import type { ConnectorField } from "#events/entities/connector.ts";
import { TEXT_FIELD } from "../textField.ts";

/** NONE: plain text. REQUIRED: encrypted, with any certificate. VERIFIED: the certificate must name the host. */
export const TLS_MODES = ["NONE", "REQUIRED", "VERIFIED"] as const;

/** Where the entitlements of an account come from. */
export const ENTITLEMENT_SOURCES = ["NONE", "COLUMN", "QUERY"] as const;

/**
 * Statements that change one account each. Each may name `:id` and every column of the accounts; `grant` and `revoke`
 * may name `:id` and `:entitlement`.
 */
export const WRITE_STATEMENTS = [
  "create",
  "update",
  "remove",
  "activate",
  "deactivate",
  "grant",
  "revoke",
] as const;
export type WriteStatement = (typeof WRITE_STATEMENTS)[number];

const fromColumn = { field: "entitlementSource", isOneOf: ["COLUMN"] };
const fromQuery = { field: "entitlementSource", isOneOf: ["QUERY"] };

export const fields: readonly ConnectorField[] = [
  { ...TEXT_FIELD, id: "host", group: "server", required: true },
  {
    ...TEXT_FIELD,
    id: "port",
    group: "server",
    type: "INT",
    required: true,
    initial: 5432,
    minimum: 1,
    maximum: 65_535,
  },
  { ...TEXT_FIELD, id: "database", group: "server", required: true },
  { ...TEXT_FIELD, id: "user", group: "server", required: true },
  { ...TEXT_FIELD, id: "password", group: "server", type: "SECRET", required: true },
  {
    ...TEXT_FIELD,
    id: "tls",
    group: "server",
    type: "SELECT",
    required: true,
    initial: "VERIFIED",
    options: [...TLS_MODES],
  },
  {
    ...TEXT_FIELD,
    id: "ca",
    group: "server",
    multiline: true,
    when: { field: "tls", isOneOf: ["VERIFIED"] },
  },
  { ...TEXT_FIELD, id: "accounts", group: "accounts", required: true, multiline: true },
  { ...TEXT_FIELD, id: "idColumn", group: "accounts", required: true },
  { ...TEXT_FIELD, id: "nameColumn", group: "accounts" },
  { ...TEXT_FIELD, id: "activeColumn", group: "accounts" },
  {
    ...TEXT_FIELD,
    id: "activeValues",
    group: "accounts",
    initial: "true, t, 1, yes, y, active",
  },
  { ...TEXT_FIELD, id: "changeColumn", group: "accounts" },
  {
    ...TEXT_FIELD,
    id: "changeOverlap",
    group: "accounts",
    type: "INT",
    initial: 60,
    minimum: 0,
    maximum: 1_000_000,
  },
  {
    ...TEXT_FIELD,
    id: "entitlementSource",
    group: "entitlements",
    type: "SELECT",
    required: true,
    initial: "NONE",
    options: [...ENTITLEMENT_SOURCES],
  },
  {
    ...TEXT_FIELD,
    id: "entitlementsColumn",
    group: "entitlements",
    required: true,
    when: fromColumn,
  },
  {
    ...TEXT_FIELD,
    id: "entitlementSeparator",
    group: "entitlements",
    initial: ",",
    when: fromColumn,
  },
  {
    ...TEXT_FIELD,
    id: "entitlements",
    group: "entitlements",
    required: true,
    multiline: true,
    when: fromQuery,
  },
  {
    ...TEXT_FIELD,
    id: "entitlementAccountColumn",
    group: "entitlements",
    required: true,
    when: fromQuery,
  },
  {
    ...TEXT_FIELD,
    id: "entitlementNameColumn",
    group: "entitlements",
    required: true,
    when: fromQuery,
  },
  ...WRITE_STATEMENTS.map((id) => ({ ...TEXT_FIELD, id, group: "statements", multiline: true })),
];
