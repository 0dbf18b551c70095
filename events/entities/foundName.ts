/** Results of a search by name. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Text, Uuid } from "./common.ts";

export const FoundName = Type.Object({
  kind: Type.Union([Type.Literal("org"), Type.Literal("user"), Type.Literal("resource")]),
  id: Uuid,
  name: Personal(Type.String()),
  /** The type of an org or the username of a user; empty for a resource. */
  detail: Personal(Text),
});
export type FoundName = Static<typeof FoundName>;
