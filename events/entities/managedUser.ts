/** Users as those see them who administer them: all of a client's people, and one with all that can be changed. */
import { Type, type Static } from "typebox";
import { MessageSchema } from "../kernel/message.ts";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, Text, Uuid } from "./common.ts";

/** Resources of one's own, and roles, that one user has at most. */
export const RESOURCES_MAX = 1000;
export const ROLES_MAX = 100;

/** What a user is to a client besides holding roles; neither means billing manager. */
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

/** A role that can be given to users. */
export const UserRole = Type.Object({
  id: Uuid,
  name: Text,
  permissions: Type.Array(Type.Object({ name: Text })),
  /** Whoever asks holds all of its permissions, and may thus give it and take it away. */
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
});
export type ListedUser = Static<typeof ListedUser>;

export const ManagedUser = Type.Object({
  id: Uuid,
  ...personFields,
  ...managerFlags,
  /** Has chosen a password, or signs in elsewhere. */
  onboarded: Type.Boolean(),
  archived: Type.Boolean(),
  /** Ids of those resources of this client that are the user's own. */
  resourceIds: Type.Array(Uuid),
  roles: Type.Array(
    Type.Object({
      id: Uuid,
      name: Text,
      permissions: Type.Array(Type.Object({ name: Text })),
    }),
  ),
  /** Those clients of the user that are whose who asks, too. */
  clients: Type.Array(Type.Object({ id: Uuid, name: Text })),
  /** One more with every change. */
  version: Count,
  createdAt: Instant,
  /** Why whoever asks may not change this user; null where they may. */
  refusal: Nullable(MessageSchema),
});
export type ManagedUser = Static<typeof ManagedUser>;

/** All of a user that can be changed. Texts are trimmed; an optional one that is empty counts as null. */
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

/** The full user, with the version that the change was made of. */
export const UserUpdate = Type.Object({ ...editableFields, version: Count });
export type UserUpdate = Static<typeof UserUpdate>;

const { username: _username, ...profileFields } = personFields;
/** What people change of themselves. */
export const Profile = Type.Object(profileFields);
export type Profile = Static<typeof Profile>;

/** One step of a JSON Patch (RFC 6902) of a user. */
const PatchValue = Personal(
  Type.Union([
    Type.String({ maxLength: 1024 }),
    Type.Boolean(),
    Type.Integer(),
    Type.Null(),
    Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1000 }),
  ]),
);
const Pointer = Type.String({ maxLength: 128, pattern: "^(?:/.*)?$" });
const Operation = Type.Union([
  Type.Literal("add"),
  Type.Literal("remove"),
  Type.Literal("replace"),
  Type.Literal("move"),
  Type.Literal("copy"),
  Type.Literal("test"),
]);
export const JsonPatch = Type.Array(
  Type.Object({
    op: Operation,
    path: Pointer,
    from: Type.Optional(Pointer),
    value: Type.Optional(PatchValue),
  }),
  { maxItems: 100 },
);
export type JsonPatch = Static<typeof JsonPatch>;

/** Roles and resources stand by their names. */
const ChangedValue = Personal(
  Type.Union([Type.String(), Type.Boolean(), Type.Null(), Type.Array(Type.String())]),
);

/** A field of a user as it was and as it is. */
export const FieldChange = Type.Object({
  field: Type.String(),
  before: ChangedValue,
  after: ChangedValue,
});
export type FieldChange = Static<typeof FieldChange>;

/** Who changed what of a user, and when. */
export const UserChange = Type.Object({
  id: Uuid,
  at: Instant,
  actor: Personal(Type.String()),
  /** The name of the call that changed it, or what the server did. */
  call: Type.String(),
  fields: Type.Array(FieldChange),
  /** All that it changed is as it left it: it can be taken back. */
  undoable: Type.Boolean(),
});
export type UserChange = Static<typeof UserChange>;
