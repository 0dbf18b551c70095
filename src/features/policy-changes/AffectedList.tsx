import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { AffectedPerson } from "#events/entities/policyChange.ts";
import { personName } from "#events/rules/personName.ts";
import { $seesPeople } from "../../data/session/index.ts";
import { useList } from "../../panels/useUnits.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn, ListFilter } from "../../ui/list-panel/types.ts";
import { Whole } from "../../ui/Whole.tsx";
import { toIdentityReport } from "../identities/index.ts";
import { policyChangeMessages, type PolicyChangeMessages } from "./messages.ts";
import type { effectPeople } from "./effectModel.ts";

type Headers = PolicyChangeMessages["affectedColumns"];

/** People who gain or lose access, with what. */
export function AffectedList({
  of,
  columns: headers,
}: {
  readonly of: typeof effectPeople;
  readonly columns: Headers;
}) {
  const t = useMessages(policyChangeMessages);
  const list = useList(of);
  const seesPeople = useUnit($seesPeople);
  const columns = useMemo(() => columnsOf(headers, t), [headers, t]);
  return (
    <ListPanel
      label={t.affectedPeople}
      list={list}
      rowKey={keyOf}
      columns={columns}
      {...(seesPeople && { rowHref: hrefOf })}
      searchLabel={t.searchPeople}
      filters={[showFilter(t, { gaining: headers.gaining, losing: headers.losing })]}
      csv
      summary={(person) => changeOf(person, headers, t)}
      empty={<p>{list.hasFilters ? t.noPeople : t.nobody}</p>}
      height="own"
    />
  );
}

const keyOf = ({ oid }: AffectedPerson) => oid;
const hrefOf = ({ oid }: AffectedPerson) => toIdentityReport(oid);

/** Everything, or one of two kinds. */
export function showFilter(
  t: PolicyChangeMessages,
  kinds: Readonly<Record<string, string>>,
): ListFilter {
  return {
    field: "show",
    kind: "tabs",
    label: t.show,
    options: Object.entries({ all: t.all, ...kinds }).map(([value, label]) => ({ value, label })),
  };
}

/** The first names and the number of the others. */
function namesIn(names: readonly string[], count: number, t: PolicyChangeMessages): string {
  const more = count > names.length ? [t.moreNames(count - names.length)] : [];
  return [...names, ...more].join(", ");
}

/** What a row says of a person on phones. */
function changeOf(
  { gained, gainedCount, lost, lostCount }: AffectedPerson,
  headers: Headers,
  t: PolicyChangeMessages,
): string {
  return [
    ...(gainedCount > 0 ? [`${headers.gained}: ${namesIn(gained, gainedCount, t)}`] : []),
    ...(lostCount > 0 ? [`${headers.lost}: ${namesIn(lost, lostCount, t)}`] : []),
  ].join(" · ");
}

function columnsOf(
  headers: Headers,
  t: PolicyChangeMessages,
): readonly ListColumn<AffectedPerson>[] {
  const named = (names: readonly string[], count: number) =>
    count === 0 ? "–" : <Whole text={namesIn(names, count, t)} />;
  return [
    { id: "name", header: headers.name, sortable: true, cell: personName },
    {
      id: "jobTitle",
      header: headers.jobTitle,
      sortable: true,
      priority: 3,
      cell: ({ jobTitle }) => jobTitle ?? "–",
    },
    {
      id: "gained",
      header: headers.gained,
      grow: 2,
      priority: 2,
      cell: ({ gained, gainedCount }) => named(gained, gainedCount),
    },
    {
      id: "lost",
      header: headers.lost,
      grow: 2,
      priority: 2,
      cell: ({ lost, lostCount }) => named(lost, lostCount),
    },
  ];
}
