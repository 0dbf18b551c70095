import { IconFilter, IconGitMerge, IconPlus, IconRefresh, IconTrash } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import { REVIEW_FILTERS, type ReviewedEntitlement } from "#events/entities/entitlementReview.ts";
import { $openSystem } from "../../data/systems/index.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useList } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import type { Formats } from "../../ui/language/formats.ts";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Tag, type TagTone } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { HoldersButton, HoldersDialog } from "../holders/index.ts";
import { SystemTabs } from "../system-tabs/index.ts";
import { Dialogs } from "./Dialogs.tsx";
import { importRulesForm } from "./importRulesModel.ts";
import {
  $duplicates,
  $getAllStatus,
  $isWriting,
  $page,
  $refreshAllStatus,
  $resourceName,
  dismissDuplicates,
  entitlementList,
  refresh,
} from "./listModel.ts";
import { $groups, merging, retryDuplicates } from "./mergeModel.ts";
import { reviewMessages, type EntitlementReviewMessages } from "./messages.ts";
import { deletion, newForm, openReview } from "./reviewModel.ts";
import { othersOf, shownName, stateOf, type ReviewState } from "./rules.ts";
import styles from "./entitlementReview.module.css";

/** The entitlements of a resource: what they are called, who answers for them, and which are duplicates. */
export function View() {
  const t = useMessages(reviewMessages);
  const { name, page, status } = useUnit({
    name: $resourceName,
    page: $page,
    status: $getAllStatus,
  });
  const isKnown = name !== null && status !== "NotStarted";
  return (
    <div className={styles.page}>
      <PageHeader
        title={t.title}
        context={isKnown ? t.context(name, page.totalElements) : null}
        actions={<Actions />}
      />
      <SystemTabs current="entitlements" />
      <Notices />
      <SharedTooltip className={styles.list}>
        <Entitlements />
      </SharedTooltip>
      <Dialogs />
      <HoldersDialog />
    </div>
  );
}

function Actions() {
  const t = useMessages(reviewMessages);
  const { system, status, compare, openRules, add } = useUnit({
    system: $openSystem,
    status: $refreshAllStatus,
    compare: refresh,
    openRules: importRulesForm.toggle,
    add: newForm.toggle,
  });
  return (
    <div className={styles.actions}>
      {/* An imported resource has no system. */}
      {system.value?.kind !== null && (
        <>
          <Button
            icon={<IconRefresh size={16} />}
            busy={status === "InProgress"}
            onClick={() => compare({})}
          >
            {t.refresh}
          </Button>
          <Button icon={<IconFilter size={16} />} onClick={() => openRules({ open: true })}>
            {t.rules}
          </Button>
        </>
      )}
      <Button variant="primary" icon={<IconPlus size={16} />} onClick={() => add({ open: true })}>
        {t.add}
      </Button>
    </div>
  );
}

function Notices() {
  const t = useMessages(reviewMessages);
  const translate = useTranslate();
  const formats = useFormats();
  const { list, duplicates, groups, dismiss, change, retry } = useUnit({
    list: entitlementList.$view,
    duplicates: $duplicates,
    groups: $groups,
    dismiss: dismissDuplicates,
    change: entitlementList.change,
    retry: retryDuplicates,
  });
  const names = Object.values(duplicates).map(shownName);
  return (
    <>
      {list.find(({ updatingImport }) => updatingImport) !== null && (
        <Alert severity="info" title={t.updating}>
          {t.updatingWhy}
        </Alert>
      )}
      {names.length > 0 && (
        <Alert
          severity="warning"
          live
          title={t.duplicatesFound(formats.list(names))}
          onDismiss={() => dismiss({})}
          actions={
            <Button
              size="small"
              onClick={() => {
                change({ change: { show: "duplicates" } });
                dismiss({});
              }}
            >
              {t.showDuplicates}
            </Button>
          }
        />
      )}
      {groups.failure !== null && (
        <Alert
          severity="error"
          title={t.duplicatesFailed}
          actions={
            <Button size="small" onClick={() => retry({})}>
              {t.retry}
            </Button>
          }
        >
          {translate(reasonOf(groups.failure))}
        </Alert>
      )}
    </>
  );
}

