/** Users as administrators see them: a client's list, and one user with all editable fields. */
import { Type, type Static } from "typebox";
import { MessageSchema } from "../kernel/message.ts";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, Text, Uuid } from "./common.ts";

/** Maximum number of own resources, and of roles, per user. */
export const RESOURCES_MAX = 1000;
export const ROLES_MAX = 100;

/** A user's function for a client besides roles. Neither flag means billing manager. */
const managerFlags = {
  isHr: Type.Boolean(),
  isAd: Type.Boolean(),
};

const personFields = {
  username: Personal(Text),
  familyName: Personal(Text),
  givenName: Personal(Text),
  email: Personal(Nullable(Text)),
  phoneNumber: Personal(Nullable(Text)),
  phoneExtension: Personal(Nullable(Text)),
  jobTitle: Nullable(Text),
};

/** A role that can be assigned to users. */
export const UserRole = Type.Object({
  id: Uuid,
  name: Text,
  permissions: Type.Array(Type.Object({ name: Text })),
  /** The actor holds all permissions of the role, and may therefore assign and remove it. */
  grantable: Type.Boolean(),
});
export type UserRole = Static<typeof UserRole>;

/** One row of the list of users. */
export const ListedUser = Type.Object({
  id: Uuid,
  username: Personal(Text),
  familyName: Personal(Text),
  givenName: Personal(Text),
  email: Personal(Nullable(Text)),
  onboarded: Type.Boolean(),
  archived: Type.Boolean(),
  ...managerFlags,
  roleNames: Type.Array(Text),
  /** Null where the user never signed in. */
  lastSignInAt: Nullable(Instant),
});
export type ListedUser = Static<typeof ListedUser>;

export const ManagedUser = Type.Object({
  id: Uuid,
  ...personFields,
  ...managerFlags,
  /** Has chosen a password, or signs in through single sign-on. */
  onboarded: Type.Boolean(),
  archived: Type.Boolean(),
  /** Ids of this client's resources that are the user's own. */
  resourceIds: Type.Array(Uuid),
  roles: Type.Array(
    Type.Object({
      id: Uuid,
      name: Text,
      permissions: Type.Array(Type.Object({ name: Text })),
    }),
  ),
  /** The user's clients that the actor has, too. */
  clients: Type.Array(Type.Object({ id: Uuid, name: Text })),
  /** Incremented by each change. */
  version: Count,
  createdAt: Instant,
  /** Why the actor may not change this user; null if they may. */
  refusal: Nullable(MessageSchema),
});
export type ManagedUser = Static<typeof ManagedUser>;

/** All editable fields of a user. Texts are trimmed, and empty optional ones become null. */
const editableFields = {
  ...personFields,
  ...managerFlags,
  archived: Type.Boolean(),
  resourceIds: Type.Array(Uuid, { maxItems: RESOURCES_MAX }),
  roleIds: Type.Array(Uuid, { maxItems: ROLES_MAX }),
};

export const EditableUser = Type.Object(editableFields);
export type EditableUser = Static<typeof EditableUser>;
export type UserField = keyof EditableUser;

export const USER_FIELDS = Object.keys(editableFields) as readonly UserField[];

/** The full user with the version on which the change is based. */
export const UserUpdate = Type.Object({ ...editableFields, version: Count });
export type UserUpdate = Static<typeof UserUpdate>;

const { username: _username, ...profileFields } = personFields;
/** The fields that users can change about themselves. */
export const Profile = Type.Object(profileFields);
export type Profile = Static<typeof Profile>;

/** Roles and resources are given by name. */
const ChangedValue = Personal(
  Type.Union([Type.String(), Type.Boolean(), Type.Null(), Type.Array(Type.String())]),
);

/** A field of a user before and after the change. */
export const FieldChange = Type.Object({
  field: Type.String(),
  before: ChangedValue,
  after: ChangedValue,
});
export type FieldChange = Static<typeof FieldChange>;

/** One change of a user with actor and time. */
export const UserChange = Type.Object({
  id: Uuid,
  at: Instant,
  actor: Personal(Type.String()),
  /** The name of the call or of the server's operation. */
  call: Type.String(),
  fields: Type.Array(FieldChange),
  /** All changed values are still current, so the change can be undone. */
  undoable: Type.Boolean(),
});
export type UserChange = Static<typeof UserChange>;
