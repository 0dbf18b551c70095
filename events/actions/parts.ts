/** What people do with parts of a screen that open and close and lead to nothing else: dropdowns, menus, notices. */
import { Type } from "typebox";
import { Text } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";

/** Which one: `screen/part`. */
const Part = Type.String();

export const partToggled = defineEvent(
  "parts/toggled",
  1,
  Type.Object({ part: Part, open: Type.Boolean() }),
);
/** Finds by names that an export keeps, in the app itself: under a pseudonym a replay would find none. */
export const partSearched = defineEvent(
  "parts/searched",
  1,
  Type.Object({ part: Part, text: Text }),
);
