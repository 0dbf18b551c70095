/** The fields of a connection to a service with SCIM 2.0. */
import type { ConnectorField } from "#events/entities/connector.ts";
import { TEXT_FIELD } from "../textField.ts";

export const PROFILES = ["GENERIC", "ENTRA_STYLE", "AWS_IDENTITY_CENTER"] as const;

/** LIST: the list of groups has them. GROUP: one request per group. USERS: the users of each group are searched. */
export const MEMBER_SOURCES = ["LIST", "GROUP", "USERS"] as const;

export const AUTHENTICATIONS = [
  "BEARER",
  "BASIC",
  "CLIENT_CREDENTIALS",
  "AUTHORIZATION_CODE",
] as const;

/** How a client proves itself to the token endpoint: in the Authorization header, or in the body. */
export const CLIENT_AUTHENTICATIONS = ["HEADER", "BODY"] as const;

const oauth = { field: "authentication", isOneOf: ["CLIENT_CREDENTIALS", "AUTHORIZATION_CODE"] };
const code = { field: "authentication", isOneOf: ["AUTHORIZATION_CODE"] };
const basic = { field: "authentication", isOneOf: ["BASIC"] };
const AUTHENTICATION = { ...TEXT_FIELD, group: "authentication" };

export const fields: readonly ConnectorField[] = [
  { ...TEXT_FIELD, id: "url", group: "service", required: true },
  { ...TEXT_FIELD, id: "ca", group: "service", multiline: true },
  {
    ...TEXT_FIELD,
    id: "profile",
    group: "service",
    type: "SELECT",
    required: true,
    initial: "GENERIC",
    options: [...PROFILES],
  },
  {
    ...TEXT_FIELD,
    id: "memberSource",
    group: "service",
    type: "SELECT",
    required: true,
    initial: "LIST",
    options: [...MEMBER_SOURCES],
    when: { field: "profile", isOneOf: ["GENERIC", "ENTRA_STYLE"] },
  },
  {
    ...TEXT_FIELD,
    id: "readChanges",
    group: "service",
    type: "BOOL",
    initial: false,
    when: { field: "profile", isOneOf: ["GENERIC", "ENTRA_STYLE"] },
  },
  {
    ...AUTHENTICATION,
    id: "authentication",
    type: "SELECT",
    required: true,
    initial: "BEARER",
    options: [...AUTHENTICATIONS],
  },
  {
    ...AUTHENTICATION,
    id: "token",
    type: "SECRET",
    required: true,
    when: { field: "authentication", isOneOf: ["BEARER"] },
  },
  { ...AUTHENTICATION, id: "user", required: true, when: basic },
  { ...AUTHENTICATION, id: "password", type: "SECRET", required: true, when: basic },
  { ...AUTHENTICATION, id: "authorizeUrl", required: true, when: code },
  { ...AUTHENTICATION, id: "tokenUrl", required: true, when: oauth },
  { ...AUTHENTICATION, id: "clientId", required: true, when: oauth },
  { ...AUTHENTICATION, id: "clientSecret", type: "SECRET", when: oauth },
  {
    ...AUTHENTICATION,
    id: "clientAuthentication",
    type: "SELECT",
    required: true,
    initial: "HEADER",
    options: [...CLIENT_AUTHENTICATIONS],
    when: oauth,
  },
  { ...AUTHENTICATION, id: "scope", when: oauth },
  // Filled when the administrator grants access.
  { ...AUTHENTICATION, id: "refreshToken", type: "SECRET", when: code },
];
