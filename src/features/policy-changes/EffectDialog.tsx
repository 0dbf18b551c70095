import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { AffectedPerson, PolicyLine } from "#events/entities/policyChange.ts";
import { personName } from "#events/rules/personName.ts";
import { useList } from "../../panels/useUnits.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListDialog } from "../../ui/list-panel/ListDialog.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn, ListFilter } from "../../ui/list-panel/types.ts";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { $openEffect, effectLines, effectPeople, openEffect } from "./effectModel.ts";
import { policyChangeMessages, type PolicyChangeMessages } from "./messages.ts";
import styles from "./policyChanges.module.css";

/** All people whom a previewed change affects, or all its lines. */
export function EffectDialog() {
  const t = useMessages(policyChangeMessages);
  const { effect, open } = useUnit({ effect: $openEffect, open: openEffect });
  const isOfLines = effect?.part === "lines";
  return (
    <ListDialog
      open={effect !== null}
      onClose={() => open({ effect: null })}
      title={isOfLines ? t.linesTitle : t.affectedTitle}
      description={isOfLines ? t.linesWhat : t.affectedWhat}
      className={styles.dialog}
    >
      {isOfLines ? <Lines /> : <People />}
    </ListDialog>
  );
}

function People() {
  const t = useMessages(policyChangeMessages);
  const list = useList(effectPeople);
  const columns = useMemo(() => personColumns(t), [t]);
  return (
    <ListPanel
      label={t.affectedPeople}
      list={list}
      rowKey={({ oid }) => oid}
      columns={columns}
      searchLabel={t.searchPeople}
      filters={[showFilter(t, { gaining: t.gaining, losing: t.losing })]}
      csv
      empty={<p>{t.noPeople}</p>}
      height="own"
    />
  );
}

function Lines() {
  const t = useMessages(policyChangeMessages);
  const list = useList(effectLines);
  const columns = useMemo(() => lineColumns(t), [t]);
  return (
    <ListPanel
      label={t.policyLines}
      list={list}
      rowKey={({ orgOid, roleOid }) => `${orgOid} ${roleOid}`}
      columns={columns}
      searchLabel={t.searchOrgs}
      filters={[showFilter(t, { added: t.effectColumns.added, removed: t.effectColumns.removed })]}
      csv
      empty={<p>{t.noLines}</p>}
      height="own"
    />
  );
}

/** Everything, or one of two kinds. */
function showFilter(t: PolicyChangeMessages, kinds: Readonly<Record<string, string>>): ListFilter {
  return {
    field: "show",
    kind: "tabs",
    label: t.show,
    options: Object.entries({ all: t.all, ...kinds }).map(([value, label]) => ({ value, label })),
  };
}

function personColumns(t: PolicyChangeMessages): readonly ListColumn<AffectedPerson>[] {
  const named = (names: readonly string[], count: number) => {
    if (count === 0) return "–";
    const more = count > names.length ? [t.moreNames(count - names.length)] : [];
    return <Whole text={[...names, ...more].join(", ")} />;
  };
  return [
    { id: "name", header: t.affectedColumns.name, sortable: true, cell: personName },
    {
      id: "jobTitle",
      header: t.affectedColumns.jobTitle,
      sortable: true,
      priority: 3,
      cell: ({ jobTitle }) => jobTitle ?? "–",
    },
    {
      id: "gained",
      header: t.affectedColumns.gained,
      grow: 2,
      priority: 2,
      cell: ({ gained, gainedCount }) => named(gained, gainedCount),
    },
    {
      id: "lost",
      header: t.affectedColumns.lost,
      grow: 2,
      priority: 2,
      cell: ({ lost, lostCount }) => named(lost, lostCount),
    },
  ];
}

function lineColumns(t: PolicyChangeMessages): readonly ListColumn<PolicyLine>[] {
  const { name, entitlement, resource, added, removed } = t.effectColumns;
  return [
    { id: "org", header: name, grow: 2, cell: ({ orgName }) => orgName },
    { id: "role", header: entitlement, grow: 2, cell: ({ name: role }) => role },
    {
      id: "resource",
      header: resource,
      priority: 3,
      cell: ({ resourceName }) => resourceName ?? "–",
    },
    {
      id: "change",
      header: t.operation,
      cell: ({ change }) => (
        <Tag tone={change === "added" ? "success" : "warning"}>
          {change === "added" ? added : removed}
        </Tag>
      ),
    },
  ];
}
