import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import {
  RESULT_KINDS,
  type CorrelationResult,
  type Simulation,
} from "#events/entities/correlation.ts";
import { useList } from "../../panels/useUnits.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Panel } from "../../ui/Panel.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { Queue } from "./Queue.tsx";
import { openResult, resultList } from "./resultsModel.ts";
import { simulationMessages, type SimulationMessages } from "./simulationMessages.ts";

/** The accounts that the simulation would change, or that a person may decide about. */
export function ResultsPanel({ simulation }: { readonly simulation: Simulation }) {
  const t = useMessages(simulationMessages);
  const { percent } = useFormats();
  const list = useList(resultList);
  const open = useUnit(openResult);
  const isApplied = simulation.status === "applied";
  const kinds = useMemo(
    () => (isApplied ? { ...t.kinds, ...t.appliedKinds } : t.kinds),
    [t, isApplied],
  );
  const columns = useMemo(() => columnsOf(t, kinds, percent), [t, kinds, percent]);
  const openRow = useCallback(({ no }: CorrelationResult) => open({ no }), [open]);
  return (
    <Panel title={t.results} context={t.resultsWhat}>
      <ListPanel
        key={simulation.oid}
        label={t.results}
        list={list}
        rowKey={keyOf}
        columns={columns}
        onOpen={openRow}
        searchLabel={t.searchResults}
        csv
        filters={[
          {
            field: "kind",
            kind: "select",
            label: t.kind,
            options: [
              { value: "all", label: t.allKinds },
              ...RESULT_KINDS.map((value) => ({ value, label: kinds[value] })),
            ],
          },
        ]}
        summary={({ kind }) => kinds[kind]}
        empty={<p>{t.noResults}</p>}
        height="own"
      />
      <Queue simulation={simulation} />
    </Panel>
  );
}

const keyOf = ({ no }: CorrelationResult) => String(no);

function columnsOf(
  t: SimulationMessages,
  kinds: SimulationMessages["kinds"],
  percent: (share: number) => string,
): readonly ListColumn<CorrelationResult>[] {
  return [
    { id: "name", header: t.account, grow: 2, cell: ({ name }) => <Whole text={name} /> },
    {
      id: "kind",
      header: t.kind,
      width: 168,
      priority: 2,
      cell: ({ kind }) => (
        <Tag tone={kind === "orphaned" ? "warning" : "secondary"}>{kinds[kind]}</Tag>
      ),
    },
    {
      id: "owner",
      header: t.owner,
      priority: 3,
      cell: ({ owner }) => <Whole text={owner ?? "–"} />,
    },
    {
      id: "candidate",
      header: t.candidate,
      priority: 2,
      cell: ({ candidates: [best] }) => <Whole text={best?.name ?? "–"} />,
    },
    {
      id: "probability",
      header: t.probability,
      align: "end",
      width: 124,
      priority: 3,
      cell: ({ candidates: [best] }) => (best ? percent(100 * best.probability) : "–"),
    },
  ];
}
