import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useLayoutEffect } from "react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { isDialogOpen } from "../../../ui/openDialog.ts";
import { undoKey } from "./selectionSteps.ts";
import { $redoable, $undoable, redo, undo } from "./undoRedo.ts";
import { builderMessages } from "../messages.ts";
import styles from "../View.module.css";

const TYPES = "input:not([type=checkbox], [type=range]), textarea, select, [contenteditable]";

/** Undoes and redoes selection steps by buttons and keys. */
export function UndoRedo() {
  const t = useMessages(builderMessages);
  const { undoable, redoable, takeBack, bringBack } = useUnit({
    undoable: $undoable,
    redoable: $redoable,
    takeBack: undo,
    bringBack: redo,
  });
  // Runs before the paint, so that a key pressed immediately is not lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = undoKey(event);
      // Text fields keep these keys, and nothing changes unseen behind a dialog.
      const target = event.target instanceof Element ? event.target : null;
      if (key === null || event.defaultPrevented || isDialogOpen() || target?.closest(TYPES))
        return;
      event.preventDefault();
      if (key === "undo") takeBack();
      else bringBack();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [takeBack, bringBack]);
  return (
    <div className={styles.undo} role="group" aria-label={t.selection}>
      <IconButton
        label={undoable === null ? t.undo : t.undoStep(undoable)}
        icon={<IconArrowBackUp />}
        idle={undoable === null}
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={() => takeBack()}
      />
      <IconButton
        label={redoable === null ? t.redo : t.redoStep(redoable)}
        icon={<IconArrowForwardUp />}
        idle={redoable === null}
        aria-keyshortcuts="Control+Y Shift+Control+Z Shift+Meta+Z"
        onClick={() => bringBack()}
      />
    </div>
  );
}
