/** What people do to find an org, and on its detail screen. */
import { Type } from "typebox";
import { Count, Nullable, Text, Uuid } from "../entities/common.ts";
import { TEXT_MAX_LENGTH } from "../entities/limits.ts";
import { ORG_TYPES } from "../entities/orgTypes.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineList } from "../kernel/list.ts";
import { Choice, SearchText, SortBy } from "../kernel/query.ts";
import { Typed } from "../kernel/redaction.ts";
import { ALL_ORGS } from "../rules/orgQuery.ts";

export const orgList = defineList(
  "roleMapping/orgList",
  Type.Object({
    type: Choice(ORG_TYPES),
    contains: SearchText,
    /** The first letter of the names, or `ALL_ORGS`. */
    startsWith: Type.String({ maxLength: TEXT_MAX_LENGTH, default: ALL_ORGS }),
    sort: SortBy(["name", "memberCount", "inducementCount"]),
  }),
);

export const memberList = defineList(
  "roleMapping/memberList",
  Type.Object({
    contains: SearchText,
    sort: SortBy(["name", "username", "jobTitle", "department"]),
  }),
);

/** The org of the screen is loaded again: its first load failed, or its policy has become another elsewhere. */
export const orgRetried = defineEvent("roleMapping/orgRetried", 1, Type.Object({}));

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
/** An entitlement is taken out of the policy. */
export const removal = defineConfirmation(
  "roleMapping/removal",
  Type.Object({ inducementId: Uuid, name: Type.String(), resourceName: Text }),
);

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
