/** Events of the command palette. */
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

/** The palette's code did not load, or crashed while rendering. */
export const paletteFailed = defineEvent(
  "palette/failed",
  1,
  Type.Object({ message: Type.String() }),
);

/** The user ran an entry: opened a screen, an org or a user, or ran an action. */
export const paletteChosen = defineEvent(
  "palette/chosen",
  1,
  Type.Object({ entry: Type.String() }),
);
