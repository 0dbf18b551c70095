import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import type { FocusEvent, KeyboardEvent, MouseEvent, ReactNode, Ref } from "react";
import { cx } from "../cx.ts";
import { rowCommand } from "./keyboard.ts";
import { Row, type RowTraits } from "./Row.tsx";
import { createRowRecycler } from "./rowRecycler.ts";
import { createTypeAhead } from "./typeAhead.ts";
import { useRowWindow } from "./useRowWindow.ts";
import type { RowAlign } from "./useRowWindow.ts";
import styles from "./VirtualRows.module.css";

/** The visible part. */
export type RowPlace = {
  firstVisible: number;
  /** Number of fully visible rows. */
  pageSize: number;
  /** -1 while there is none. */
  active: number;
};

export type VirtualRowsHandle = {
  scrollToRow: (index: number, align?: RowAlign) => void;
  /** Makes a row active and scrolls it into view. */
  setActive: (index: number) => void;
  focus: () => void;
};

export type VirtualRowsProps<Content extends object = object> = {
  ariaLabel: string;
  rowCount: number;
  /** The uniform row height in CSS pixels. */
  rowHeight?: number;
  /**
   * The content of a row; null while unknown. With it, a row renders again only if its content is another object or
   * `renderRow` another function.
   */
  contentOf?: (index: number) => Content | null;
  /**
   * The cells of a row, each with role="gridcell". They must be stateless, because their elements are reused for other
   * rows. Controls inside take `tabIndex={-1}`: the list is one tab stop and the keys act through the callbacks.
   * Without `contentOf`, change its identity when rows change.
   */
  renderRow: (index: number, content: Content | null, isActive: boolean) => ReactNode;
  rowTraits?: (index: number, content: Content | null) => RowTraits;
  /** Rows to load: from start (included) to end (excluded), with overscan. */
  onWindow?: (start: number, end: number) => void;
  role?: "grid" | "treegrid";
  multiselectable?: boolean;
  /** Cells with role="columnheader" in a sticky row. */
  header?: ReactNode;
  headerHeight?: number;
  /** Sticky while the rows of its group scroll past; null shows nothing. Hidden from assistive technology. */
  renderSticky?: (firstVisibleIndex: number) => ReactNode;
  /** A row that starts a group pushes the sticky row away as it scrolls up. */
  startsGroup?: (index: number) => boolean;
  /** Space on the active row; with Shift, rows from the last one on are meant, too. */
  onToggle?: (index: number, isRange: boolean) => void;
  /** Right and Left on the active row. */
  onExpand?: (index: number) => void;
  onCollapse?: (index: number) => void;
  /** Enter on the active row. */
  onOpen?: (index: number) => void;
  /** A key or press went to a row, even if it was already active. */
  onActive?: (index: number) => void;
  onPlace?: (place: RowPlace) => void;
  /** The rows were replaced: each new object scrolls a row to the top edge and makes one active. */
  moved?: Pick<RowPlace, "firstVisible" | "active"> | null;
  /** The type-ahead text: go to a row that starts with it. A repeated letter is reported once. */
  onType?: (text: string) => void;
  /** Shown instead of rows if there are none. */
  empty?: ReactNode;
  busy?: boolean;
  overscan?: number;
  className?: string;
  ref?: Ref<VirtualRowsHandle>;
};

