/** Events of the grouping screens. */
import { Type } from "typebox";
import { Count, Nullable, Text, Uuid } from "../entities/common.ts";
import { LOOSE_LISTS, LooseChoice, OrgVersion } from "../entities/grouping.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";
import { defineList } from "../kernel/list.ts";
import { OneOf } from "../entities/common.ts";
import { SearchText, SortBy } from "../kernel/query.ts";
import { Typed } from "../kernel/redaction.ts";

const Nothing = Type.Object({});
const Search = Type.Object({ text: Typed(Text) });

/** An org that users select in the tree. */
export const SelectedOrg = Type.Object({
  oid: Uuid,
  version: Count,
  displayName: Text,
  parentOid: Uuid,
  isGroup: Type.Boolean(),
});

/** The user opened or closed a group in the tree. */
export const groupToggled = defineEvent(
  "groupings/groupToggled",
  1,
  Type.Object({ oid: Uuid, open: Type.Boolean() }),
);
/** Rows of the tree came into view: from `first` to before `end`. */
export const treeShown = defineEvent(
  "groupings/treeShown",
  1,
  Type.Object({ first: Count, end: Count }),
);
export const treeRetried = defineEvent("groupings/treeRetried", 1, Nothing);
export const orgSelected = defineEvent(
  "groupings/orgSelected",
  1,
  Type.Object({ org: SelectedOrg, isSelected: Type.Boolean() }),
);
export const selectionCleared = defineEvent("groupings/selectionCleared", 1, Nothing);

export const searchTyped = defineEvent("groupings/searchTyped", 1, Search);
export const searchSettled = defineEvent("groupings/searchSettled", 1, Search);

const LooseQuery = Type.Object({ contains: SearchText, sort: SortBy(["name", "memberCount"]) });
export const ungroupedList = defineList("groupings/ungrouped", LooseQuery);
export const inactiveList = defineList("groupings/inactive", LooseQuery);
/** The user chose which orgs outside of groups are listed. */
export const looseListChosen = defineEvent(
  "groupings/looseListChosen",
  1,
  Type.Object({ list: OneOf(LOOSE_LISTS) }),
);

export const createForm = defineForm("groupings/create", Type.Object({ displayName: Text }));
export const renameForm = defineForm("groupings/rename", Type.Object({ displayName: Text }));

/** Moves orgs to a group that is chosen in the dialog. */
export const move = defineConfirmation(
  "groupings/move",
  Type.Object({
    ids: Type.Array(OrgVersion),
    all: Nullable(LooseChoice),
    count: Count,
    /** Of a single org. */
    name: Nullable(Text),
  }),
);
/** The user chose where orgs go; `displayName` is null for the top level. */
export const moveTargetChosen = defineEvent(
  "groupings/moveTargetChosen",
  1,
  Type.Object({ oid: Uuid, displayName: Nullable(Text) }),
);
export const moveSearchTyped = defineEvent("groupings/moveSearchTyped", 1, Search);
export const moveSearchSettled = defineEvent("groupings/moveSearchSettled", 1, Search);

export const deletion = defineConfirmation("groupings/deletion", SelectedOrg);

/** Shows the groups that names suggest, and creates those that the user keeps. */
export const suggestions = defineConfirmation("groupings/suggestions", Nothing);
/** The user kept a suggested group, or left it out. */
export const suggestionKept = defineEvent(
  "groupings/suggestionKept",
  1,
  Type.Object({ name: Text, isKept: Type.Boolean() }),
);
export const suggestionsRetried = defineEvent("groupings/suggestionsRetried", 1, Nothing);

/** The user undoes the last change. */
export const undoWanted = defineEvent("groupings/undoWanted", 1, Type.Object({ changeId: Uuid }));
