import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import type { BulkLine } from "#events/entities/bulkChange.ts";
import { itemAt, pagesState } from "../../../kernel/pages.ts";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { useSay, useWords } from "../../../ui/language/LanguageProvider.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { VirtualRows } from "../../../ui/virtual-rows/VirtualRows.tsx";
import { LineDetail } from "./LineDetail.tsx";
import { $linePages, openLine, retry, showRows } from "./model.ts";
import { stateOf } from "./rules.ts";
import { useTold } from "./useTold.ts";
import { bulkWords } from "./words.ts";
import styles from "./View.module.css";

/** Two lines of text. */
const ROW_HEIGHT = 56;
/** Rows that stand for a list that was never there yet. */
const LOADING_ROWS = 8;

const TONES = {
  create: "success",
  change: "info",
  archive: "warning",
  restore: "info",
  unchanged: undefined,
  refused: "error",
  done: "success",
  late: "error",
} as const;

/** The lines of a file; of up to a hundred thousand only those in view exist. */
export function LineTable() {
  const words = useWords(bulkWords);
  const say = useSay();
  const { pages, show, open, again } = useUnit({
    pages: $linePages,
    show: showRows,
    open: openLine,
    again: retry,
  });
  const state = pagesState(pages);
  const renderRow = useCallback(
    (index: number) => {
      const line = itemAt(pages, index);
      return line ? <LineCells line={line} onOpen={() => open({ index })} /> : <LoadingCells />;
    },
    [pages, open],
  );
  const isStale = state === "loading";
  const rowTraits = useCallback(
    () => ({ className: cx(styles.line, isStale && styles.stale) }),
    [isStale],
  );
  const onWindow = useCallback((first: number, end: number) => show({ first, end }), [show]);
  const onOpen = useCallback((index: number) => open({ index }), [open]);
  // A list of another address begins at its top.
  const moved = useMemo(
    () => (pages.path === null || isStale ? null : { firstVisible: 0, active: -1 }),
    [pages.path, isStale],
  );
  if (state === "failed" && pages.failure) {
    return (
      <EmptyState
        title={words.notLoaded}
        action={<Button onClick={() => again({})}>{words.tryAgain}</Button>}
      >
        {say(pages.failure.message)}
      </EmptyState>
    );
  }
  return (
    <div className={styles.table}>
      <VirtualRows
        ariaLabel={words.lines}
        className={styles.rows}
        rowCount={pages.total ?? LOADING_ROWS}
        rowHeight={ROW_HEIGHT}
        busy={isStale}
        header={
          <>
            <div role="columnheader" className={styles.number}>
              {words.lineHeader}
            </div>
            <div role="columnheader" className={styles.what}>
              {words.whatHeader}
            </div>
          </>
        }
        renderRow={renderRow}
        rowTraits={rowTraits}
        onWindow={onWindow}
        onOpen={onOpen}
        moved={moved}
      />
      <LineDetail />
    </div>
  );
}

function LineCells({ line, onOpen }: { readonly line: BulkLine; readonly onOpen: () => void }) {
  const words = useWords(bulkWords);
  const told = useTold();
  const { problems, changes, username } = line;
  const state = stateOf(line);
  const differing = changes.filter(({ field }) => line.kind !== "create" || field !== "username");
  const details =
    problems.length > 0
      ? problems.map(told.problem)
      : differing.map(line.kind === "create" ? told.given : told.change);
  return (
    <>
      <div role="gridcell" className={styles.number} onClick={onOpen}>
        {line.line}
      </div>
      <div role="gridcell" className={styles.what} onClick={onOpen}>
        <p className={styles.who}>
          <span className={styles.name}>{username || words.nobody}</span>
          <Tag tone={TONES[state]}>{words.kinds[state]}</Tag>
        </p>
        <p className={cx(styles.details, problems.length > 0 && styles.problem)}>
          {details.join(" · ") || words.noChange}
        </p>
      </div>
    </>
  );
}

function LoadingCells() {
  return (
    <>
      <div role="gridcell" className={styles.number}>
        <Skeleton width="60%" />
      </div>
      <div role="gridcell" className={styles.what}>
        <Skeleton width="40%" />
      </div>
    </>
  );
}
