import { Menu as BaseMenu } from "@base-ui/react/menu";
import { IconCheck } from "@tabler/icons-react";
import { Fragment } from "react";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx.ts";
import { useOverlayContainer } from "./overlayContainer.ts";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./Menu.module.css";
import popup from "./Popup.module.css";

export type MenuEntry =
  | { kind: "link"; label: string; href: string; icon?: ReactNode }
  | {
      kind: "action";
      label: string;
      onSelect: () => void;
      icon?: ReactNode;
      danger?: boolean;
      disabled?: boolean;
      /** The shortcut, shown at the end. */
      keys?: string;
    }
  | {
      /** A radio item: one of several choices. */
      kind: "choice";
      label: string;
      /** The label's language, if it is not the page's. */
      language?: string;
      chosen: boolean;
      onSelect: () => void;
      icon?: ReactNode;
    }
  | { kind: "separator" }
  | { kind: "heading"; label: string; detail?: string };

export type MenuProps = {
  /** Names the landmark around the open menu. */
  label?: string;
  /** The trigger, such as a Button or an IconButton. */
  trigger: ReactElement<Record<string, unknown>>;
  entries: readonly MenuEntry[];
  align?: "start" | "end";
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** A dropdown menu of links and actions. */
export function Menu({ label, trigger, entries, align = "end", open, onOpenChange }: MenuProps) {
  const t = useMessages(uiMessages);
  const { container, modal, focus } = useOverlayContainer();
  return (
    <BaseMenu.Root open={open} onOpenChange={(next) => onOpenChange(next)} modal={modal}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal container={container} role="region" aria-label={label ?? t.menu}>
        <BaseMenu.Positioner
          className={popup.positioner}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          <BaseMenu.Popup className={cx(popup.popup, styles.menu)} finalFocus={focus}>
            {entries.map((entry, at) => (
              <Fragment key={at}>{renderEntry(entry)}</Fragment>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

function renderEntry(entry: MenuEntry): ReactNode {
  switch (entry.kind) {
    case "separator":
      return <BaseMenu.Separator className={styles.separator} />;
    case "heading":
      return (
        <div className={styles.heading} role="presentation">
          <span className={styles.headingLabel}>{entry.label}</span>
          {entry.detail !== undefined && <span>{entry.detail}</span>}
        </div>
      );
    case "link":
      return (
        <BaseMenu.LinkItem className={styles.item} href={entry.href} closeOnClick>
          <EntryText icon={entry.icon} label={entry.label} />
        </BaseMenu.LinkItem>
      );
    case "choice":
      return (
        <BaseMenu.Item
          className={styles.item}
          role="menuitemradio"
          aria-checked={entry.chosen}
          lang={entry.language}
          onClick={entry.onSelect}
        >
          <EntryText icon={entry.icon} label={entry.label} />
          <IconCheck
            size={16}
            className={cx(styles.check, entry.chosen && styles.chosen)}
            aria-hidden="true"
          />
        </BaseMenu.Item>
      );
    case "action":
      return (
        <BaseMenu.Item
          className={cx(styles.item, entry.danger && styles.danger)}
          disabled={entry.disabled}
          onClick={entry.onSelect}
        >
          <EntryText icon={entry.icon} label={entry.label} />
          {entry.keys !== undefined && <kbd className={styles.keys}>{entry.keys}</kbd>}
        </BaseMenu.Item>
      );
  }
}

function EntryText({ icon, label }: { icon: ReactNode; label: string }) {
  return (
    <>
      {icon != null && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <span className={styles.text}>{label}</span>
    </>
  );
}
