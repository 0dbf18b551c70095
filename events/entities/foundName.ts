/** Results of a search by name. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { OneOf, Text, Uuid } from "./common.ts";

export const FoundName = Type.Object({
  kind: OneOf(["org", "user", "resource", "identity", "accessRole", "entitlement"]),
  id: Uuid,
  name: Personal(Type.String()),
  /** The type of an org, the username of a user or a person, the resource of an entitlement; empty for others. */
  detail: Personal(Text),
});
export type FoundName = Static<typeof FoundName>;
