/** The resource types and attributes of RFC 7643, sections 4.1 and 4.2, for services that do not describe theirs. */
import type { Json } from "./json.ts";

const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";

export const CORE_TYPES: readonly Json[] = [
  { name: "User", endpoint: "/Users", schema: USER },
  { name: "Group", endpoint: "/Groups", schema: GROUP },
];

const value = { name: "value", type: "string" };
const simple = (name: string): Json => ({ name, type: "string" });
const list = (name: string): Json => ({
  name,
  type: "complex",
  multiValued: true,
  subAttributes: [value],
});

export const CORE_SCHEMAS: readonly Json[] = [
  {
    id: USER,
    attributes: [
      { ...simple("userName"), required: true },
      {
        name: "name",
        type: "complex",
        subAttributes: [
          "formatted",
          "familyName",
          "givenName",
          "middleName",
          "honorificPrefix",
          "honorificSuffix",
        ].map(simple),
      },
      ...["displayName", "nickName", "profileUrl", "title", "userType"].map(simple),
      ...["preferredLanguage", "locale", "timezone"].map(simple),
      { name: "active", type: "boolean" },
      { ...simple("password"), mutability: "writeOnly", returned: "never" },
      ...["emails", "phoneNumbers", "ims", "photos", "entitlements", "roles"].map(list),
    ],
  },
  { id: GROUP, attributes: [{ ...simple("displayName"), required: true }, list("members")] },
];
