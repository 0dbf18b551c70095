/** What screens want to know of the directory. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";

export const countsWanted = defineEvent("directory/countsWanted", 1, Type.Object({}));

/** The resources are fetched page by page until all are there. */
export const resourcesWanted = defineEvent(
  "directory/resourcesWanted",
  1,
  Type.Object({ page: Type.Integer({ minimum: 0 }) }),
);
