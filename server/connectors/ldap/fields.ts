/** The configuration of the connector, as data. */
import type { ConnectorField } from "#events/entities/connector.ts";
import { TEXT_FIELD } from "../textField.ts";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, SECURITIES } from "./settings.ts";
import { VENDORS } from "./profiles.ts";

const WITH_GROUPS: Partial<ConnectorField> = {
  when: { field: "readGroups", isOneOf: [true] },
};

function field(
  group: string,
  id: string,
  differences: Partial<ConnectorField> = {},
): ConnectorField {
  return { id, group, ...TEXT_FIELD, ...differences };
}

/** A field of names and filters that is empty uses the value of the vendor's profile. */
export const fields: readonly ConnectorField[] = [
  field("connection", "vendor", {
    type: "SELECT",
    required: true,
    initial: "OPENLDAP",
    options: [...VENDORS],
  }),
  field("connection", "host", { required: true }),
  field("connection", "security", {
    type: "SELECT",
    required: true,
    initial: "LDAPS",
    options: [...SECURITIES],
  }),
  field("connection", "port", { type: "INT", minimum: 1, maximum: 65_535 }),
  field("connection", "caCertificate", {
    multiline: true,
    when: { field: "security", isOneOf: ["STARTTLS", "LDAPS"] },
  }),

  field("signIn", "bindDn"),
  // Servers take a name without a password for an anonymous sign-in, or refuse it like a wrong one (RFC 4513, 5.1.2).
  field("signIn", "password", { type: "SECRET", requiredWith: "bindDn" }),

  field("accounts", "baseDn", { required: true }),
  field("accounts", "accountFilter"),
  field("accounts", "accountClass"),
  field("accounts", "accountExtraClasses", {
    when: { field: "vendor", isOneOf: ["OPENLDAP", "OTHER"] },
  }),
  field("accounts", "idAttribute"),
  field("accounts", "nameAttribute"),
  field("accounts", "rdnAttribute"),
  field("accounts", "accountCreateDn"),

  field("groups", "readGroups", { type: "BOOL", required: true, initial: true }),
  field("groups", "groupBaseDn", WITH_GROUPS),
  field("groups", "groupFilter", WITH_GROUPS),
  field("groups", "groupClass", WITH_GROUPS),
  field("groups", "memberAttribute", WITH_GROUPS),
  field("groups", "groupCreateDn", WITH_GROUPS),

  field("reading", "pageSize", {
    type: "INT",
    required: true,
    initial: DEFAULT_PAGE_SIZE,
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
  }),
  field("reading", "readDeleted", {
    type: "BOOL",
    required: true,
    initial: false,
    when: { field: "vendor", isOneOf: ["ACTIVE_DIRECTORY"] },
  }),
];
