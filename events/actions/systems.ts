/** Events of adding, configuring, publishing, reading and deleting connected systems. */
import { Type } from "typebox";
import { Count, Nullable, OneOf, Text, Uuid } from "../entities/common.ts";
import { CONNECTOR_KINDS, CONNECTOR_TAGS, FieldValueSchema } from "../entities/connector.ts";
import { AccountExclusion, OWNER_FIELDS, PUBLICATION_STATES } from "../entities/system.ts";
import { ActivationSettings, SYSTEM_KINDS } from "../entities/systemConfiguration.ts";
import { PERSON_HISTORY_KINDS } from "../entities/identityChange.ts";
import { ENTRY_FILTERS } from "../entities/systemRun.ts";
import { TASK_ACTIONS, TASK_FILTERS } from "../entities/systemTask.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineDynamicForm, defineForm } from "../kernel/form.ts";
import { defineList } from "../kernel/list.ts";
import { MessageSchema } from "../kernel/message.ts";
import { Choice, OptionalId, SearchText } from "../kernel/query.ts";
import { Personal, Typed } from "../kernel/redaction.ts";
import { PartialOf } from "../kernel/shapes.ts";

const Nothing = Type.Object({});

export const systemList = defineList(
  "systems/list",
  Type.Object({
    contains: SearchText,
    kind: Choice(["all", ...SYSTEM_KINDS]),
    status: Choice(["all", ...PUBLICATION_STATES]),
  }),
);

/** What narrows the catalogue of connectors. */
export const CatalogueFilters = Type.Object({
  contains: Typed(Text),
  kind: OneOf(["all", ...CONNECTOR_KINDS]),
  tag: OneOf(["all", ...CONNECTOR_TAGS]),
});
export const catalogueFiltered = defineEvent(
  "systems/catalogueFiltered",
  1,
  Type.Object({ change: PartialOf(CatalogueFilters) }),
);
/** The administrator chose the connector of a new system. */
export const connectorChosen = defineEvent(
  "systems/connectorChosen",
  1,
  Type.Object({ connectorId: Type.Integer() }),
);
/** The user loads connectors and limits again. */
export const catalogueRetried = defineEvent("systems/catalogueRetried", 1, Nothing);

const SetupFields = {
  name: Text,
  description: Type.String(),
  /** Empty: nobody. */
  ownerId: Type.String({ maxLength: 36 }),
};
export const newSystemForm = defineForm(
  "systems/new",
  Type.Object({ ...SetupFields, kind: OneOf(CONNECTOR_KINDS) }),
);
export const setupForm = defineForm("systems/setup", Type.Object(SetupFields));

/** The user loads the open system, or a part of it, again. */
export const systemRetried = defineEvent("systems/systemRetried", 1, Nothing);

/** By field of the connector. */
export const configurationForm = defineDynamicForm("systems/configuration", FieldValueSchema);
export const systemFileChosen = defineEvent(
  "systems/fileChosen",
  1,
  Type.Object({ fieldId: Text, fileName: Personal(Text), bytes: Count }),
);
/** The file was not sent to the end. */
export const systemFileRefused = defineEvent(
  "systems/fileRefused",
  1,
  Type.Object({ reason: MessageSchema }),
);
/** The user chooses a file for the text of a field, such as a certificate. */
export const textFileWanted = defineEvent(
  "systems/textFileWanted",
  1,
  Type.Object({ fieldId: Text }),
);
export const textFileChosen = defineEvent(
  "systems/textFileChosen",
  1,
  Type.Object({ fileName: Personal(Text), bytes: Count }),
);
/** The file is too large, or the browser cannot read it. */
export const textFileRefused = defineEvent(
  "systems/textFileRefused",
  1,
  Type.Object({ reason: MessageSchema }),
);
/** The user goes to the provider of a system to grant access. */
export const authorizationWanted = defineEvent("systems/authorizationWanted", 1, Nothing);
/** The provider sent the user back without access. */
export const authorizationRefused = defineEvent(
  "systems/authorizationRefused",
  1,
  Type.Object({
    /** The code of OAuth 2, such as access_denied. */
    error: Text,
  }),
);
export const testWanted = defineEvent("systems/testWanted", 1, Nothing);
export const discoveryWanted = defineEvent("systems/discoveryWanted", 1, Nothing);

export const importSettingsForm = defineForm(
  "systems/importSettings",
  Type.Object({
    /** Empty: accounts have no owner. */
    ownerAttribute: Text,
    ownerField: OneOf(OWNER_FIELDS),
    /** The attributes of people; empty: none. */
    externalId: Text,
    username: Text,
    givenName: Text,
    familyName: Text,
    email: Text,
    jobTitle: Text,
    department: Text,
    location: Text,
    manager: Text,
    /** One pattern in each line. Missing in logs of earlier builds. */
    includedEntitlements: Type.Optional(Type.String()),
    excludedEntitlements: Type.String(),
    /** Minutes; empty: no schedule. */
    schedule: Text,
    maxGonePercent: Nullable(Type.Integer()),
    maxRenamedPercent: Nullable(Type.Integer()),
    graceDays: Nullable(Type.Integer()),
    /** Missing in logs of earlier builds. */
    writesPerMinute: Type.Optional(Nullable(Type.Integer())),
  }),
);

