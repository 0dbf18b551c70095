import { IconSearch } from "@tabler/icons-react";
import { Kbd } from "./Kbd.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./SearchTrigger.module.css";

/** A button that looks like a search field and opens one; only its icon is shown in narrow layouts. */
export function SearchTrigger({
  label,
  keys,
  onOpen,
}: {
  label: string;
  /** The shortcut, shown at the end. */
  keys: string;
  onOpen: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.opener}
      onClick={onOpen}
      title={useMessages(uiMessages).shortcut(label, keys)}
    >
      <IconSearch size={16} aria-hidden="true" />
      <span className={styles.label}>{label}</span>
      <span className={styles.keys} aria-hidden="true">
        <Kbd>{keys}</Kbd>
      </span>
    </button>
  );
}
