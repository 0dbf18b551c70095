/** Events of the identities screens. */
import { Type } from "typebox";
import { ACCESS_GROUPS, PEOPLE_GROUPS } from "../entities/identityAccess.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineList } from "../kernel/list.ts";
import { Choice, SearchText, SortBy } from "../kernel/query.ts";

export const identityList = defineList(
  "identities/list",
  Type.Object({
    contains: SearchText,
    show: Choice(PEOPLE_GROUPS),
    /** The id of a resource on which people have an account; empty: any. */
    resourceId: Type.String({ maxLength: 36, default: "" }),
    sort: SortBy(["name", "username", "jobTitle", "department", "location"]),
  }),
);

export const accessList = defineList(
  "identities/accessList",
  Type.Object({
    show: Choice(ACCESS_GROUPS),
    contains: SearchText,
    sort: SortBy(["name", "resource"]),
  }),
);

/** The user asks for an identity that could not be loaded again. */
export const identityRetried = defineEvent("identities/identityRetried", 1, Type.Object({}));
