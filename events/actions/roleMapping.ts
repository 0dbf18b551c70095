/** Events of the list of orgs and of an org's detail screen. */
import { Type } from "typebox";
import { Count, Nullable, Period, Text, Uuid } from "../entities/common.ts";
import { TEXT_MAX_LENGTH } from "../entities/limits.ts";
import { ORG_TYPES } from "../entities/orgTypes.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";
import { defineList } from "../kernel/list.ts";
import { Choice, SearchText, SortBy } from "../kernel/query.ts";
import { Typed } from "../kernel/redaction.ts";
import { ALL_ORGS } from "../rules/orgQuery.ts";

/** All orgs, those that have members and no policy, or those with a policy. */
export const POLICY_FILTERS = ["all", "missing", "present"] as const;
export type PolicyFilter = (typeof POLICY_FILTERS)[number];

export const orgList = defineList(
  "roleMapping/orgList",
  Type.Object({
    type: Choice(ORG_TYPES),
    contains: SearchText,
    /** The first letter of the names, or `ALL_ORGS`. */
    startsWith: Type.String({ maxLength: TEXT_MAX_LENGTH, default: ALL_ORGS }),
    policy: Choice(POLICY_FILTERS),
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

/** The entitlements that the screen's org inherits. */
export const inheritedList = defineList(
  "roleMapping/inheritedList",
  Type.Object({ contains: SearchText, sort: SortBy(["name", "resource", "origin"]) }),
);

/** The access roles that the policy of the screen's org induces. */
export const inducedRoles = defineList(
  "roleMapping/inducedRoles",
  Type.Object({ sort: SortBy(["name"]) }),
);

/** The screen's org is loaded again because its first load failed or its policy changed elsewhere. */
export const orgRetried = defineEvent("roleMapping/orgRetried", 1, Type.Object({}));

export const policyFiltered = defineEvent(
  "roleMapping/policyFiltered",
  1,
  Type.Object({ text: Typed(Text) }),
);
/** The user paused typing, so the policy is searched for the text. */
export const policyFilterSettled = defineEvent(
  "roleMapping/policyFilterSettled",
  1,
  Type.Object({ text: Typed(Text) }),
);
/** The policy's list is requested from its start. */
export const policyWanted = defineEvent(
  "roleMapping/policyWanted",
  1,
  Type.Object({ oid: Uuid, resourceId: Nullable(Uuid), contains: Typed(Text) }),
);
/** Rows of the policy came into view: from `first` to before `end`. */
export const policyRowsShown = defineEvent(
  "roleMapping/policyRowsShown",
  1,
  Type.Object({ first: Count, end: Count }),
);
export const policyListRetried = defineEvent("roleMapping/policyListRetried", 1, Type.Object({}));
/** An entitlement is removed from the policy. */
export const removal = defineConfirmation(
  "roleMapping/removal",
  Type.Object({ inducementId: Uuid, name: Type.String(), resourceName: Text }),
);

const Day = Type.String({ maxLength: 10 });
/** Days such as 2026-11-25, both included; empty: unbounded. */
const Days = Type.Object({ from: Day, until: Day });
/** The period of an entitlement in the policy is edited; null: the dialog closed. */
export const periodOpened = defineEvent(
  "roleMapping/periodOpened",
  1,
  Type.Object({
    subject: Nullable(
      Type.Object({
        inducementId: Uuid,
        name: Type.String(),
        ...Days.properties,
        /** The exact bounds. Absent in logs of earlier builds. */
        period: Type.Optional(Period),
      }),
    ),
  }),
);
export const periodForm = defineForm("roleMapping/period", Days);

/** The resource picker for the builder opened or closed. */
export const resourcePickerToggled = defineEvent(
  "roleMapping/resourcePickerToggled",
  1,
  Type.Object({ open: Type.Boolean() }),
);
/** Searches resource names that an export keeps, within the app. A replay would find nothing by a pseudonym. */
export const resourcePickerTyped = defineEvent(
  "roleMapping/resourcePickerTyped",
  1,
  Type.Object({ text: Text }),
);
export const resourcesRetried = defineEvent("roleMapping/resourcesRetried", 1, Type.Object({}));
