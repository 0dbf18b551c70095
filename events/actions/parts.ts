/** Events of disclosures: dropdowns, menus and notices that open and close without other effects. */
import { Type } from "typebox";
import { Text } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";

/** The disclosure's key: `screen/part`. */
const Part = Type.String();

export const partToggled = defineEvent(
  "parts/toggled",
  1,
  Type.Object({ part: Part, open: Type.Boolean() }),
);
/** Searches names that an export keeps, within the app. A replay would find nothing by a pseudonym. */
export const partSearched = defineEvent(
  "parts/searched",
  1,
  Type.Object({ part: Part, text: Text }),
);
