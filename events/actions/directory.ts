/** Requests of screens for directory data. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";

/** Fetches all resources page by page. */
export const allResourcesWanted = defineEvent("directory/allResourcesWanted", 1, Type.Object({}));
