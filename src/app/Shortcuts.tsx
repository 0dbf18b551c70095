import { useUnit } from "effector-react";
import { Fragment, useEffect } from "react";
import { Kbd } from "../ui/Kbd.tsx";
import { Modal } from "../ui/Modal.tsx";
import { $shortcutsOpen, toggleShortcuts } from "./model.ts";
import { $search, togglePalette } from "./palette/model.ts";
import styles from "./App.module.css";

/** The key that stands for Ctrl on this system. */
export const CONTROL = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl";

interface Shortcut {
  readonly press: readonly string[];
  readonly does: string;
}

const SHORTCUTS: readonly { readonly where: string; readonly keys: readonly Shortcut[] }[] = [
  {
    where: "Everywhere",
    keys: [
      { press: [`${CONTROL} K`], does: "Find screens, orgs, people and actions, and run them" },
      { press: ["?"], does: "Show this list" },
      { press: ["/"], does: "Go to the filter or search field of the screen" },
      { press: ["Tab"], does: "Go to the next link, button or field" },
      { press: ["Enter"], does: "Open the link, or press the button, that has the focus" },
      { press: ["Esc"], does: "Close what is open, or clear the field" },
    ],
  },
  {
    where: "In the table of the Access Policy Builder",
    keys: [
      { press: ["↑", "↓"], does: "Move by one row" },
      { press: ["Page Up", "Page Down"], does: "Move by a page of rows" },
      { press: ["Home", "End"], does: "Go to the first or the last row" },
      { press: ["A … Z"], does: "Go to the next row whose name begins with what is typed" },
      { press: ["Space"], does: "Tick or untick the row" },
      { press: ["←", "→"], does: "Collapse or expand a resource" },
      { press: ["Ctrl Z", "Ctrl Y"], does: "Take back the last tick, or make it again" },
    ],
  },
];

/** The keys of the frame, and the list of all keys that `?` opens. */
export function Shortcuts() {
  const { open, toggle, search, showPalette } = useUnit({
    open: $shortcutsOpen,
    toggle: toggleShortcuts,
    search: $search,
    showPalette: togglePalette,
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        // Over another dialog it would hide what that one asks.
        if (!search.isOpen && document.querySelector("[role=dialog], [role=alertdialog]")) return;
        event.preventDefault();
        showPalette({ open: !search.isOpen });
        return;
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof HTMLElement ? event.target : null;
      if (
        target?.closest(
          "input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog]",
        )
      )
        return;
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
  }, [toggle, showPalette, search.isOpen]);
  return (
    <Modal
      open={open}
      onClose={() => toggle({ open: false })}
      title="Keyboard shortcuts"
      cancelLabel={null}
    >
      {SHORTCUTS.map(({ where, keys }) => (
        <section key={where} className={styles.shortcutGroup} aria-label={where}>
          <h3 className={styles.shortcutWhere}>{where}</h3>
          <dl className={styles.shortcuts}>
            {keys.map(({ press, does }) => (
              <Fragment key={does}>
                <dt>
                  {press.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}

function isPaletteKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !shiftKey && !altKey;
}
