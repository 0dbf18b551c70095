/** Events of user administration: the list, and the screen of one user. */
import { Type } from "typebox";
import { SelectionChange } from "../calls/bulkChanges.ts";
import { Text, Uuid } from "../entities/common.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";
import { defineList } from "../kernel/list.ts";
import { Choice, OptionalId, SearchText, SortBy } from "../kernel/query.ts";
import { Personal } from "../kernel/redaction.ts";

export const userList = defineList(
  "users/list",
  Type.Object({
    contains: SearchText,
    status: Choice(["active", "archived"]),
    manager: Choice(["all", "hr", "ad", "billing"]),
    /** Users with this role; empty for all users. */
    role: OptionalId,
    sort: SortBy(["name", "username", "email"]),
  }),
);

/** The user chooses a change of the selected users. Bulk Changes shows its effect before it is applied. */
export const selectedChangeChosen = defineEvent(
  "users/selectedChangeChosen",
  1,
  Type.Object({ change: SelectionChange }),
);

const NameFields = {
  username: Personal(Text),
  givenName: Personal(Text),
  familyName: Personal(Text),
  email: Personal(Text),
};

export const newUserForm = defineForm("users/newUserForm", Type.Object(NameFields));

export const userForm = defineForm(
  "users/edit",
  Type.Object({
    ...NameFields,
    phoneNumber: Personal(Text),
    phoneExtension: Personal(Text),
    jobTitle: Text,
    isHr: Type.Boolean(),
    isAd: Type.Boolean(),
    resourceIds: Type.Array(Uuid),
    roleIds: Type.Array(Uuid),
  }),
);

const Subject = Type.Object({ userId: Uuid, username: Personal(Text) });
/** A user is deleted after the administrator typed the username. */
export const userDeletion = defineConfirmation("users/userDeletion", Subject);
/** A user is signed out everywhere. */
export const userSignOut = defineConfirmation("users/signOut", Subject);

/** All second factors of a user are removed. */
export const userFactorsReset = defineConfirmation("users/factorsReset", Subject);

export const archivingChosen = defineEvent(
  "users/archivingChosen",
  1,
  Type.Object({ archived: Type.Boolean() }),
);
export const validationEmailWanted = defineEvent("users/validationEmailWanted", 1, Type.Object({}));
/** The administrator retries loading the user after a failure. */
export const userRetried = defineEvent("users/userRetried", 1, Type.Object({}));

/** The changes to a user, newest first. */
export const userHistory = defineList("users/history", Type.Object({}));
export const undoChosen = defineEvent("users/undoChosen", 1, Type.Object({ changeId: Uuid }));
