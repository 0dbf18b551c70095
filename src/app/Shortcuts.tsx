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

/** Where a letter is typed, or chooses an option. */
const TAKES_LETTERS =
  "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]";

/** The keys of the frame, and the list of all keys that `?` opens. */
export function Shortcuts() {
  const t = useMessages(frameMessages);
  const { open, toggle, search, showPalette, type } = useUnit({
    open: $shortcutsOpen,
    toggle: toggleShortcuts,
    search: $search,
    showPalette: togglePalette,
    type: typeInPalette,
  });
  // Before anything is painted: a key that is pressed as soon as its screen is seen would be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        // Over another dialog it would hide what that one asks.
        if (!search.isOpen && isDialogOpen()) return;
        event.preventDefault();
        showPalette({ open: !search.isOpen });
        return;
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (search.isOpen && !(target && isInDialog(target))) {
        // The palette is on its way: what is typed is meant for it, and not for what has the focus still.
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
  // Other keys have names.
  return /^.$/u.test(key) ? text + key : text;
}

function isPaletteKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !shiftKey && !altKey;
}
