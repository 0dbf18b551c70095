import { Popover } from "@base-ui/react/popover";
import { observeElementRect, useVirtualizer } from "@tanstack/react-virtual";
import type { Rect, Virtualizer } from "@tanstack/react-virtual";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { PopoverPanel } from "./PopoverPanel.tsx";
import { SearchField } from "./SearchField.tsx";
import { useFormats, useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./FilterDropdown.module.css";

export type FilterOption = { id: string; label: string; count?: number };

export type FilterDropdownProps = {
  /** The whole label, such as "Filter By Resource (12)". */
  label: string;
  options: readonly FilterOption[];
  selected: ReadonlySet<string>;
  onChange: (selected: ReadonlySet<string>) => void;
  searchLabel?: string;
  emptyText?: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The search text for the options; cleared on opening. */
  text: string;
  onSearch: (text: string) => void;
  disabled?: boolean;
  /** The id of a text about the choice. */
  describedBy?: string;
};

const OPTION_HEIGHT = 32;
const LIST_HEIGHT = 288;

/**
 * A list without a height (hidden, or in a document without layout) gets a default one: its first options are rendered
 * before it is measured.
 */
function observeRect(
  instance: Virtualizer<HTMLDivElement, Element>,
  notify: (rect: Rect) => void,
): (() => void) | undefined {
  return observeElementRect(instance, (rect) =>
    notify(rect.height > 0 ? rect : { width: rect.width, height: LIST_HEIGHT }),
  );
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\s|_]+/g, "");
}

/** A searchable list of checkboxes in a dropdown, for thousands of options. */
export function FilterDropdown(props: FilterDropdownProps) {
  const { label, disabled, describedBy, open, onOpenChange } = props;
  const some = props.selected.size > 0 && props.selected.size < props.options.length;
  return (
    <Popover.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Popover.Trigger
        render={
          <Button
            disabled={disabled}
            aria-describedby={describedBy}
            className={cx(styles.trigger, some && styles.narrowed)}
          >
            <span className={styles.triggerText}>
              {label}
              <IconChevronDown size={14} aria-hidden="true" />
            </span>
          </Button>
        }
      />
      <PopoverPanel label={label} className={styles.popup}>
        <OptionList {...props} />
      </PopoverPanel>
    </Popover.Root>
  );
}

function OptionList({
  label,
  options,
  selected,
  onChange,
  text,
  onSearch,
  searchLabel,
  emptyText,
}: FilterDropdownProps) {
  const t = useMessages(uiMessages);
  const [active, setActive] = useState(0);
  const { count } = useFormats();
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = useMemo(() => {
    const wanted = plain(text);
    return wanted === "" ? options : options.filter((one) => plain(one.label).includes(wanted));
  }, [options, text]);
  const at = Math.min(active, shown.length - 1);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: shown.length,
    getScrollElement: () => list.current,
    estimateSize: () => OPTION_HEIGHT,
    overscan: 6,
    initialRect: { width: 0, height: LIST_HEIGHT },
    observeElementRect: observeRect,
  });

  const toggle = (option: FilterOption | undefined) => {
    if (!option) return;
    const next = new Set(selected);
    if (!next.delete(option.id)) next.add(option.id);
    onChange(next);
  };
  const setShown = (on: boolean) => {
    const next = new Set(selected);
    for (const option of shown) {
      if (on) next.add(option.id);
      else next.delete(option.id);
    }
    onChange(next);
  };
  const search = (next: string) => {
    setActive(0);
    virtualizer.scrollToOffset(0);
    onSearch(next);
  };
  const move = (index: number) => {
    const next = Math.max(0, Math.min(shown.length - 1, index));
    setActive(next);
    virtualizer.scrollToIndex(next);
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) move(at + step);
    else if (event.key === "Home" && event.ctrlKey) move(0);
    else if (event.key === "End" && event.ctrlKey) move(shown.length - 1);
    else if (event.key === "Enter") toggle(shown[at]);
    else return;
    event.preventDefault();
  };
  const narrowed = shown.length < options.length;
  return (
    <>
      <SearchField
        label={searchLabel ?? t.search}
        value={text}
        onChange={search}
        onKeyDown={keyDown}
        className={styles.search}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
      />
      <div className={styles.bulk}>
        <Button size="small" variant="quiet" onClick={() => setShown(true)}>
          {narrowed ? t.selectFound(shown.length) : t.selectAll}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setShown(false)}>
          {narrowed ? t.clearFound(shown.length) : t.selectNone}
        </Button>
        <span className={styles.state} aria-live="polite">
          {t.selectedOf(selected.size, options.length)}
        </span>
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-multiselectable="true"
        aria-label={label}
        tabIndex={-1}
        className={styles.list}
      >
        <div
          role="presentation"
          className={styles.options}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const option = shown[index];
            if (!option) return null;
            const checked = selected.has(option.id);
            return (
              <div
                key={option.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={checked}
                aria-setsize={shown.length}
                aria-posinset={index + 1}
                data-active={index === at || undefined}
                className={styles.option}
                style={{ top: start, height: OPTION_HEIGHT }}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  setActive(index);
                  toggle(option);
                }}
              >
                <span className={styles.check} aria-hidden="true" />
                <span className={styles.optionLabel}>{option.label}</span>
                {option.count !== undefined && (
                  <span className={styles.count}>{count(option.count)}</span>
                )}
              </div>
            );
          })}
        </div>
      </div>
      {shown.length === 0 && (
        <p className={styles.none} role="status">
          {emptyText ?? t.noMatch}
        </p>
      )}
    </>
  );
}
