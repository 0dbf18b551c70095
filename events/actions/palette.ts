/** What people do in the command palette. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";
import { Typed } from "../kernel/redaction.ts";
import { Text } from "../entities/common.ts";

export const paletteToggled = defineEvent(
  "palette/toggled",
  1,
  Type.Object({ open: Type.Boolean() }),
);

export const paletteTyped = defineEvent("palette/typed", 1, Type.Object({ text: Typed(Text) }));

/** Its code did not come, or it broke while it was drawn. */
export const paletteFailed = defineEvent(
  "palette/failed",
  1,
  Type.Object({ message: Type.String() }),
);

/** One of the entries was run: a screen, an org or a person was gone to, or an action was done. */
export const paletteChosen = defineEvent(
  "palette/chosen",
  1,
  Type.Object({ entry: Type.String() }),
);
