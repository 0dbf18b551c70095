/** What administrators of users do: in the list, and with one user. */
import { Type } from "typebox";
import { Text, Uuid } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";
import { Typed } from "../kernel/redaction.ts";

const SortDirection = Type.Union([Type.Literal("ASCENDING"), Type.Literal("DESCENDING")]);

export const userSearchTyped = defineEvent(
  "users/searchTyped",
  1,
  Type.Object({ text: Typed(Text) }),
);
/** Nobody typed on for a moment: the text is searched for. */
export const userSearchSettled = defineEvent(
  "users/searchSettled",
  1,
  Type.Object({ text: Typed(Text) }),
);
export const userStatusChosen = defineEvent(
  "users/statusChosen",
  1,
  Type.Object({ status: Type.Union([Type.Literal("active"), Type.Literal("archived")]) }),
);
export const managerKindChosen = defineEvent(
  "users/managerKindChosen",
  1,
  Type.Object({
    manager: Type.Union([
      Type.Literal("all"),
      Type.Literal("hr"),
      Type.Literal("ad"),
      Type.Literal("billing"),
    ]),
  }),
);
export const usersSorted = defineEvent(
  "users/sorted",
  1,
  Type.Object({
    column: Type.Union([Type.Literal("name"), Type.Literal("username"), Type.Literal("email")]),
    direction: SortDirection,
  }),
);
export const userFiltersCleared = defineEvent("users/filtersCleared", 1, Type.Object({}));
/** The list shows the rows from `first` to before `end`. */
export const userRowsShown = defineEvent(
  "users/rowsShown",
  1,
  Type.Object({ first: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) }),
);
export const userListRetried = defineEvent("users/listRetried", 1, Type.Object({}));

/** Fields of a user that hold text. */
const TextField = Type.Union([
  Type.Literal("username"),
  Type.Literal("givenName"),
  Type.Literal("familyName"),
  Type.Literal("email"),
  Type.Literal("phoneNumber"),
  Type.Literal("phoneExtension"),
  Type.Literal("jobTitle"),
]);
const Problems = Type.Object({
  problems: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
});

/** The form of a new user was opened or closed. */
export const creationToggled = defineEvent(
  "users/creationToggled",
  1,
  Type.Object({ open: Type.Boolean() }),
);
export const newUserTyped = defineEvent(
  "users/newUserTyped",
  1,
  Type.Object({ field: TextField, value: Typed(Text) }),
);
export const creationSubmitted = defineEvent("users/creationSubmitted", 1, Type.Object({}));
export const creationRefused = defineEvent("users/creationRefused", 1, Problems);

export const userTyped = defineEvent(
  "users/userTyped",
  1,
  Type.Object({ field: TextField, value: Typed(Text) }),
);
export const userFlagSet = defineEvent(
  "users/flagSet",
  1,
  Type.Object({
    field: Type.Union([Type.Literal("isHr"), Type.Literal("isAd")]),
    value: Type.Boolean(),
  }),
);
export const userIdsChosen = defineEvent(
  "users/idsChosen",
  1,
  Type.Object({
    field: Type.Union([Type.Literal("roleIds"), Type.Literal("resourceIds")]),
    ids: Type.Array(Uuid),
  }),
);
export const userDiscarded = defineEvent("users/discarded", 1, Type.Object({}));
export const userSubmitted = defineEvent("users/submitted", 1, Type.Object({}));
/** The form was not sent: what is wrong, by field. */
export const userRefused = defineEvent("users/refused", 1, Problems);
export const userRetried = defineEvent("users/userRetried", 1, Type.Object({}));
export const archivingChosen = defineEvent(
  "users/archivingChosen",
  1,
  Type.Object({ archived: Type.Boolean() }),
);

export const validationEmailWanted = defineEvent("users/validationEmailWanted", 1, Type.Object({}));

/** The question whether the user is to be signed out everywhere. */
export const signOutToggled = defineEvent(
  "users/signOutToggled",
  1,
  Type.Object({ open: Type.Boolean() }),
);
export const signOutConfirmed = defineEvent("users/signOutConfirmed", 1, Type.Object({}));

/** Somebody wants to delete the user, and is asked to type its username first. */
export const deletionAsked = defineEvent("users/deletionAsked", 1, Type.Object({}));
export const deletionTyped = defineEvent(
  "users/deletionTyped",
  1,
  Type.Object({ text: Typed(Text) }),
);
export const deletionCancelled = defineEvent("users/deletionCancelled", 1, Type.Object({}));
export const deletionConfirmed = defineEvent("users/deletionConfirmed", 1, Type.Object({}));

export const changesPaged = defineEvent(
  "users/changesPaged",
  1,
  Type.Object({ page: Type.Integer({ minimum: 0 }) }),
);
export const undoChosen = defineEvent("users/undoChosen", 1, Type.Object({ changeId: Uuid }));
