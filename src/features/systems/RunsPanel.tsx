import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import { RUN_CHANGES, type RunCounts, type SystemRun } from "#events/entities/systemRun.ts";
import { $now } from "../../kernel/clock.ts";
import { useList } from "../../panels/useUnits.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import { RELATIVE_TIME_WIDTH, type ListColumn } from "../../ui/list-panel/types.ts";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Tag, type TagTone } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { runMessages, type RunMessages } from "./runMessages.ts";
import { runList } from "./runsModel.ts";

/** The imports of the open system; one of them can be opened. */
export function RunsPanel() {
  const t = useMessages(runMessages);
  const { count } = useFormats();
  const list = useList(runList);
  const { now, change } = useUnit({ now: $now, change: runList.change });
  const columns = useMemo(() => columnsOf(t, count, now), [t, count, now]);
  const open = useCallback(({ oid }: SystemRun) => change({ change: { open: oid } }), [change]);
  return (
    <Panel title={t.runs} context={t.runsWhat}>
      <ListPanel
        label={t.runs}
        list={list}
        rowKey={keyOf}
        columns={columns}
        onOpen={open}
        summary={(run) => <Whole text={t.countsOf(changesOf(run.counts, t))} />}
        empty={<p>{t.noRuns}</p>}
        height="own"
      />
    </Panel>
  );
}

const keyOf = ({ oid }: SystemRun) => oid;

const TONES: Readonly<Record<SystemRun["status"], TagTone>> = {
  waiting: "info",
  reading: "info",
  planned: "warning",
  applying: "info",
  done: "success",
  failed: "error",
  cancelled: "secondary",
  rejected: "secondary",
  undone: "secondary",
};

export function RunStatusTag({ run }: { readonly run: SystemRun }) {
  const t = useMessages(runMessages);
  return <Tag tone={TONES[run.status]}>{t.statuses[run.status]}</Tag>;
}

/** Such as "4 new", without changes that the run does not make. */
export function changesOf(counts: RunCounts | null, t: RunMessages): readonly string[] {
  const changes = RUN_CHANGES.flatMap((change) => {
    const number = counts?.[change] ?? 0;
    return number === 0 ? [] : [t.countOf(number, t.changes[change])];
  });
  return counts?.leaving ? [...changes, t.leavingOf(counts.leaving)] : changes;
}

function starterOf({ actor, scheduled, watched }: SystemRun, t: RunMessages): string {
  if (scheduled) return t.scheduled;
  return watched ? t.watched : actor;
}

function columnsOf(
  t: RunMessages,
  count: (number: number) => string,
  now: number,
): readonly ListColumn<SystemRun>[] {
  return [
    {
      id: "no",
      header: t.columns.no,
      width: 72,
      grow: 4,
      align: "end",
      cell: ({ no }) => count(no),
    },
    { id: "status", header: t.columns.status, grow: 2, cell: (run) => <RunStatusTag run={run} /> },
    {
      id: "kind",
      header: t.columns.kind,
      priority: 3,
      cell: ({ kind }) => <Whole text={t.kinds[kind]} />,
    },
    {
      id: "counts",
      header: t.columns.counts,
      grow: 2,
      priority: 2,
      cell: ({ counts }) => (
        <Whole text={counts === null ? "–" : t.countsOf(changesOf(counts, t))} />
      ),
    },
    {
      id: "actor",
      header: t.columns.actor,
      priority: 3,
      cell: (run) => <Whole text={starterOf(run, t)} />,
    },
    {
      id: "at",
      header: t.columns.at,
      priority: 2,
      width: RELATIVE_TIME_WIDTH,
      cell: ({ createdAt }) => <RelativeTime at={Date.parse(createdAt)} now={now} inRow />,
    },
  ];
}
