/** Changes of many users by one file: how it was understood, and what became of it. */
import { Type, type Static } from "typebox";
import { PersonalMessageSchema } from "../kernel/message.ts";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, Text, Uuid } from "./common.ts";
import { FieldChange } from "./managedUser.ts";

/** What a line of the file does: as it was understood when the file was checked. */
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

/** What became of a line that does something: `late` when it was possible no more. */
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
  /** Lines that were written. */
  done: Count,
  /** Lines that were not written, as something had changed since the file was checked. */
  late: Count,
  /** Lines that are still to be written. */
  left: Count,
});
export type BulkChange = Static<typeof BulkChange>;

export const BulkLine = Type.Object({
  /** Of the file, from 1; the header is a line, too. */
  line: Count,
  kind: BulkKind,
  outcome: Nullable(BulkOutcome),
  username: Personal(Type.String()),
  userId: Nullable(Uuid),
  changes: Type.Array(FieldChange),
  /** Why it is refused, or late. `field` is null where the line as a whole is at fault. */
  problems: Type.Array(
    Type.Object({ field: Nullable(Type.String()), reason: PersonalMessageSchema }),
  ),
});
export type BulkLine = Static<typeof BulkLine>;
