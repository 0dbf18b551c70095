/** Events of data fetching besides its calls. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";

/** A query or list requests data. The request that follows names this event as its cause. */
export const queryWanted = defineEvent("query/wanted", 1, Type.Object({ query: Type.String() }));
