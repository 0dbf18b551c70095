import { useUnit } from "effector-react";
import { useCallback } from "react";
import type { BulkLine } from "#events/entities/bulkChange.ts";
import { cx } from "../../../ui/cx.ts";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { PagedTable } from "./PagedTable.tsx";
import { LineDetail } from "./LineDetail.tsx";
import { $linePages, openLine, retry, showRows } from "./model.ts";
import { stateOf } from "./rules.ts";
import { useTold } from "./useTold.ts";
import { bulkMessages } from "./messages.ts";
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
  const t = useMessages(bulkMessages);
  const { pages, show, open, again } = useUnit({
    pages: $linePages,
    show: showRows,
    open: openLine,
    again: retry,
  });
  const renderLine = useCallback(
    (line: BulkLine, index: number) => <LineCells line={line} onOpen={() => open({ index })} />,
    [open],
  );
  const onOpen = useCallback((index: number) => open({ index }), [open]);
  return (
    <>
      <PagedTable
        className={styles.table}
        ariaLabel={t.lines}
        pages={pages}
        onShow={show}
        failedTitle={t.notLoaded}
        rowsFailedTitle={t.rowsFailed}
        againLabel={t.tryAgain}
        onAgain={() => again({})}
        rowHeight={ROW_HEIGHT}
        header={
          <>
            <div role="columnheader" className={styles.number}>
              {t.lineHeader}
            </div>
            <div role="columnheader" className={styles.what}>
              {t.whatHeader}
            </div>
          </>
        }
        renderItem={renderLine}
        loadingCells={LOADING}
        loadingRows={LOADING_ROWS}
        onOpen={onOpen}
      />
      <LineDetail />
    </>
  );
}

function LineCells({ line, onOpen }: { readonly line: BulkLine; readonly onOpen: () => void }) {
  const t = useMessages(bulkMessages);
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
          <span className={styles.name}>{username || t.nobody}</span>
          <Tag tone={TONES[state]}>{t.kinds[state]}</Tag>
        </p>
        <p className={cx(styles.details, problems.length > 0 && styles.problem)}>
          {details.join(" · ") || t.noChange}
        </p>
      </div>
    </>
  );
}

const LOADING = (
  <>
    <div role="gridcell" className={styles.number}>
      <Skeleton width="60%" />
    </div>
    <div role="gridcell" className={styles.what}>
      <Skeleton width="40%" />
    </div>
  </>
);
