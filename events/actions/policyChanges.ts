/** What users do with the history of policies and with changes of many policies. */
import { Type } from "typebox";
import { Count, Nullable, OneOf, Text, Uuid } from "../entities/common.ts";
import { ORG_TYPES } from "../entities/orgTypes.ts";
import {
  AFFECTED_PEOPLE,
  OrgChoice,
  PeopleOfChange,
  POLICY_LINES,
  PolicyChangeRequest,
  PolicyOperation,
} from "../entities/policyChange.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineList } from "../kernel/list.ts";
import { MessageSchema } from "../kernel/message.ts";
import { Choice, SearchText, SortBy } from "../kernel/query.ts";
import { Personal } from "../kernel/redaction.ts";

/** The changes of one policy or of all policies, newest first. */
export const historyList = defineList("policyChanges/history", Type.Object({}));

/** The user opened the details of a change; null: closed them. */
export const changeOpened = defineEvent(
  "policyChanges/changeOpened",
  1,
  Type.Object({ changeId: Nullable(Uuid) }),
);

const LinesQuery = Type.Object({ show: Choice(POLICY_LINES), contains: SearchText });

/** What the open change did to each policy. */
export const changeLines = defineList("policyChanges/changeLines", LinesQuery);

export const undo = defineConfirmation("policyChanges/undo", Type.Object({ changeId: Uuid }));
export const undoRetried = defineEvent("policyChanges/undoRetried", 1, Type.Object({}));

/** The user opened the people of a change in the history, or of its undo; null: closed them. */
export const peopleOpened = defineEvent(
  "policyChanges/peopleOpened",
  1,
  Type.Object({ people: Nullable(Type.Object({ changeId: Uuid, of: PeopleOfChange })) }),
);
export const peopleRetried = defineEvent("policyChanges/peopleRetried", 1, Type.Object({}));

const PeopleQuery = Type.Object({
  show: Choice(AFFECTED_PEOPLE),
  contains: SearchText,
  sort: SortBy(["name", "username", "jobTitle", "department"]),
});

/** The people of a change in the history, or of its undo. */
export const changedPeople = defineList("policyChanges/changedPeople", PeopleQuery);

/** The orgs that the user can choose for a change. */
export const bulkOrgs = defineList(
  "policyChanges/bulkOrgs",
  Type.Object({
    type: Choice(ORG_TYPES),
    contains: SearchText,
    sort: SortBy(["name", "memberCount", "inducementCount"]),
  }),
);

/** The entitlements that the user can choose for a change. */
export const bulkEntitlements = defineList(
  "policyChanges/bulkEntitlements",
  Type.Object({
    contains: SearchText,
    /** The id of a resource; empty: all resources. */
    resourceId: Type.String({ maxLength: 36, default: "" }),
    sort: SortBy(["name"]),
  }),
);

/** The access roles that the user can choose for a change. */
export const bulkAccessRoles = defineList(
  "policyChanges/bulkAccessRoles",
  Type.Object({ contains: SearchText, sort: SortBy(["name"]) }),
);

/** The user chose what to do with the chosen entitlements. */
export const bulkOperationChosen = defineEvent(
  "policyChanges/bulkOperationChosen",
  1,
  Type.Object({ operation: PolicyOperation }),
);

/** The user requested a preview of the change. */
export const bulkPreviewWanted = defineEvent(
  "policyChanges/bulkPreviewWanted",
  1,
  Type.Object({ request: PolicyChangeRequest }),
);

/** The user opened the people or the lines of a previewed change; null: closed them. */
export const effectOpened = defineEvent(
  "policyChanges/effectOpened",
  1,
  Type.Object({
    effect: Nullable(Type.Object({ previewId: Uuid, part: OneOf(["people", "lines"]) })),
  }),
);

/** The people whom a previewed change affects. */
export const effectPeople = defineList("policyChanges/effectPeople", PeopleQuery);

/** What a previewed change does to each policy. */
export const effectLines = defineList("policyChanges/effectLines", LinesQuery);

const PreviewedChange = Type.Object({
  request: PolicyChangeRequest,
  changeId: Uuid,
  fingerprint: Type.String({ maxLength: 64 }),
  orgs: Count,
});

/** Asks the user to confirm the previewed change. */
export const bulkApply = defineConfirmation("policyChanges/bulkApply", PreviewedChange);

/** Like `bulkApply`, for the entitlements of one resource. */
export const resourceBulkApply = defineConfirmation(
  "policyChanges/resourceBulkApply",
  PreviewedChange,
);

/** The user exported the policies of the listed orgs as a CSV file. */
export const policiesExported = defineEvent(
  "policyChanges/policiesExported",
  1,
  Type.Object({ orgs: OrgChoice }),
);

/** The user chose a file. The log does not contain its content. */
export const policyFileChosen = defineEvent(
  "policyChanges/fileChosen",
  1,
  Type.Object({ fileName: Personal(Text), bytes: Count }),
);
/** The app rejected the chosen file and did not send it. */
export const policyFileRefused = defineEvent(
  "policyChanges/fileRefused",
  1,
  Type.Object({ reason: MessageSchema }),
);
export const policyFileDropped = defineEvent("policyChanges/fileDropped", 1, Type.Object({}));

/** Asks the user to confirm the checked file. */
export const fileApply = defineConfirmation(
  "policyChanges/fileApply",
  Type.Object({
    changeId: Uuid,
    fingerprint: Type.String({ maxLength: 64 }),
    orgs: Count,
  }),
);
