/** Tasks of self-certified systems: a person changes an account by hand, and attests it. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";

/** What is done to the account. */
export const TASK_ACTIONS = ["create", "change", "disable", "enable", "remove"] as const;
export type TaskAction = (typeof TASK_ACTIONS)[number];

/** withdrawn: the task is not needed any more, and nobody attested it. */
export const TASK_STATES = ["open", "attested", "withdrawn"] as const;
export type TaskState = (typeof TASK_STATES)[number];

export const TASK_FILTERS = [...TASK_STATES, "all"] as const;
export type TaskFilter = (typeof TASK_FILTERS)[number];

/** Maximum length of a note, in UTF-16 code units. */
export const NOTE_MAX_LENGTH = 2000;
export const MAX_TASK_CHANGES = 500;

const Values = Type.Array(Type.String({ maxLength: NOTE_MAX_LENGTH }), { maxItems: 10_000 });

/** Values that an attribute or the entitlements of the account gain and lose. */
export const TaskChange = Type.Object({ attribute: Text, add: Values, remove: Values });
export type TaskChange = Static<typeof TaskChange>;

export const SystemTask = Type.Object({
  id: Uuid,
  resourceId: Uuid,
  action: OneOf(TASK_ACTIONS),
  /** The account's name. */
  account: Personal(Text),
  /** The person to whom it belongs or will belong; null if that is unknown. */
  identityOid: Nullable(Uuid),
  person: Nullable(Personal(Type.String())),
  changes: Personal(Type.Array(TaskChange)),
  /** What else to do; empty for nothing. */
  note: Personal(Type.String()),
  state: OneOf(TASK_STATES),
  /** Username, or system for a task of provisioning. */
  createdBy: Personal(Text),
  createdAt: Instant,
  /** Who attested or withdrew it. */
  settledBy: Nullable(Personal(Text)),
  settledAt: Nullable(Instant),
});
export type SystemTask = Static<typeof SystemTask>;

/** A task that a person adds by hand. */
export const NewTask = Type.Object({
  action: OneOf(TASK_ACTIONS),
  account: Personal(Text),
  note: Personal(Type.String({ maxLength: NOTE_MAX_LENGTH })),
});
export type NewTask = Static<typeof NewTask>;
