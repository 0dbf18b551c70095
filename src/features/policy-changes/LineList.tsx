import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { ChangeLine } from "#events/entities/policyChange.ts";
import { $seesPeople } from "../../data/session/index.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn, ListState } from "../../ui/list-panel/types.ts";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { showFilter } from "./AffectedList.tsx";
import { policyChangeMessages, type PolicyChangeMessages } from "./messages.ts";

type Line = Pick<ChangeLine, "orgOid" | "orgName" | "roleOid" | "name" | "resourceName" | "change">;

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
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <ListPanel
      label={t.policyLines}
      list={list}
      rowKey={keyOf}
      columns={columns}
      {...(seesPeople && { rowHref: hrefOf })}
      searchLabel={searchLabel}
      filters={[showFilter(t, { added: t.effectColumns.added, removed: t.effectColumns.removed })]}
      csv
      empty={<p>{empty}</p>}
      height="own"
    />
  );
}

const keyOf = ({ orgOid, roleOid, change }: Line) => `${orgOid} ${roleOid} ${change}`;

const TONES = { added: "success", removed: "warning", period: "secondary" } as const;

function columnsOf(t: PolicyChangeMessages): readonly ListColumn<Line>[] {
  const { name, entitlement, resource } = t.effectColumns;
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
  ];
}
