/** Events of the import of directory files. */
import { Type } from "typebox";
import { Count, Nullable, Text, Uuid } from "../entities/common.ts";
import { ImportFile, ImportMode } from "../entities/directoryImport.ts";
import { IMPORT_CHANGES, IMPORTED_KINDS } from "../entities/importHistory.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineList } from "../kernel/list.ts";
import { MessageSchema } from "../kernel/message.ts";
import { Choice, OptionalId, SearchText } from "../kernel/query.ts";
import { Personal } from "../kernel/redaction.ts";

export const importFileChosen = defineEvent(
  "import/fileChosen",
  1,
  Type.Object({ file: ImportFile, name: Personal(Text), bytes: Count }),
);
export const importFileRemoved = defineEvent(
  "import/fileRemoved",
  1,
  Type.Object({ file: ImportFile }),
);
export const importModeChosen = defineEvent(
  "import/modeChosen",
  1,
  Type.Object({ mode: ImportMode }),
);
export const importCheckWanted = defineEvent("import/checkWanted", 1, Type.Object({}));
/** The files were not sent, or could not be read to the end. */
export const importRefused = defineEvent(
  "import/refused",
  1,
  Type.Object({ reason: MessageSchema }),
);
/** The user leaves an ended import and chooses other files. */
export const importRestarted = defineEvent("import/restarted", 1, Type.Object({}));
export const importSkipChosen = defineEvent(
  "import/skipChosen",
  1,
  Type.Object({ skipRejected: Type.Boolean() }),
);
export const importCancelWanted = defineEvent("import/cancelWanted", 1, Type.Object({}));
/** The progress of the running import is requested again. */
export const importPolled = defineEvent("import/polled", 1, Type.Object({}));
export const importRetried = defineEvent("import/retried", 1, Type.Object({}));

export const importConfirmation = defineConfirmation(
  "import/confirmation",
  Type.Object({ isReplace: Type.Boolean(), removed: Count }),
);

export const importRejects = defineList("import/rejects", Type.Object({}));

/** The imports that were written; one of them may be open. */
export const importHistory = defineList("import/history", Type.Object({ open: OptionalId }));
/** What the open import changed. */
export const importChanges = defineList(
  "import/changes",
  Type.Object({
    contains: SearchText,
    kind: Choice(["all", ...IMPORTED_KINDS]),
    change: Choice(["all", ...IMPORT_CHANGES]),
  }),
);
/** One record of the open import is shown before and after; null: its dialog closed. */
export const importChangeOpened = defineEvent(
  "import/changeOpened",
  1,
  Type.Object({ no: Nullable(Count) }),
);
/** All that an import changed is taken back. */
export const importUndo = defineConfirmation(
  "import/undo",
  Type.Object({ id: Uuid, no: Count, changes: Count }),
);
