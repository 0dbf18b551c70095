/** The people who sign in to Provision. */
import { Type, type Static } from "typebox";
import { Personal, Secret } from "../kernel/redaction.ts";
import { Client } from "./client.ts";
import { Count, Nullable, Text, Uuid } from "./common.ts";

const Role = Type.Object({
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
  /** Ids of the user's own resources. */
  resourceIds: Type.Array(Uuid),
  roles: Type.Array(Role),
  clients: Type.Array(Client),
  /** The current client: the first of `clients`. */
  client: Nullable(Client),
});
export type User = Static<typeof User>;

/**
 * The user's key for the event log that browsers keep, 32 bytes in base64. Only the user's own sessions get it, and no
 * browser stores it. Answers of earlier builds lack it.
 */
export const LogKey = Type.Optional(Secret(Type.String()));

/** The user of the session that asks. */
export const CurrentUser = Type.Object({ ...User.properties, logKey: LogKey });

/** A session's data about its user. */
export const SessionUser = Type.Object({
  id: Uuid,
  clients: Type.Array(
    Type.Object({
      clientId: Uuid,
      /** null: no limit. */
      limitSelfCertified: Nullable(Count),
      limitSystemExport: Nullable(Count),
      limitApi: Nullable(Count),
    }),
  ),
  resourceIds: Type.Array(Uuid),
});
export type SessionUser = Static<typeof SessionUser>;
