/** A bulk change: the preview of a file and its outcome. */
import { Type, type Static } from "typebox";
import { PersonalMessageSchema } from "../kernel/message.ts";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, Text, Uuid } from "./common.ts";
import { FieldChange } from "./managedUser.ts";

/** The effect of a line, as the check determined it. */
export const BULK_KINDS = [
  "create",
  "change",
  "archive",
  "restore",
  "unchanged",
  "refused",
] as const;
export const BulkKind = Type.Union([
  Type.Literal("create"),
  Type.Literal("change"),
  Type.Literal("archive"),
  Type.Literal("restore"),
  Type.Literal("unchanged"),
  Type.Literal("refused"),
]);
export type BulkKind = Static<typeof BulkKind>;

/** The outcome of a line with an effect: `late` if it had become impossible. */
export const BulkOutcome = Type.Union([Type.Literal("done"), Type.Literal("late")]);
export type BulkOutcome = Static<typeof BulkOutcome>;

export const BulkChange = Type.Object({
  id: Uuid,
  fileName: Personal(Text),
  createdAt: Instant,
  /** Lines by kind. */
  counts: Type.Object({
    create: Count,
    change: Count,
    archive: Count,
    restore: Count,
    unchanged: Count,
    refused: Count,
  }),
  /** Written lines. */
  done: Count,
  /** Lines that were not written because of a change after the check. */
  late: Count,
  /** Lines still to be written. */
  left: Count,
});
export type BulkChange = Static<typeof BulkChange>;

export const BulkLine = Type.Object({
  /** The line number in the file, from 1 for the header. */
  line: Count,
  kind: BulkKind,
  outcome: Nullable(BulkOutcome),
  username: Personal(Type.String()),
  userId: Nullable(Uuid),
  changes: Type.Array(FieldChange),
  /** The reason for a refused or late line. `field` is null if the whole line is at fault. */
  problems: Type.Array(
    Type.Object({ field: Nullable(Type.String()), reason: PersonalMessageSchema }),
  ),
});
export type BulkLine = Static<typeof BulkLine>;
