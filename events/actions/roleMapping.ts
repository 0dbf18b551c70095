/** What people do to find an org, and on its detail screen. */
import { Type } from "typebox";
import { Count, Nullable, Text, Uuid } from "../entities/common.ts";
import { OrgTypeSchema } from "../entities/org.ts";
import { defineEvent } from "../kernel/event.ts";
import { Typed } from "../kernel/redaction.ts";

const SortDirection = Type.Union([Type.Literal("ASCENDING"), Type.Literal("DESCENDING")]);
/** From 0, as the server counts. */
const Page = Type.Integer({ minimum: 0 });

export const orgTypeChosen = defineEvent(
  "roleMapping/orgTypeChosen",
  1,
  Type.Object({ orgType: OrgTypeSchema }),
);
export const orgSearchTyped = defineEvent(
  "roleMapping/orgSearchTyped",
  1,
  Type.Object({ text: Typed(Text) }),
);
/** Nobody typed on for a moment: the text is searched for. */
export const orgSearchSettled = defineEvent(
  "roleMapping/orgSearchSettled",
  1,
  Type.Object({ text: Typed(Text) }),
);
export const letterChosen = defineEvent(
  "roleMapping/letterChosen",
  1,
  Type.Object({ startsWith: Text }),
);
export const orgsSorted = defineEvent(
  "roleMapping/orgsSorted",
  1,
  Type.Object({
    column: Type.Union([
      Type.Literal("name"),
      Type.Literal("memberCount"),
      Type.Literal("inducementCount"),
    ]),
    direction: SortDirection,
  }),
);
export const orgsPaged = defineEvent("roleMapping/orgsPaged", 1, Type.Object({ page: Page }));
export const orgFiltersCleared = defineEvent("roleMapping/orgFiltersCleared", 1, Type.Object({}));
export const orgListRetried = defineEvent("roleMapping/orgListRetried", 1, Type.Object({}));

/** The org itself could not be loaded, and is asked for again. */
export const orgRetried = defineEvent("roleMapping/orgRetried", 1, Type.Object({}));

export const memberSearchTyped = defineEvent(
  "roleMapping/memberSearchTyped",
  1,
  Type.Object({ text: Typed(Text) }),
);
export const memberSearchSettled = defineEvent(
  "roleMapping/memberSearchSettled",
  1,
  Type.Object({ text: Typed(Text) }),
);
export const membersSorted = defineEvent(
  "roleMapping/membersSorted",
  1,
  Type.Object({
    column: Type.Union([
      Type.Literal("name"),
      Type.Literal("username"),
      Type.Literal("jobTitle"),
      Type.Literal("department"),
    ]),
    direction: SortDirection,
  }),
);
export const membersPaged = defineEvent("roleMapping/membersPaged", 1, Type.Object({ page: Page }));
export const membersRetried = defineEvent("roleMapping/membersRetried", 1, Type.Object({}));

export const policyFiltered = defineEvent(
  "roleMapping/policyFiltered",
  1,
  Type.Object({ text: Typed(Text) }),
);
/** Nobody typed on for a moment: the policy is searched for the text. */
export const policyFilterSettled = defineEvent(
  "roleMapping/policyFilterSettled",
  1,
  Type.Object({ text: Typed(Text) }),
);
/** The list of the policy is wanted from its beginning. */
export const policyWanted = defineEvent(
  "roleMapping/policyWanted",
  1,
  Type.Object({ oid: Uuid, resourceId: Nullable(Uuid), contains: Typed(Text) }),
);
/** Rows of the policy are in view: from `first` to before `end`. */
export const policyRowsShown = defineEvent(
  "roleMapping/policyRowsShown",
  1,
  Type.Object({ first: Count, end: Count }),
);
export const policyListRetried = defineEvent("roleMapping/policyListRetried", 1, Type.Object({}));
/** Somebody wants to take an entitlement out of the policy, and is asked first. */
export const removalAsked = defineEvent(
  "roleMapping/removalAsked",
  1,
  Type.Object({ inducementId: Uuid, name: Type.String(), resourceName: Text }),
);
export const removalCancelled = defineEvent("roleMapping/removalCancelled", 1, Type.Object({}));
export const removalConfirmed = defineEvent("roleMapping/removalConfirmed", 1, Type.Object({}));

/** The choice of a resource to build for was opened or closed. */
export const resourcePickerToggled = defineEvent(
  "roleMapping/resourcePickerToggled",
  1,
  Type.Object({ open: Type.Boolean() }),
);
/** Finds resources by names that an export keeps, in the app itself: under a pseudonym a replay would find none. */
export const resourcePickerTyped = defineEvent(
  "roleMapping/resourcePickerTyped",
  1,
  Type.Object({ text: Text }),
);
export const resourcesRetried = defineEvent("roleMapping/resourcesRetried", 1, Type.Object({}));