function Entitlements() {
  const t = useMessages(reviewMessages);
  const formats = useFormats();
  const list = useList(entitlementList);
  const { groups, isWriting, review, remove, merge } = useUnit({
    groups: $groups,
    isWriting: $isWriting,
    review: openReview,
    remove: deletion.open,
    merge: merging.open,
  });
  const columns = useMemo(() => columnsOf(t, formats), [t, formats]);
  const rowActions = useCallback(
    (entitlement: ReviewedEntitlement) => {
      const { id, interim, roleOid } = entitlement;
      const subject = { id, name: shownName(entitlement) };
      const mergedIds = [...othersOf(groups.value, id)];
      return (
        <>
          {mergedIds.length > 0 && (
            <Button
              size="small"
              variant="quiet"
              icon={<IconGitMerge size={14} />}
              iconOnPhones
              aria-label={t.mergeOne(subject.name)}
              onClick={() => merge({ subject: { kept: subject, mergedIds } })}
            >
              {t.merge}
            </Button>
          )}
          {interim && (
            <Button
              size="small"
              variant="quiet"
              icon={<IconTrash size={14} />}
              iconOnPhones
              aria-label={t.removeOne(subject.name)}
              idle={isWriting}
              onClick={() => remove({ subject })}
            >
              {t.remove}
            </Button>
          )}
          <HoldersButton roleOid={roleOid} orgOid={null} name={subject.name} compact />
        </>
      );
    },
    [t, groups.value, isWriting, merge, remove],
  );
  return (
    <ListPanel
      label={t.entitlements}
      list={list}
      rowKey={keyOf}
      columns={columns}
      searchLabel={t.search}
      filters={[
        {
          field: "show",
          kind: "tabs",
          label: t.filter,
          options: REVIEW_FILTERS.map((value) => ({ value, label: t.filters[value] })),
        },
      ]}
      onOpen={(entitlement) => review({ entitlement })}
      rowActions={rowActions}
      actionsWidth={{ wide: 256, narrow: 128 }}
      summary={(entitlement) => (
        <Whole text={t.summary(stateText(entitlement, t), entitlement.holderCount)} />
      )}
      empty={<EmptyState title={t.none}>{t.noneWhy}</EmptyState>}
    />
  );
}

const keyOf = ({ id }: ReviewedEntitlement) => id;

const TONES: Readonly<Record<ReviewState, TagTone>> = {
  interim: "info",
  excluded: "secondary",
  missing: "warning",
  used: "success",
};

function columnsOf(
  t: EntitlementReviewMessages,
  { count }: Formats,
): readonly ListColumn<ReviewedEntitlement>[] {
  return [
    {
      id: "name",
      header: t.columns.name,
      sortable: true,
      grow: 3,
      cell: (entitlement) => <Whole text={shownName(entitlement)} />,
    },
    {
      id: "systemName",
      header: t.columns.systemName,
      priority: 3,
      grow: 2,
      cell: ({ name }) => <Whole text={name} />,
    },
    {
      id: "state",
      header: t.columns.state,
      priority: 2,
      width: 112,
      cell: (entitlement) => <State entitlement={entitlement} t={t} />,
    },
    {
      id: "owner",
      header: t.columns.owner,
      priority: 3,
      width: 128,
      cell: ({ owner }) => <Whole text={owner ?? "–"} />,
    },
    {
      id: "position",
      header: t.columns.position,
      sortable: true,
      align: "end",
      priority: 2,
      width: 92,
      cell: ({ position }) => (position === null ? "–" : count(position)),
    },
    {
      id: "holders",
      header: t.columns.holders,
      align: "end",
      priority: 2,
      width: 84,
      cell: ({ holderCount }) => count(holderCount),
    },
  ];
}

function State({
  entitlement,
  t,
}: {
  readonly entitlement: ReviewedEntitlement;
  readonly t: EntitlementReviewMessages;
}) {
  const { excludedBy, included = true } = entitlement;
  const text = stateText(entitlement, t);
  return excludedBy === null && included ? (
    <Tag tone={TONES[stateOf(entitlement)]}>{text}</Tag>
  ) : (
    <Whole text={text} />
  );
}

function stateText(entitlement: ReviewedEntitlement, t: EntitlementReviewMessages): string {
  const { excludedBy, included = true } = entitlement;
  if (excludedBy !== null) return t.excludedBy(excludedBy);
  return included ? t.states[stateOf(entitlement)] : t.notIncluded;
}
