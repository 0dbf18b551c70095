/** Events of the list of access roles and of the screen of one role. */
import { Type } from "typebox";
import { RoleEntitlement, RoleOwner, ROLE_STATUSES } from "../entities/accessRole.ts";
import { Nullable, OneOf, Text, Uuid } from "../entities/common.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";
import { defineList } from "../kernel/list.ts";
import { Choice, OptionalId, SearchText, SortBy } from "../kernel/query.ts";
import { Typed } from "../kernel/redaction.ts";

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
  Type.Object({ change: Type.Partial(RolesQuery) }),
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

const PICKERS = ["entitlements", "owners"] as const;
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
