/** What people do with the history of policies, and to change many policies at once. */
import { Type } from "typebox";
import { Count, Nullable, Text, Uuid } from "../entities/common.ts";
import { ORG_TYPES } from "../entities/orgTypes.ts";
import { OrgChoice, PolicyChangeRequest, PolicyOperation } from "../entities/policyChange.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineList } from "../kernel/list.ts";
import { MessageSchema } from "../kernel/message.ts";
import { Choice, SearchText, SortBy } from "../kernel/query.ts";
import { Personal } from "../kernel/redaction.ts";

/** The changes of one policy, or of all, newest first. */
export const historyList = defineList("policyChanges/history", Type.Object({}));

/** What a change did is looked at; null: no longer. */
export const changeOpened = defineEvent(
  "policyChanges/changeOpened",
  1,
  Type.Object({ changeId: Nullable(Uuid) }),
);
export const changeRetried = defineEvent("policyChanges/changeRetried", 1, Type.Object({}));

export const undo = defineConfirmation("policyChanges/undo", Type.Object({ changeId: Uuid }));
export const undoRetried = defineEvent("policyChanges/undoRetried", 1, Type.Object({}));

/** The orgs that a change of many can be about. */
export const bulkOrgs = defineList(
  "policyChanges/bulkOrgs",
  Type.Object({
    type: Choice(ORG_TYPES),
    contains: SearchText,
    sort: SortBy(["name", "memberCount", "inducementCount"]),
  }),
);

/** The entitlements that a change of many can be about. */
export const bulkEntitlements = defineList(
  "policyChanges/bulkEntitlements",
  Type.Object({
    contains: SearchText,
    /** The id of a resource; empty: of all. */
    resourceId: Type.String({ maxLength: 36, default: "" }),
    sort: SortBy(["name"]),
  }),
);

/** What is done with the chosen entitlements. */
export const bulkOperationChosen = defineEvent(
  "policyChanges/bulkOperationChosen",
  1,
  Type.Object({ operation: PolicyOperation }),
);

/** The effect of the change is asked for. */
export const bulkPreviewWanted = defineEvent(
  "policyChanges/bulkPreviewWanted",
  1,
  Type.Object({ request: PolicyChangeRequest }),
);

/** The change that was previewed is to be made. */
export const bulkApply = defineConfirmation(
  "policyChanges/bulkApply",
  Type.Object({
    request: PolicyChangeRequest,
    changeId: Uuid,
    fingerprint: Type.String({ maxLength: 64 }),
    orgs: Count,
  }),
);

/** The policies of the listed orgs were saved as a CSV file. */
export const policiesExported = defineEvent(
  "policyChanges/policiesExported",
  1,
  Type.Object({ orgs: OrgChoice }),
);

/** A file was chosen. Its content is no part of the log. */
export const policyFileChosen = defineEvent(
  "policyChanges/fileChosen",
  1,
  Type.Object({ fileName: Personal(Text), bytes: Count }),
);
/** The chosen file was not sent. */
export const policyFileRefused = defineEvent(
  "policyChanges/fileRefused",
  1,
  Type.Object({ reason: MessageSchema }),
);
export const policyFileDropped = defineEvent("policyChanges/fileDropped", 1, Type.Object({}));

/** The policies of a checked file are to be applied. */
export const fileApply = defineConfirmation(
  "policyChanges/fileApply",
  Type.Object({
    changeId: Uuid,
    fingerprint: Type.String({ maxLength: 64 }),
    orgs: Count,
  }),
);
