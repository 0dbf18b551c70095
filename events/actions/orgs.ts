/** What screens want to know of orgs. */
import { Type, type Static } from "typebox";
import { OrgQuery } from "../calls/orgs.ts";
import { Uuid } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";

/** Whether a fetched page takes the place of the list or goes after it. */
export const FetchMode = Type.Union([Type.Literal("replace"), Type.Literal("append")]);
export type FetchMode = Static<typeof FetchMode>;

export const orgsWanted = defineEvent(
  "orgs/listWanted",
  1,
  Type.Object({ mode: FetchMode, query: OrgQuery }),
);

/** The org of a screen is fetched, and its ancestors. */
export const orgWanted = defineEvent("orgs/orgWanted", 1, Type.Object({ oid: Uuid }));
