import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import type { BulkLine } from "#events/entities/bulkChange.ts";
import { useList } from "../../../panels/useUnits.ts";
import { cx } from "../../../ui/cx.ts";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../../ui/list-panel/types.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { LineDetail } from "./LineDetail.tsx";
import { lineList, openLine } from "./model.ts";
import { stateOf } from "./rules.ts";
import { useTold } from "./useTold.ts";
import { bulkMessages } from "./messages.ts";
import styles from "./View.module.css";

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

/** The lines of a file with their users and changes. */
export function LineTable() {
  const t = useMessages(bulkMessages);
  const list = useList(lineList);
  const openRow = useUnit(openLine);
  const open = useCallback((_line: BulkLine, index: number) => openRow({ index }), [openRow]);
  const columns = useMemo(
    (): readonly ListColumn<BulkLine>[] => [
      { id: "line", header: t.lineHeader, align: "end", width: 72, cell: ({ line }) => line },
      { id: "what", header: t.whatHeader, cell: (line) => <Line line={line} /> },
    ],
    [t],
  );
  return (
    <div className={styles.table}>
      <ListPanel
        label={t.lines}
        list={list}
        rowKey={keyOf}
        columns={columns}
        onOpen={open}
        twoLines
      />
      <LineDetail />
    </div>
  );
}

const keyOf = ({ line }: BulkLine) => String(line);

function Line({ line }: { readonly line: BulkLine }) {
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
      <p className={styles.who}>
        <span className={styles.name}>{username || t.nobody}</span>
        <Tag tone={TONES[state]}>{t.kinds[state]}</Tag>
      </p>
      <p className={cx(styles.details, problems.length > 0 && styles.problem)}>
        {details.join(" · ") || t.noChange}
      </p>
    </>
  );
}
