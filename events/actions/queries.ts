/** What the units that fetch data record besides their calls. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";

/** A query or list asks for data. The request that follows names this event as its cause. */
export const queryWanted = defineEvent("query/wanted", 1, Type.Object({ query: Type.String() }));
