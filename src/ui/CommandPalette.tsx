import { Dialog } from "@base-ui/react/dialog";
import { IconCornerDownLeft, IconExternalLink, IconSearch } from "@tabler/icons-react";
import { useId, useRef, useState } from "react";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { cx } from "./cx.ts";
import { useOverlayContainer } from "./overlayContainer.ts";
import { INPUT_MAX_LENGTH } from "./TextField.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./CommandPalette.module.css";
import overlay from "./Overlay.module.css";

export type CommandItem = {
  id: string;
  label: string;
  detail?: string | null;
  icon?: ReactNode;
  /** Makes the item an ordinary link. */
  href?: string;
  /** The link opens in a new tab. */
  external?: boolean;
};

export type CommandGroup = { label: string; items: readonly CommandItem[] };

export type CommandPaletteProps = {
  open: boolean;
  onClose: () => void;
  text: string;
  onText: (text: string) => void;
  groups: readonly CommandGroup[];
  onChoose: (item: CommandItem) => void;
  /** For screen readers, such as "5 results"; also visible if there are no items. */
  status: string;
};

/** A combobox that finds and runs: the field keeps the focus, arrow keys move among the results, Enter runs one. */
export function CommandPalette({ open, onClose, ...rest }: CommandPaletteProps) {
  const t = useMessages(uiMessages);
  const { container, modal, focus } = useOverlayContainer();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()} modal={modal}>
      <Dialog.Portal container={container}>
        <Dialog.Backdrop className={cx(overlay.backdrop, styles.backdrop)} />
        <Dialog.Viewport className={cx(overlay.viewport, styles.viewport)}>
          <Dialog.Popup
            className={cx(overlay.popup, styles.popup)}
            initialFocus={focus}
            finalFocus={focus}
          >
            <Dialog.Title className="visually-hidden">{t.findAnything}</Dialog.Title>
            <Finder {...rest} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({
  text,
  onText,
  groups,
  onChoose,
  status,
}: Omit<CommandPaletteProps, "open" | "onClose">) {
  const t = useMessages(uiMessages);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const items = groups.flatMap((group) => group.items);
  const active = items[Math.min(at, items.length - 1)];
  const optionId = (item: CommandItem) => `${id}-${item.id}`;
  const go = (next: number) => {
    const index = (next + items.length) % items.length;
    setAt(index);
    const item = items[index];
    if (item) document.getElementById(optionId(item))?.scrollIntoView({ block: "nearest" });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || items.length === 0) return;
    const current = Math.min(at, items.length - 1);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      go(next);
    } else if (event.key === "Enter" && active) {
      event.preventDefault();
      // Clicks the element itself, so that internal and external links work alike.
      document.getElementById(optionId(active))?.click();
    }
  };
  return (
    <>
      <div className={styles.field}>
        <IconSearch size={18} aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          className={styles.input}
          aria-label={t.findWhat}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          placeholder={t.findWhat}
          autoComplete="off"
          spellCheck={false}
          maxLength={INPUT_MAX_LENGTH}
          value={text}
          onChange={(event) => {
            setAt(0);
            list.current?.scrollTo({ top: 0 });
            onText(event.target.value.slice(0, INPUT_MAX_LENGTH));
          }}
          onKeyDown={onKey}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t.results}
        className={styles.list}
      >
        {groups
          .filter((group) => group.items.length > 0)
          .map((group) => (
            <div key={group.label} role="group" aria-label={group.label}>
              <p className={styles.group} aria-hidden="true">
                {group.label}
              </p>
              {group.items.map((item) => (
                <Option
                  key={item.id}
                  id={optionId(item)}
                  item={item}
                  active={item === active}
                  onPoint={() => setAt(items.indexOf(item))}
                  onChoose={onChoose}
                />
              ))}
            </div>
          ))}
      </div>
      <p className={items.length > 0 ? "visually-hidden" : styles.none} role="status">
        {status}
      </p>
    </>
  );
}

function Option({
  id,
  item,
  active,
  onPoint,
  onChoose,
}: {
  id: string;
  item: CommandItem;
  active: boolean;
  onPoint: () => void;
  onChoose: (item: CommandItem) => void;
}) {
  const t = useMessages(uiMessages);
  const common = {
    id,
    role: "option",
    className: styles.option,
    "aria-selected": active,
    tabIndex: -1,
    onPointerMove: onPoint,
    // The field keeps the focus.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: () => onChoose(item),
  } as const;
  const content = (
    <>
      <span className={styles.icon} aria-hidden="true">
        {item.icon}
      </span>
      <span className={styles.label}>{item.label}</span>
      {item.detail != null && <span className={styles.detail}>{item.detail}</span>}
      {item.external ? (
        <>
          <IconExternalLink size={14} aria-hidden="true" />
          <span className="visually-hidden"> {t.newTab}</span>
        </>
      ) : (
        <IconCornerDownLeft size={14} className={styles.enter} aria-hidden="true" />
      )}
    </>
  );
  if (item.href === undefined) {
    return (
      <button type="button" {...common}>
        {content}
      </button>
    );
  }
  return (
    <a href={item.href} {...common} {...(item.external && { target: "_blank", rel: "noreferrer" })}>
      {content}
    </a>
  );
}