export const activationForm = defineForm("systems/activation", ActivationSettings);

export const confirmationWanted = defineEvent("systems/confirmationWanted", 1, Nothing);
export const pauseWanted = defineEvent(
  "systems/pauseWanted",
  1,
  Type.Object({ paused: Type.Boolean() }),
);
/** The settings of a version are published. */
/** A rule that leaves out accounts. An empty attribute stands for the name. */
const Exclusion = Type.Object({ attribute: Text, pattern: Typed(Text) });
export const exclusionForm = defineForm("systems/exclusion", Exclusion);
/** The rule is previewed, because the user has not changed it for a moment. */
export const exclusionSettled = defineEvent("systems/exclusionSettled", 1, Exclusion);
/** Accounts that a rule leaves out are included again. */
export const exclusionRemoval = defineConfirmation("systems/exclusionRemoval", AccountExclusion);
/** The accounts that the last import left out. */
export const excludedList = defineList("systems/excludedAccounts", Type.Object({}));

export const publishing = defineConfirmation(
  "systems/publishing",
  Type.Object({ name: Text, version: Count }),
);
/** A system is deleted after the user typed its name. */
export const systemDeletion = defineConfirmation(
  "systems/deletion",
  Type.Object({ resourceId: Uuid, name: Text }),
);
/** Whether policies and access roles lose the entitlements of the deleted system. */
export const grantsRemovalChosen = defineEvent(
  "systems/grantsRemovalChosen",
  1,
  Type.Object({ removesGrants: Type.Boolean() }),
);

/** The tasks of a self-certified system. */
export const taskList = defineList(
  "systems/tasks",
  Type.Object({
    show: Choice(TASK_FILTERS),
    change: Choice(["all", ...TASK_ACTIONS]),
    contains: SearchText,
  }),
);
export const taskForm = defineForm(
  "systems/task",
  Type.Object({
    action: OneOf(TASK_ACTIONS),
    account: Personal(Type.String()),
    note: Personal(Type.String()),
  }),
);
const TaskSubject = Type.Object({
  taskId: Uuid,
  account: Personal(Text),
  /** What to do, in one line. */
  details: Personal(Type.String()),
});
export const taskAttestation = defineConfirmation("systems/taskAttestation", TaskSubject);
export const taskWithdrawal = defineConfirmation("systems/taskWithdrawal", TaskSubject);

/** `open` is the id of the run that is shown. */
export const runList = defineList("systems/runs", Type.Object({ open: OptionalId }));
/** What the open run changes. */
export const entryList = defineList(
  "systems/runEntries",
  Type.Object({ contains: SearchText, change: Choice(["all", ...ENTRY_FILTERS]) }),
);
/** One object of the open run is shown before and after; null: its dialog closed. */
export const entryOpened = defineEvent(
  "systems/entryOpened",
  1,
  Type.Object({ no: Nullable(Count) }),
);
export const runWanted = defineEvent(
  "systems/runWanted",
  1,
  Type.Object({ kind: OneOf(["full", "changes"]) }),
);
export const runCancelled = defineEvent("systems/runCancelled", 1, Type.Object({ oid: Uuid }));
/** The progress of the open run is requested again. */
export const runPolled = defineEvent("systems/runPolled", 1, Nothing);

/** An import of an HR system is started whose plan waits for a decision. */
export const hrPreviewWanted = defineEvent("systems/hrPreviewWanted", 1, Nothing);
/** The progress of the latest import of an HR system is requested again. */
export const hrPreviewPolled = defineEvent("systems/hrPreviewPolled", 1, Nothing);
/** The people whom the latest import of an HR system would change. */
export const plannedPeople = defineList(
  "systems/plannedPeople",
  Type.Object({ contains: SearchText, kind: Choice(["all", ...PERSON_HISTORY_KINDS]) }),
);
/** One of these people is shown before and after; null: the dialog closed. */
export const plannedPersonOpened = defineEvent(
  "systems/plannedPersonOpened",
  1,
  Type.Object({ no: Nullable(Count) }),
);

/** Exactly the plan with this hash is approved. */
export const approval = defineConfirmation(
  "systems/approval",
  Type.Object({
    oid: Uuid,
    no: Count,
    hash: Text,
    /** Whether the plan waits for a second person after this approval. Missing in logs of earlier builds. */
    isFirst: Type.Optional(Type.Boolean()),
  }),
);
const RunSubject = Type.Object({ oid: Uuid, no: Count });
export const rejection = defineConfirmation("systems/rejection", RunSubject);
/** A run that cannot go on is ended. */
export const runAbandonment = defineConfirmation("systems/abandonment", RunSubject);
/** Everything that a run changed is taken back. */
export const runUndo = defineConfirmation("systems/undo", RunSubject);

/** The username of a user to whom the open resource is assigned. */
export const resourceUserForm = defineForm(
  "systems/resourceUser",
  Type.Object({ username: Typed(Text) }),
);
/** A user loses the open resource. */
export const resourceUserRemoval = defineConfirmation(
  "systems/resourceUserRemoval",
  Type.Object({ userId: Uuid, name: Personal(Text) }),
);
