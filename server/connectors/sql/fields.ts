/** The fields of a connection to a PostgreSQL database. */
import type { ConnectorField } from "#events/entities/connector.ts";

const FIELD = {
  type: "TEXT",
  required: false,
  initial: null,
  options: [],
  minimum: null,
  maximum: null,
  multiline: false,
  when: null,
} satisfies Partial<ConnectorField>;

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
  { ...FIELD, id: "host", group: "server", required: true },
  {
    ...FIELD,
    id: "port",
    group: "server",
    type: "INT",
    required: true,
    initial: 5432,
    minimum: 1,
    maximum: 65_535,
  },
  { ...FIELD, id: "database", group: "server", required: true },
  { ...FIELD, id: "user", group: "server", required: true },
  { ...FIELD, id: "password", group: "server", type: "SECRET", required: true },
  {
    ...FIELD,
    id: "tls",
    group: "server",
    type: "SELECT",
    required: true,
    initial: "VERIFIED",
    options: [...TLS_MODES],
  },
  {
    ...FIELD,
    id: "ca",
    group: "server",
    multiline: true,
    when: { field: "tls", isOneOf: ["VERIFIED"] },
  },
  { ...FIELD, id: "accounts", group: "accounts", required: true, multiline: true },
  { ...FIELD, id: "idColumn", group: "accounts", required: true },
  { ...FIELD, id: "nameColumn", group: "accounts" },
  { ...FIELD, id: "activeColumn", group: "accounts" },
  {
    ...FIELD,
    id: "activeValues",
    group: "accounts",
    initial: "true, t, 1, yes, y, active",
  },
  { ...FIELD, id: "changeColumn", group: "accounts" },
  {
    ...FIELD,
    id: "changeOverlap",
    group: "accounts",
    type: "INT",
    initial: 60,
    minimum: 0,
    maximum: 1_000_000,
  },
  {
    ...FIELD,
    id: "entitlementSource",
    group: "entitlements",
    type: "SELECT",
    required: true,
    initial: "NONE",
    options: [...ENTITLEMENT_SOURCES],
  },
  {
    ...FIELD,
    id: "entitlementsColumn",
    group: "entitlements",
    required: true,
    when: fromColumn,
  },
  {
    ...FIELD,
    id: "entitlementSeparator",
    group: "entitlements",
    initial: ",",
    when: fromColumn,
  },
  {
    ...FIELD,
    id: "entitlements",
    group: "entitlements",
    required: true,
    multiline: true,
    when: fromQuery,
  },
  {
    ...FIELD,
    id: "entitlementAccountColumn",
    group: "entitlements",
    required: true,
    when: fromQuery,
  },
  {
    ...FIELD,
    id: "entitlementNameColumn",
    group: "entitlements",
    required: true,
    when: fromQuery,
  },
  ...WRITE_STATEMENTS.map((id) => ({ ...FIELD, id, group: "statements", multiline: true })),
];
