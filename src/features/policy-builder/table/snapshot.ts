/** The visible part of the core's answers: recorded in the log, and queried again by a replay. */
import { combine, sample } from "effector";
import { renderMessage } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import type {
  PercentCharts,
  BuilderView,
  TableRange,
  TableRow,
  TableWindow,
} from "#workers/analytics/contract.ts";
import type { Ask } from "../../../kernel/analytics.ts";
import {
  showResult,
  wantResult,
  type VisibleQuestion,
  type TableSnapshot,
} from "../../../kernel/tableSnapshot.ts";
import { $tableResult, $stale, $wanted, type Wanted } from "./tableQuery.ts";

interface Shown extends TableWindow {
  readonly view: BuilderView;
  readonly charts: PercentCharts | null;
}

const $shown = combine($tableResult, $stale, (tableResult, stale) => (stale ? null : tableResult));

sample({ clock: $shown, fn: (shown) => shown && visibleOf(shown), target: showResult });

function visibleOf({ firstRow, rows, leadingResource, view, charts }: Shown): TableSnapshot {
  const { generation: _, ...numbers } = view;
  const { rowCount, entitlements, shown, kept, ticked } = numbers;
  return {
    range: { start: firstRow, end: firstRow + rows.length },
    // Logs contain digests of it, so its keys must not change.
    read: () => ({
      view: numbers,
      rows: rows.map(withEnglishHint),
      leadingResource,
      glance: charts && plain(charts),
    }),
    counts: {
      rowCount,
      entitlements,
      shown: shown.entitlements,
      kept: kept.entitlements,
      ticked: ticked.entitlements,
    },
  };
}

sample({
  clock: $wanted,
  fn: (wanted): VisibleQuestion | null =>
    wanted && { askOf: (askCore, range) => ask(askCore, wanted, range ?? wanted.builder.window) },
  target: wantResult,
});

async function ask(
  askCore: Ask,
  { policy, inherited, builder }: Wanted,
  window: TableRange,
): Promise<TableSnapshot> {
  if (!(await askCore("setPolicy", policy, inherited))) {
    throw new Error("The core does not hold what the policy has");
  }
  const { text, threshold, resources, collapsed, hints, sort, ops } = builder;
  const query = { text, threshold, resources, collapsed, hints, sort, opsFrom: 0, ops };
  const question = { query, window, follow: null, charts: true };
  const answer = await askCore("answer", question);
  if (!answer.ok) throw new Error("The core holds no report");
  return visibleOf(answer);
}

/** Logs contain digests of hints in English, and of what is inherited only where it is. */
function withEnglishHint(row: TableRow) {
  if (row.kind === "resource") return row;
  const { inherited, hint, ...rest } = row;
  return {
    ...rest,
    ...(inherited && { inherited }),
    hint: hint && renderMessage(ENGLISH, hint),
  };
}

/** In its JSON form. */
function plain({ curve, histogram }: PercentCharts) {
  return {
    curve: { entitlements: [...curve.entitlements], resources: [...curve.resources] },
    histogram: [...histogram],
  };
}
