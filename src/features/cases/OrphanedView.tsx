import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import { NO_SUBJECT } from "#events/entities/case.ts";
import type { OrphanedShadow } from "#events/entities/shadow.ts";
import { $resources } from "../../data/directory/index.ts";
import { useList } from "../../panels/useUnits.ts";
import type { Formats } from "../../ui/language/formats.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { CASE_ACTION_WIDTH, CaseAction } from "./CaseAction.tsx";
import { caseMessages, type CaseMessages } from "./messages.ts";
import { OpenCaseDialog } from "./OpenCaseDialog.tsx";
import { orphanedList } from "./orphanedModel.ts";
import styles from "./cases.module.css";

/** Accounts that belong to nobody: each can become a case. */
export function View() {
  const t = useMessages(caseMessages);
  const formats = useFormats();
  const list = useList(orphanedList);
  const resources = useUnit($resources);
  const columns = useMemo(() => columnsOf(t, formats), [t, formats]);
  const resourceOptions = useMemo(
    () => [
      { value: "", label: t.anyResource },
      ...resources.value.map(({ id, name }) => ({ value: id, label: name })),
    ],
    [t, resources],
  );
  const rowActions = useCallback(
    ({ id, name, caseId }: OrphanedShadow) => (
      <CaseAction
        caseId={caseId}
        finding={{
          ...NO_SUBJECT,
          kind: "orphanedAccount",
          accountId: id,
          name,
        }}
      />
    ),
    [],
  );
  return (
    <SharedTooltip className={styles.page}>
      <PageHeader title={t.orphaned} context={t.orphanedWhat} />
      <ListPanel
        label={t.orphaned}
        list={list}
        rowKey={keyOf}
        columns={columns}
        searchLabel={t.searchAccounts}
        csv
        filters={[
          { field: "resourceId", kind: "select", label: t.resource, options: resourceOptions },
        ]}
        summary={({ resourceName }) => <Whole text={resourceName} />}
        empty={<p>{t.noOrphans}</p>}
        rowActions={rowActions}
        actionsWidth={CASE_ACTION_WIDTH}
      />
      <OpenCaseDialog />
    </SharedTooltip>
  );
}

const keyOf = ({ id }: OrphanedShadow) => id;

function columnsOf(t: CaseMessages, { count }: Formats): readonly ListColumn<OrphanedShadow>[] {
  return [
    {
      id: "name",
      header: t.columns.account,
      sortable: true,
      grow: 2,
      cell: ({ name }) => <Whole text={name} />,
    },
    {
      id: "resource",
      header: t.resource,
      grow: 2,
      priority: 2,
      cell: ({ resourceName }) => <Whole text={resourceName} />,
    },
    {
      id: "entitlements",
      header: t.columns.entitlements,
      align: "end",
      width: 132,
      priority: 2,
      cell: ({ entitlementCount }) => count(entitlementCount),
    },
  ];
}
