/** What screens want to know of the directory. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";

/** All resources are fetched, page by page. */
export const allResourcesWanted = defineEvent("directory/allResourcesWanted", 1, Type.Object({}));
