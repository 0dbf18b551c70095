import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { PolicyLine } from "#events/entities/policyChange.ts";
import { useList } from "../../panels/useUnits.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListDialog } from "../../ui/list-panel/ListDialog.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Tag } from "../../ui/Tag.tsx";
import { AffectedList, showFilter } from "./AffectedList.tsx";
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
      {isOfLines ? <Lines /> : <AffectedList of={effectPeople} columns={t.affectedColumns} />}
    </ListDialog>
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
