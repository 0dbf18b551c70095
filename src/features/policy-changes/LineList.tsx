import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { ChangeLine } from "#events/entities/policyChange.ts";
import { daysOf } from "#events/rules/periods.ts";
import { $seesPeople } from "../../data/session/index.ts";
import { periodMessages, type PeriodMessages } from "../../panels/periods/messages.ts";
import { periodText } from "../../panels/periods/periods.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn, ListState } from "../../ui/list-panel/types.ts";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { showFilter } from "./AffectedList.tsx";
import { policyChangeMessages, type PolicyChangeMessages } from "./messages.ts";

type Line = Pick<
  ChangeLine,
  "orgOid" | "orgName" | "roleOid" | "name" | "resourceName" | "change" | "before" | "after"
>;

/** Entitlements and access roles that a change adds to policies and removes from them. */
export function LineList<Item extends Line>({
  list,
  searchLabel,
  hrefOf,
  empty,
}: {
  readonly list: ListState<Item>;
  readonly searchLabel: string;
  /** The address of a line's role, for users who see all people. */
  readonly hrefOf: (line: Item) => string;
  /** The text of an empty list without filters. */
  readonly empty: string;
}) {
  const t = useMessages(policyChangeMessages);
  const seesPeople = useUnit($seesPeople);
  const periods = useMessages(periodMessages);
  const columns = useMemo(() => columnsOf(t, periods), [t, periods]);
  return (
    <ListPanel
      label={t.policyLines}
      list={list}
      rowKey={keyOf}
      columns={columns}
      {...(seesPeople && { rowHref: hrefOf })}
      searchLabel={searchLabel}
      filters={[
        showFilter(t, {
          added: t.effectColumns.added,
          removed: t.effectColumns.removed,
          period: t.effectColumns.period,
        }),
      ]}
      csv
      empty={<p>{empty}</p>}
      height="own"
    />
  );
}

const keyOf = ({ orgOid, roleOid, change }: Line) => `${orgOid} ${roleOid} ${change}`;

const TONES = { added: "success", removed: "warning", period: "secondary" } as const;

/** The period that a line sets, after the one that it replaces. */
function periodsOf({ before, after }: Line, t: PeriodMessages): string {
  return [before, after]
    .flatMap((period) => (period ? [periodText(daysOf(period), t)] : []))
    .join(" → ");
}

function columnsOf(t: PolicyChangeMessages, periods: PeriodMessages): readonly ListColumn<Line>[] {
  const { name, entitlement, resource, period } = t.effectColumns;
  return [
    {
      id: "role",
      header: entitlement,
      grow: 2,
      cell: ({ name: role }) => <Whole text={role} />,
    },
    {
      id: "resource",
      header: resource,
      priority: 3,
      cell: ({ resourceName }) => resourceName ?? "–",
    },
    { id: "org", header: name, grow: 2, cell: ({ orgName }) => <Whole text={orgName} /> },
    {
      id: "change",
      header: t.operation,
      cell: ({ change }) => <Tag tone={TONES[change]}>{t.effectColumns[change]}</Tag>,
    },
    {
      id: "period",
      header: period,
      grow: 3,
      priority: 2,
      cell: (line) => <Whole text={periodsOf(line, periods)} />,
    },
  ];
}
