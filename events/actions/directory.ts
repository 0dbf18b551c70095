/** What screens want to know of the directory. */
import { Type, type Static } from "typebox";
import { PagingQuery, Text, Uuid } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";
import { Typed } from "../kernel/redaction.ts";

export const countsWanted = defineEvent("directory/countsWanted", 1, Type.Object({}));

/** Which members are asked for; what people search for are names of people. */
export const MembersQuery = Type.Object({
  orgOid: Uuid,
  contains: Type.Optional(Typed(Text)),
  page: PagingQuery.page,
  sort: PagingQuery.sort,
});
export type MembersQuery = Static<typeof MembersQuery>;

/** A page of an org's members is fetched. */
export const membersWanted = defineEvent("directory/membersWanted", 1, MembersQuery);

/** The resources are fetched page by page until all are there. */
export const resourcesWanted = defineEvent(
  "directory/resourcesWanted",
  1,
  Type.Object({ page: Type.Integer({ minimum: 0 }) }),
);

/** The resource that a screen is about is fetched. */
export const resourceWanted = defineEvent(
  "directory/resourceWanted",
  1,
  Type.Object({ resourceId: Uuid }),
);
