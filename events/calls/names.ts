/** What the command palette looks up. */
import { Type } from "typebox";
import { ClientParams, Text } from "../entities/common.ts";
import { FoundName } from "../entities/foundName.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

/** Most of each kind that the palette shows. */
export const NAMES_SHOWN_MAX = 8;
/** Of each kind that the user may open, at most this many: one more than is shown tells that there are more. */
export const NAMES_FOUND_MAX = NAMES_SHOWN_MAX + 1;

/** The orgs and users of which a word begins as the text does; those whose name begins so come first. */
export const findNames = defineCall({
  name: "names/findNames",
  summary: "Find orgs and users by name",
  method: "GET",
  endpoint: "/api/clients/:clientId/names",
  permission: "signedIn",
  schema: {
    params: ClientParams,
    query: Type.Object({ text: Typed(Text) }),
    responses: { 200: Type.Object({ names: Type.Array(FoundName) }) },
  },
});
