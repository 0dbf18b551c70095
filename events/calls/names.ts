/** The command palette's search. */
import { Type } from "typebox";
import { ClientParams, Text } from "../entities/common.ts";
import { FoundName } from "../entities/foundName.ts";
import { defineCall } from "../kernel/call.ts";
import { Typed } from "../kernel/redaction.ts";

/** Maximum number of each kind in the palette. */
export const NAMES_SHOWN_MAX = 8;
/**
 * At most this many of each kind that the user may open. One more than the palette shows reveals that there are more.
 */
export const NAMES_FOUND_MAX = NAMES_SHOWN_MAX + 1;

/**
 * Orgs, users, resources, people and access roles that the user may open, with a word that starts with the text, and
 * entitlements whose name starts with it. Names that start with it come first.
 */
export const findNames = defineCall({
  name: "names/findNames",
  summary: "Find orgs, users, resources, people, access roles and entitlements by name",
  method: "GET",
  endpoint: "/api/clients/:clientId/names",
  permission: "signedIn",
  schema: {
    params: ClientParams,
    query: Type.Object({ text: Typed(Text) }),
    responses: { 200: Type.Object({ names: Type.Array(FoundName) }) },
  },
});
