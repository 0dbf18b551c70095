/** What users enter about a person whom they create or edit by hand. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Text } from "./common.ts";

/** Empty texts stand for missing values. */
export const IdentityDraft = Type.Object({
  givenName: Personal(Text),
  familyName: Personal(Text),
  username: Personal(Text),
  email: Personal(Text),
  /** Names of orgs of these types. */
  jobTitle: Text,
  department: Text,
  location: Text,
  /** The id of another person. */
  manager: Personal(Text),
});
export type IdentityDraft = Static<typeof IdentityDraft>;

export const NewIdentity = Type.Object({
  externalId: Personal(Text),
  ...IdentityDraft.properties,
});
export type NewIdentity = Static<typeof NewIdentity>;
