import { useUnit } from "effector-react";
import { Fragment, useLayoutEffect } from "react";
import { Kbd } from "../ui/Kbd.tsx";
import { useMessages } from "../ui/language/LanguageProvider.tsx";
import { Modal } from "../ui/Modal.tsx";
import { isDialogOpen, isInDialog } from "../ui/openDialog.ts";
import { frameMessages } from "./frameMessages.ts";
import { $shortcutsOpen, toggleShortcuts } from "./model.ts";
import { $search, togglePalette, typeInPalette } from "./palette/model.ts";
import { shortcutsOn } from "./shortcutList.ts";
import styles from "./App.module.css";

const SHORTCUTS = shortcutsOn(navigator.platform);

/** Elements in which a letter is input or chooses an option. */
const TAKES_LETTERS =
  "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]";

/** The frame's shortcuts, and the list of all shortcuts that `?` opens. */
export function Shortcuts() {
  const t = useMessages(frameMessages);
  const { open, toggle, search, showPalette, type } = useUnit({
    open: $shortcutsOpen,
    toggle: toggleShortcuts,
    search: $search,
    showPalette: togglePalette,
    type: typeInPalette,
  });
  // Runs before the paint, so that a key pressed as soon as the screen is visible is not lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        // Not over another dialog, whose question it would cover.
        if (!search.isOpen && isDialogOpen()) return;
        event.preventDefault();
        showPalette({ open: !search.isOpen });
        return;
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (search.isOpen && !(target && isInDialog(target))) {
        // While the palette loads, typed keys belong to it and not to the focused element.
        const text = textAfter(event.key, search.text);
        if (text !== search.text) type({ text });
        else if (event.key === "Escape") showPalette({ open: false });
        else if (event.key !== "Enter") return;
        event.preventDefault();
        return;
      }
      if (isDialogOpen() || target?.closest(TAKES_LETTERS)) return;
      if (event.key === "?") {
        event.preventDefault();
        toggle({ open: true });
      }
      if (event.key === "/") {
        const search = document.querySelector<HTMLElement>("#main input[type=search]");
        if (!search) return;
        event.preventDefault();
        search.focus();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [toggle, showPalette, type, search]);
  return (
    <Modal
      open={open}
      onClose={() => toggle({ open: false })}
      title={t.keyboardShortcuts}
      cancelLabel={null}
    >
      {SHORTCUTS.map(({ where, keys }) => (
        <section key={where} className={styles.shortcutGroup} aria-label={t[where]}>
          <h3 className={styles.shortcutWhere}>{t[where]}</h3>
          <dl className={styles.shortcuts}>
            {keys.map(({ press, does }) => (
              <Fragment key={does}>
                <dt>
                  {press.map((key) => (
                    <Kbd key={key}>{t.keyCaps[key] ?? key}</Kbd>
                  ))}
                </dt>
                <dd>{t.keys[does]}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}

function textAfter(key: string, text: string): string {
  if (key === "Backspace") return text.slice(0, -1);
  // Other keys have longer names.
  return /^.$/u.test(key) ? text + key : text;
}

function isPaletteKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !shiftKey && !altKey;
}
