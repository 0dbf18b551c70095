/** Events of previews of provisioning. */
import { Type } from "typebox";
import { Count, Nullable, OneOf, Uuid } from "../entities/common.ts";
import { OBJECT_STATES, PROVISION_GATES, PROVISION_KINDS } from "../entities/provisioning.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineList } from "../kernel/list.ts";
import { Choice, SearchText } from "../kernel/query.ts";

const Nothing = Type.Object({});

export const previewWanted = defineEvent("provisioning/previewWanted", 1, Nothing);
/** The progress of the preview is requested again. */
export const previewPolled = defineEvent("provisioning/previewPolled", 1, Nothing);
/** The screen checks for a newer preview than the one that it shows. */
export const previewLooked = defineEvent("provisioning/previewLooked", 1, Nothing);
export const previewRetried = defineEvent("provisioning/previewRetried", 1, Nothing);
export const previewCancelled = defineEvent(
  "provisioning/previewCancelled",
  1,
  Type.Object({ id: Uuid }),
);

/** The failed changes are written again. */
export const failedRetried = defineEvent(
  "provisioning/failedRetried",
  1,
  Type.Object({ id: Uuid }),
);

/** The changes of the latest preview. */
export const objectList = defineList(
  "provisioning/objects",
  Type.Object({
    contains: SearchText,
    change: Choice(["all", ...PROVISION_KINDS]),
    show: Choice(["all", ...OBJECT_STATES]),
  }),
);
/** One change is shown before and after; null: its dialog closed. */
export const objectOpened = defineEvent(
  "provisioning/objectOpened",
  1,
  Type.Object({ no: Nullable(Count) }),
);
/** One change, or all changes of a kind, are left out of the approval, or are part of it again. */
export const leaveOutWanted = defineEvent(
  "provisioning/leaveOutWanted",
  1,
  Type.Object({
    id: Uuid,
    no: Nullable(Count),
    change: Nullable(OneOf(PROVISION_KINDS)),
    leftOut: Type.Boolean(),
  }),
);
export const approval = defineConfirmation(
  "provisioning/approval",
  Type.Object({
    id: Uuid,
    no: Count,
    version: Count,
    /** What the user should check. */
    gates: Type.Optional(Type.Array(OneOf(PROVISION_GATES))),
  }),
);
export const rejection = defineConfirmation(
  "provisioning/rejection",
  Type.Object({ id: Uuid, no: Count }),
);
