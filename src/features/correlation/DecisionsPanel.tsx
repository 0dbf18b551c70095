import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { StoredDecision } from "#events/entities/correlation.ts";
import { $now } from "../../kernel/clock.ts";
import { useList } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import { RELATIVE_TIME_WIDTH, type ListColumn } from "../../ui/list-panel/types.ts";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { withUsername } from "./decisions.ts";
import { $mayUpdate } from "./place.ts";
import { decisionList, undoDecision } from "./resultsModel.ts";
import { simulationMessages, type SimulationMessages } from "./simulationMessages.ts";

/** What people decided. Later simulations and imports respect it. */
export function DecisionsPanel() {
  const t = useMessages(simulationMessages);
  const list = useList(decisionList);
  const { mayUpdate, now, undo } = useUnit({
    mayUpdate: $mayUpdate,
    now: $now,
    undo: undoDecision,
  });
  const columns = useMemo(() => columnsOf(t, now), [t, now]);
  return (
    <Panel title={t.decisions} context={t.decisionsWhat}>
      <ListPanel
        label={t.decisions}
        list={list}
        rowKey={keyOf}
        columns={columns}
        rowActions={
          mayUpdate
            ? ({ id, name }) => (
                <Button
                  size="small"
                  variant="quiet"
                  aria-label={t.undoOne(name)}
                  onClick={() => undo({ id })}
                >
                  {t.undoDecision}
                </Button>
              )
            : undefined
        }
        summary={({ decision }) => t.decided[decision]}
        empty={<p>{t.noDecisions}</p>}
        height="own"
      />
    </Panel>
  );
}

const keyOf = ({ id }: StoredDecision) => id;

function columnsOf(t: SimulationMessages, now: number): readonly ListColumn<StoredDecision>[] {
  return [
    { id: "name", header: t.account, grow: 2, cell: ({ name }) => <Whole text={name} /> },
    {
      id: "decision",
      header: t.decision,
      priority: 2,
      cell: ({ decision }) => t.decided[decision],
    },
    {
      id: "identity",
      header: t.person,
      priority: 2,
      cell: ({ identity, username }) => <Whole text={withUsername(identity, username)} />,
    },
    {
      id: "decidedBy",
      header: t.by,
      priority: 3,
      cell: ({ decidedBy }) => <Whole text={decidedBy} />,
    },
    {
      id: "decidedAt",
      header: t.at,
      width: RELATIVE_TIME_WIDTH,
      priority: 3,
      cell: ({ decidedAt }) => <RelativeTime at={Date.parse(decidedAt)} now={now} inRow />,
    },
  ];
}
