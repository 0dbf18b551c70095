/** Events of the audit trail screen. */
import { Type } from "typebox";
import { AUDIT_KINDS } from "../entities/auditEntry.ts";
import { defineList } from "../kernel/list.ts";
import { Choice, OptionalId, SearchText } from "../kernel/query.ts";

/** `from` and `until` are days (2026-11-23) or empty; `open` is the id of the entry whose values are shown. */
export const auditList = defineList(
  "auditTrail/list",
  Type.Object({
    actor: SearchText,
    kind: Choice(["all", ...AUDIT_KINDS]),
    target: SearchText,
    from: Type.String({ maxLength: 10, default: "" }),
    until: Type.String({ maxLength: 10, default: "" }),
    open: OptionalId,
  }),
);
