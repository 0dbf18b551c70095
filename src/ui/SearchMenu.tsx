import { Popover } from "@base-ui/react/popover";
import { IconCheck } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { KeyboardEvent, ReactElement } from "react";
import { SearchField } from "./SearchField.tsx";
import { useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";
import styles from "./SearchMenu.module.css";

export type SearchMenuItem = { id: string; label: string; chosen: boolean };

export type SearchMenuProps = {
  /** What is chosen from, such as "Clients". */
  label: string;
  trigger: ReactElement<Record<string, unknown>>;
  items: readonly SearchMenuItem[];
  onChoose: (id: string) => void;
};

/** One of many under a button, found by a part of its name. */
export function SearchMenu({ label, trigger, items, onChoose }: SearchMenuProps) {
  const [open, setOpen] = useState(false);
  const choose = (id: string) => {
    setOpen(false);
    onChoose(id);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger render={trigger} />
      <Popover.Portal>
        <Popover.Positioner
          className={styles.positioner}
          align="start"
          sideOffset={4}
          collisionPadding={8}
        >
          <Popover.Popup className={styles.popup} aria-label={label}>
            <Choices label={label} items={items} onChoose={choose} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Choices({ label, items, onChoose }: Omit<SearchMenuProps, "trigger">) {
  const words = useWords(uiWords);
  const [text, setText] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const wanted = text.trim().toLowerCase();
  const found = items.filter((item) => item.label.toLowerCase().includes(wanted));
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>("input, li > button") ?? [])];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    if (event.key === "Enter" && at === 0 && found[0]) {
      event.preventDefault();
      onChoose(found[0].id);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
  };
  return (
    <div ref={box} onKeyDown={move}>
      <div className={styles.search}>
        <SearchField label={words.searchAmong(label)} value={text} onChange={setText} />
      </div>
      <ul className={styles.list}>
        {found.map(({ id, label: name, chosen }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.item}
              aria-current={chosen || undefined}
              onClick={() => onChoose(id)}
            >
              <span className={styles.text}>{name}</span>
              {chosen && <IconCheck size={16} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.none} role="status">
        {found.length === 0 && words.noMatch}
      </p>
    </div>
  );
}
