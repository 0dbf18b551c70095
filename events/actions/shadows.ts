/** Events of the screen of orphaned accounts. */
import { Type } from "typebox";
import { defineList } from "../kernel/list.ts";
import { OptionalId, SearchText, SortBy } from "../kernel/query.ts";

export const orphanedList = defineList(
  "shadows/orphanedList",
  Type.Object({
    contains: SearchText,
    /** Accounts on this resource; empty for all. */
    resourceId: OptionalId,
    sort: SortBy(["name"]),
  }),
);
