/** Events of the dialog with the holders of an entitlement. */
import { Type } from "typebox";
import { Nullable, Uuid } from "../entities/common.ts";
import { HOLDER_GROUPS } from "../entities/holder.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineList } from "../kernel/list.ts";
import { Choice, SearchText, SortBy } from "../kernel/query.ts";

/**
 * The dialog opened with the holders of an entitlement among the members of an org, or with `orgOid` null among all people;
 * null if it closed.
 */
export const holdersOpened = defineEvent(
  "access/holdersOpened",
  1,
  Type.Object({ place: Nullable(Type.Object({ orgOid: Nullable(Uuid), roleOid: Uuid })) }),
);
export const holdersRetried = defineEvent("access/holdersRetried", 1, Type.Object({}));

export const holderList = defineList(
  "access/holderList",
  Type.Object({
    show: Choice(HOLDER_GROUPS),
    contains: SearchText,
    sort: SortBy(["name", "username", "jobTitle", "department"]),
  }),
);
