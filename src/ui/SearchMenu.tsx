import { Popover } from "@base-ui/react/popover";
import { IconCheck } from "@tabler/icons-react";
import type { ReactElement } from "react";
import { PopoverPanel } from "./PopoverPanel.tsx";
import { SearchField } from "./SearchField.tsx";
import { SearchStops } from "./SearchStops.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./SearchMenu.module.css";

export type SearchMenuItem = { id: string; label: string; chosen: boolean };

export type SearchMenuProps = {
  /** The name of the choices, such as "Clients". */
  label: string;
  trigger: ReactElement<Record<string, unknown>>;
  items: readonly SearchMenuItem[];
  onChoose: (id: string) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The search text for the items; cleared on opening. */
  text: string;
  onSearch: (text: string) => void;
};

/** A searchable dropdown that selects one of many. */
export function SearchMenu({ trigger, open, onOpenChange, onChoose, ...list }: SearchMenuProps) {
  const choose = (id: string) => {
    onOpenChange(false);
    onChoose(id);
  };
  return (
    <Popover.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Popover.Trigger render={trigger} />
      <PopoverPanel label={list.label} className={styles.popup}>
        <Choices {...list} onChoose={choose} />
      </PopoverPanel>
    </Popover.Root>
  );
}

function Choices({
  label,
  items,
  onChoose,
  text,
  onSearch,
}: Omit<SearchMenuProps, "trigger" | "open" | "onOpenChange">) {
  const t = useMessages(uiMessages);
  const wanted = text.trim().toLowerCase();
  const found = items.filter((item) => item.label.toLowerCase().includes(wanted));
  return (
    <SearchStops>
      <div className={styles.search}>
        <SearchField label={t.searchAmong(label)} value={text} onChange={onSearch} />
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
        {found.length === 0 && t.noMatch}
      </p>
    </SearchStops>
  );
}
