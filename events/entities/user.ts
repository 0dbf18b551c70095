/** The people who sign in to Provision. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Client } from "./client.ts";
import { Nullable, Text, Uuid } from "./common.ts";

export const Role = Type.Object({
  name: Text,
  permissions: Type.Array(Type.Object({ name: Text })),
});

export const User = Type.Object({
  id: Uuid,
  username: Personal(Text),
  familyName: Personal(Text),
  givenName: Personal(Text),
  email: Personal(Nullable(Text)),
  phoneNumber: Personal(Nullable(Text)),
  phoneExtension: Personal(Nullable(Text)),
  jobTitle: Nullable(Text),
  onboarded: Type.Boolean(),
  archived: Type.Boolean(),
  /** Ids of the resources that are this user's own. */
  resourceIds: Type.Array(Uuid),
  roles: Type.Array(Role),
  clients: Type.Array(Client),
  /** The client in use: the first of `clients`. */
  client: Nullable(Client),
});
export type User = Static<typeof User>;
