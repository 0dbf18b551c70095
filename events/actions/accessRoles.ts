/** Events of the list of access roles and of the screen of one role. */
import { Type } from "typebox";
import {
  GrantKind,
  HELD_GROUPS,
  RoleEntitlement,
  RoleOwner,
  ROLE_STATUSES,
} from "../entities/accessRole.ts";
import { Count, Nullable, OneOf, Period, Text, Uuid } from "../entities/common.ts";
import { ORG_TYPES } from "../entities/orgTypes.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";
import { defineList } from "../kernel/list.ts";
import { MessageSchema } from "../kernel/message.ts";
import { Choice, OptionalId, SearchText, SortBy } from "../kernel/query.ts";
import { Personal, Typed } from "../kernel/redaction.ts";
import { PartialOf } from "../kernel/shapes.ts";

/** The query in the address of the list. */
export const RolesQuery = Type.Object({
  contains: SearchText,
  status: Choice(ROLE_STATUSES),
  sort: SortBy(["name", "changedAt"]),
});

const Search = Type.Object({ text: Typed(Text) });

export const rolesSearchTyped = defineEvent("accessRoles/searchTyped", 1, Search);
/** The user paused typing, and the text is searched for. */
export const rolesSearchSettled = defineEvent("accessRoles/searchSettled", 1, Search);
export const rolesQueried = defineEvent(
  "accessRoles/queried",
  1,
  Type.Object({ change: PartialOf(RolesQuery) }),
);
/** The user opened or closed the roles of a resource, or of the default bucket. */
export const resourceToggled = defineEvent(
  "accessRoles/resourceToggled",
  1,
  Type.Object({ resourceOid: Type.String({ maxLength: 36 }) }),
);
/** The user asked for the next page of a resource's roles. */
export const moreRolesWanted = defineEvent(
  "accessRoles/moreRolesWanted",
  1,
  Type.Object({ resourceOid: Type.String({ maxLength: 36 }) }),
);
/** The user loads the list again, for example after a failure. */
export const rolesRetried = defineEvent("accessRoles/rolesRetried", 1, Type.Object({}));
/** The browser received the CSV file of all roles. */
export const rolesExported = defineEvent("accessRoles/rolesExported", 1, Type.Object({}));
/** The browser received the CSV file of the entitlements of roles, or of the open role. */
export const entitlementsExported = defineEvent(
  "accessRoles/entitlementsExported",
  1,
  Type.Object({}),
);

const RoleFields = {
  name: Text,
  description: Type.String(),
  /** The id of a resource; empty: the default bucket. */
  resourceOid: Type.String({ maxLength: 36 }),
};

export const newRoleForm = defineForm("accessRoles/newRole", Type.Object(RoleFields));

export const roleForm = defineForm(
  "accessRoles/edit",
  Type.Object({
    ...RoleFields,
    entitlements: Type.Array(RoleEntitlement),
    owners: Type.Array(RoleOwner),
  }),
);

/** The user loads the open role again. */
export const roleRetried = defineEvent("accessRoles/roleRetried", 1, Type.Object({}));

const PICKERS = ["entitlements", "owners", "people", "orgs"] as const;
export type RolePicker = (typeof PICKERS)[number];

/** A dialog for choosing things opened; null: it closed. */
export const pickerOpened = defineEvent(
  "accessRoles/pickerOpened",
  1,
  Type.Object({ picker: Nullable(OneOf(PICKERS)) }),
);

export const entitlementPicker = defineList(
  "accessRoles/entitlementPicker",
  Type.Object({ contains: SearchText, resourceId: OptionalId, sort: SortBy(["name"]) }),
);
export const personPicker = defineList(
  "accessRoles/personPicker",
  Type.Object({ contains: SearchText, sort: SortBy(["name"]) }),
);

export const orgPicker = defineList(
  "accessRoles/orgPicker",
  Type.Object({
    type: Choice(ORG_TYPES),
    contains: SearchText,
    sort: SortBy(["name", "memberCount"]),
  }),
);

/** The people of the open role. */
export const holderList = defineList(
  "accessRoles/holders",
  Type.Object({
    show: Choice(HELD_GROUPS),
    contains: SearchText,
    sort: SortBy(["name", "username", "jobTitle"]),
  }),
);
/** The orgs that induce the open role. */
export const roleOrgList = defineList(
  "accessRoles/orgs",
  Type.Object({ contains: SearchText, sort: SortBy(["name", "memberCount"]) }),
);
/** The versions of the open role, newest first. */
export const versionList = defineList("accessRoles/versions", Type.Object({}));
/** What ends soon. */
export const expiringList = defineList("accessRoles/expiring", Type.Object({}));

const Day = Type.String({ maxLength: 10 });
const GrantSubject = Type.Object({ kind: GrantKind, oid: Uuid, name: Personal(Text) });

/** The period of a person or an org is edited; null: the dialog closed. */
export const grantOpened = defineEvent(
  "accessRoles/grantOpened",
  1,
  Type.Object({
    subject: Nullable(
      Type.Object({
        ...GrantSubject.properties,
        isNew: Type.Boolean(),
        from: Day,
        until: Day,
        /** The exact bounds; null without the role. Absent in logs of earlier builds. */
        period: Type.Optional(Nullable(Period)),
      }),
    ),
  }),
);
/** Days such as 2026-11-25, both included; empty: unbounded. */
export const grantForm = defineForm("accessRoles/grant", Type.Object({ from: Day, until: Day }));
/** The role is taken from a person or an org. */
export const revocation = defineConfirmation("accessRoles/revocation", GrantSubject);
/** The role gets the content of an earlier version. */
export const restoration = defineConfirmation(
  "accessRoles/restoration",
  Type.Object({ restored: Type.Integer({ minimum: 0 }), version: Type.Integer({ minimum: 0 }) }),
);

const RoleSubject = Type.Object({
  roleOid: Uuid,
  name: Text,
  version: Type.Integer({ minimum: 0 }),
});
/** A role is deleted after the user typed its name. */
export const roleDeletion = defineConfirmation("accessRoles/deletion", RoleSubject);
/** A role is archived, or taken back. */
export const roleArchiving = defineConfirmation(
  "accessRoles/archiving",
  Type.Object({ ...RoleSubject.properties, status: OneOf(ROLE_STATUSES) }),
);
/** The user loads the effect of a change again after a failure. */
export const effectRetried = defineEvent("accessRoles/effectRetried", 1, Type.Object({}));

/** The name of a copy. */
export const copyForm = defineForm("accessRoles/copy", Type.Object({ name: Text }));

/** The user chose a file of entitlements of roles. The log does not contain its content. */
export const roleFileChosen = defineEvent(
  "accessRoles/fileChosen",
  1,
  Type.Object({ fileName: Personal(Text), bytes: Count }),
);
/** The app rejected the chosen file and did not send it. */
export const roleFileRefused = defineEvent(
  "accessRoles/fileRefused",
  1,
  Type.Object({ reason: MessageSchema }),
);
export const roleFileDropped = defineEvent("accessRoles/fileDropped", 1, Type.Object({}));

/** Asks the user to confirm the checked file. */
export const roleFileApply = defineConfirmation(
  "accessRoles/fileApply",
  Type.Object({ fingerprint: Type.String({ maxLength: 64 }), created: Count, changed: Count }),
);