/** Up to ten million rows of one height, of which only visible ones are rendered. */
export function VirtualRows<Content extends object = object>(props: VirtualRowsProps<Content>) {
  const { rowCount, rowHeight = 36, header, role = "grid", overscan = 8, onWindow, ref } = props;
  const headerHeight = header == null ? 0 : (props.headerHeight ?? 36);
  const scroller = useRef<HTMLDivElement>(null);
  const sticky = useRef<HTMLDivElement>(null);
  const id = useId();
  const [wanted, setWanted] = useState(-1);
  const active = Math.min(wanted, rowCount - 1);

  const pushed = useRef(false);
  const leads = useRef(false);
  const placeSticky = (offset: number) => {
    if (!sticky.current) return;
    const within = offset % rowHeight;
    const shift = pushed.current ? within : 0;
    sticky.current.style.transform = shift > 0 ? `translateY(${-shift}px)` : "";
    // The row itself is fully visible there, and its copy must not cover it.
    sticky.current.style.visibility = leads.current && within === 0 ? "hidden" : "";
  };
  const view = useRowWindow({
    scroller,
    rowCount,
    rowHeight,
    overscan,
    headerHeight,
    coveredTop: headerHeight + (props.renderSticky ? rowHeight : 0),
    onOffset: placeSticky,
  });
  const { firstVisible, rows, pageSize } = view;
  const nextStartsGroup =
    firstVisible + 1 < rowCount && (props.startsGroup?.(firstVisible + 1) ?? false);
  const firstStartsGroup = props.startsGroup?.(firstVisible) ?? false;
  useLayoutEffect(() => {
    pushed.current = nextStartsGroup;
    leads.current = firstStartsGroup;
    placeSticky(view.lastOffset());
  });

  const [elementsOf] = useState(createRowRecycler);
  const elements = elementsOf(rows.map(({ index }) => index));

  const start = rows[0]?.index ?? 0;
  const end = rows.length === 0 ? 0 : start + rows.length;
  useEffect(() => {
    onWindow?.(start, end);
  }, [onWindow, start, end]);

  const { moved = null, onPlace } = props;
  const { putFirst } = view;
  const went = useRef(moved);
  useLayoutEffect(() => {
    if (moved === null || went.current === moved) return;
    went.current = moved;
    putFirst(moved.firstVisible);
    setWanted(moved.active);
  }, [moved, putFirst]);
  useEffect(() => {
    onPlace?.({ firstVisible, pageSize, active });
  }, [onPlace, firstVisible, pageSize, active]);

  const go = (index: number) => {
    setWanted(index);
    view.scrollToRow(index);
  };
  useImperativeHandle(ref, () => ({
    scrollToRow: view.scrollToRow,
    setActive: go,
    focus: () => scroller.current?.focus({ preventScroll: true }),
  }));

  const typed = useRef(createTypeAhead());
  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.defaultPrevented || !ownsKeys(event.target, scroller.current)) return;
    const text = props.onType ? typed.current.add(event) : null;
    if (text !== null) {
      props.onType?.(text);
      event.preventDefault();
      return;
    }
    const command = rowCommand(event, active, rowCount, view.pageSize);
    if (command === null) return;
    const { index } = command;
    if (command.kind === "go") {
      go(index);
      props.onActive?.(index);
    } else if (command.kind === "toggle" && props.onToggle) {
      props.onToggle(index, event.shiftKey);
    } else if (command.kind === "expand" && props.onExpand) props.onExpand(index);
    else if (command.kind === "collapse" && props.onCollapse) props.onCollapse(index);
    else if (command.kind === "open" && props.onOpen) props.onOpen(index);
    else if (command.kind !== "toggle") return;
    event.preventDefault();
  };
  // A control inside a row that is no tab stop returns the focus, because its row may leave the window.
  const focused = (event: FocusEvent<HTMLDivElement>) => {
    if (event.target === scroller.current) {
      if (active < 0 && rowCount > 0) setWanted(firstVisible);
    } else if (event.target.tabIndex < 0 && ownsKeys(event.target, scroller.current)) {
      scroller.current?.focus({ preventScroll: true });
    }
  };
  const pressed = (event: MouseEvent<HTMLDivElement>) => {
    const row = event.target instanceof Element ? event.target.closest("[data-row]") : null;
    if (!row) return;
    const index = Number(row.getAttribute("data-row"));
    setWanted(index);
    props.onActive?.(index);
  };

  const shown = active >= start && active < end && active >= 0;
  const extra = header == null ? 0 : 1;
  return (
    <div
      ref={scroller}
      role={role}
      aria-label={props.ariaLabel}
      aria-rowcount={rowCount + extra}
      aria-multiselectable={props.multiselectable}
      aria-busy={props.busy}
      aria-activedescendant={shown ? `${id}-${active}` : undefined}
      tabIndex={0}
      className={cx(styles.scroller, props.className)}
      style={{ backgroundSize: `100% ${headerHeight}px` }}
      onKeyDown={keyDown}
      onFocus={focused}
      onMouseDown={pressed}
    >
      {header != null && (
        <div role="rowgroup" className={styles.header} style={{ height: headerHeight }}>
          <div role="row" aria-rowindex={1} className={styles.headerRow}>
            {header}
          </div>
        </div>
      )}
      {props.renderSticky && rowCount > 0 && (
        <div className={styles.stickyClip} style={{ top: headerHeight }} aria-hidden="true">
          <div className={styles.stickyWindow} style={{ height: rowHeight }}>
            <div ref={sticky} className={styles.sticky} style={{ height: rowHeight }}>
              {props.renderSticky(firstVisible)}
            </div>
          </div>
        </div>
      )}
      <div role="rowgroup" className={styles.rows} style={{ height: view.contentHeight }}>
        {rows.map(({ index, top }) => (
          <Row
            key={elements.get(index)}
            id={`${id}-${index}`}
            index={index}
            ariaIndex={index + 1 + extra}
            top={top}
            height={rowHeight}
            active={index === active}
            content={props.contentOf?.(index) ?? null}
            renderRow={props.renderRow}
            rowTraits={props.rowTraits}
          />
        ))}
        {rowCount === 0 && props.empty != null && (
          <div role="row" className={styles.empty}>
            <div role="gridcell">{props.empty}</div>
          </div>
        )}
      </div>
    </div>
  );
}

/** Keys belong to the list unless the focus is in a text field or another tab stop. */
function ownsKeys(target: EventTarget, scroller: HTMLElement | null): boolean {
  if (target === scroller) return true;
  if (!(target instanceof HTMLElement) || target.tabIndex >= 0) return false;
  return !target.matches("input:not([type='checkbox'], [type='radio']), textarea, select");
}
