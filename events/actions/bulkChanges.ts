/** Events of bulk changes: files that change users. */
import { Type } from "typebox";
import { BULK_KINDS } from "../entities/bulkChange.ts";
import { Count, Text } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";
import { MessageSchema } from "../kernel/message.ts";
import { defineList } from "../kernel/list.ts";
import { Choice } from "../kernel/query.ts";
import { Personal } from "../kernel/redaction.ts";

export const bulkFileChosen = defineEvent(
  "bulkChanges/fileChosen",
  1,
  Type.Object({ fileName: Personal(Text), bytes: Count }),
);
/** The file was not sent because it is too large or unreadable. */
export const bulkFileRefused = defineEvent(
  "bulkChanges/fileRefused",
  2,
  Type.Object({ reason: MessageSchema }),
);
export const SHOWN_LINES = ["all", ...BULK_KINDS, "late"] as const;
/** The lines of a checked file: all of them, or those of one kind. */
export const bulkLines = defineList(
  "bulkChanges/lineList",
  Type.Object({
    /** The id of the file. */
    check: Type.String({ maxLength: 36, default: "" }),
    show: Choice(SHOWN_LINES),
  }),
);
/** The user opened one line in full; null: closed it. */
export const bulkLineOpened = defineEvent(
  "bulkChanges/lineOpened",
  1,
  Type.Object({ index: Type.Union([Count, Type.Null()]) }),
);
export const bulkRetried = defineEvent("bulkChanges/retried", 1, Type.Object({}));
/** Whether created users are sent a validation e-mail. */
export const bulkEmailsChosen = defineEvent(
  "bulkChanges/emailsChosen",
  1,
  Type.Object({ sendEmails: Type.Boolean() }),
);
export const bulkApplyWanted = defineEvent("bulkChanges/applyWanted", 1, Type.Object({}));

const CsvOf = Type.Union([Type.Literal("users"), Type.Literal("result")]);
export const csvWanted = defineEvent("bulkChanges/csvWanted", 1, Type.Object({ of: CsvOf }));
/** The download is complete; null: the user chose no destination. */
export const csvSaved = defineEvent(
  "bulkChanges/csvSaved",
  1,
  Type.Object({ fileName: Type.Union([Type.String(), Type.Null()]), records: Count }),
);
export const csvFailed = defineEvent(
  "bulkChanges/csvFailed",
  2,
  Type.Object({ reason: MessageSchema }),
);
