import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import type { PolicyChange } from "#events/entities/policyChange.ts";
import { $now } from "../../kernel/clock.ts";
import { useList } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { ChangeDetail } from "./ChangeDetail.tsx";
import {
  $historyResourceId,
  $isOfOneOrg,
  $openChange,
  historyList,
  openChange,
  undo,
} from "./historyModel.ts";
import { policyChangeMessages, type PolicyChangeMessages } from "./messages.ts";
import { PeopleDialog } from "./PeopleDialog.tsx";
import { describeChange, describeCounts, describeOrgs } from "./rules.ts";
import { UndoDialog } from "./UndoDialog.tsx";

/** Who changed the policy of the open org, or any policy, when and how; with undo. */
export function HistoryPanel() {
  const t = useMessages(policyChangeMessages);
  const list = useList(historyList);
  const { now, resourceId, isOfOneOrg, openedId, open, ask } = useUnit({
    openedId: $openChange,
    resourceId: $historyResourceId,
    isOfOneOrg: $isOfOneOrg,
    now: $now,
    open: openChange,
    ask: undo.open,
  });
  const columns = useMemo(() => columnsOf(t, now, isOfOneOrg), [t, now, isOfOneOrg]);
  const openRow = useCallback(({ id }: PolicyChange) => open({ changeId: id }), [open]);
  const rowActions = useCallback(
    (change: PolicyChange) =>
      change.undoneBy === null && (
        <Button
          size="small"
          variant="quiet"
          aria-label={t.undoOne(describeChange(change, t))}
          onClick={() => ask({ subject: { changeId: change.id } })}
        >
          {t.undo}
        </Button>
      ),
    [t, ask],
  );
  return (
    <Panel title={t.history} context={resourceId === null ? t.historyWhat : t.resourceHistoryWhat}>
      <ListPanel
        label={t.history}
        list={list}
        rowKey={keyOf}
        columns={columns}
        onOpen={openRow}
        rowActions={rowActions}
        actionsWidth={120}
        summary={(change) => (
          <>
            {!isOfOneOrg && `${describeOrgs(change, t)} · `}
            {change.actor} · <RelativeTime at={Date.parse(change.at)} now={now} inRow />
          </>
        )}
        empty={<p>{t.noHistory}</p>}
        height="own"
      />
      <ChangeDetail />
      <UndoDialog />
      <PeopleDialog of="made" isHere={openedId === null} />
    </Panel>
  );
}

const keyOf = ({ id }: PolicyChange) => id;

function columnsOf(
  t: PolicyChangeMessages,
  now: number,
  isOfOneOrg: boolean,
): readonly ListColumn<PolicyChange>[] {
  const org: ListColumn<PolicyChange> = {
    id: "org",
    header: t.columns.org,
    grow: 2,
    priority: 2,
    cell: (change) => <Whole text={describeOrgs(change, t)} />,
  };
  return [
    {
      id: "what",
      header: t.columns.what,
      grow: 4,
      cell: (change) => (
        <>
          <Whole text={describeChange(change, t)} />{" "}
          {change.undoneBy !== null && <Tag>{t.undone}</Tag>}
        </>
      ),
    },
    ...(isOfOneOrg ? [] : [org]),
    {
      id: "counts",
      header: t.columns.counts,
      grow: 2,
      priority: 2,
      cell: (change) => describeCounts(change, t),
    },
    { id: "actor", header: t.columns.actor, priority: 2, cell: ({ actor }) => actor },
    {
      id: "at",
      header: t.columns.at,
      priority: 2,
      width: 144,
      cell: ({ at }) => <RelativeTime at={Date.parse(at)} now={now} inRow />,
    },
  ];
}
