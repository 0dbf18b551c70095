import { reasonOf as failureReasonOf } from "../../kernel/calls.ts";
import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import { NO_SUBJECT, type CaseKind } from "#events/entities/case.ts";
import type { Holder } from "#events/entities/holder.ts";
import { pathTexts } from "#events/rules/policyPaths.ts";
import { personName } from "#events/rules/personName.ts";
import { $mapsAllRoles, $seesPeople } from "../../data/session/index.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useList } from "../../panels/useUnits.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { CASE_ACTION_WIDTH, CaseAction } from "../cases/index.ts";
import { toIdentityReport } from "../identities/index.ts";
import { $counts, $isOfAll, holderList, retryHolders } from "./model.ts";
import { holderMessages, type HolderMessages } from "./messages.ts";
import styles from "./holders.module.css";

/** How many people hold the entitlement. */
export function HolderCounts() {
  const t = useMessages(holderMessages);
  const translate = useTranslate();
  const { counts, isOfAll, retry } = useUnit({
    counts: $counts,
    isOfAll: $isOfAll,
    retry: retryHolders,
  });
  if (counts.status === "failed") {
    return (
      <LoadFailed
        title={t.failed}
        reason={counts.failure && translate(failureReasonOf(counts.failure))}
        onRetry={() => retry({})}
      />
    );
  }
  if (counts.value === null) return <Skeleton height={20} width="60%" />;
  const { members, holders, outsidePolicy, missing } = counts.value;
  return (
    <p role="status" className={styles.counts}>
      <strong>{isOfAll ? t.heldByPeople(holders, members) : t.held(holders, members)}</strong>
      {outsidePolicy > 0 && <span>{t.outsideCount(outsidePolicy)}</span>}
      {missing > 0 && <span>{t.missingCount(missing)}</span>}
    </p>
  );
}

/** Who holds the entitlement, or who lacks it. */
export function HolderList() {
  const t = useMessages(holderMessages);
  const list = useList(holderList);
  const { isOfAll, seesPeople, mayOpenCases, counts } = useUnit({
    isOfAll: $isOfAll,
    seesPeople: $seesPeople,
    mayOpenCases: $mapsAllRoles,
    counts: $counts,
  });
  const entitlement = counts.value?.entitlement ?? null;
  const none = isOfAll ? t.nobody : t.noMember;
  const columns = useMemo(() => columnsOf(t), [t]);
  const rowActions = useCallback(
    (holder: Holder) => {
      const kind = findingOf(holder);
      if (kind === null || entitlement === null) return null;
      const { roleOid, name } = entitlement;
      return (
        <CaseAction
          caseId={holder.caseId ?? null}
          finding={{
            ...NO_SUBJECT,
            kind,
            identityOid: holder.oid,
            roleOid,
            name: `${personName(holder)} · ${name}`,
          }}
        />
      );
    },
    [entitlement],
  );
  return (
    <ListPanel
      label={t.people}
      list={list}
      rowKey={keyOf}
      columns={columns}
      {...(seesPeople && { rowHref: hrefOf })}
      searchLabel={t.search}
      filters={[
        {
          field: "show",
          kind: "tabs",
          label: t.show,
          options: [
            { value: "holders", label: t.holders },
            { value: "lackers", label: t.lackers },
          ],
        },
      ]}
      csv
      summary={(holder) => pathTexts(holder.paths).join(" · ") || reasonOf(holder, t)}
      {...(mayOpenCases && { rowActions, actionsWidth: CASE_ACTION_WIDTH })}
      empty={<p>{list.query["show"] === "lackers" ? none.lacks : none.holds}</p>}
      height="own"
    />
  );
}

const keyOf = ({ oid }: Holder) => oid;
const hrefOf = ({ oid }: Holder) => toIdentityReport(oid);

/** What a case about the person would be; null if nothing is wrong. */
function findingOf({ accounts, paths }: Holder): CaseKind | null {
  if (accounts.length > 0) return paths.length === 0 ? "outsidePolicy" : null;
  return paths.length > 0 ? "missingAccess" : null;
}

/** Where no policy grants it. */
function reasonOf({ accounts }: Holder, t: HolderMessages): string {
  return accounts.length > 0 ? t.outside : t.notGranted;
}

function columnsOf(t: HolderMessages): readonly ListColumn<Holder>[] {
  return [
    { id: "name", header: t.columns.name, sortable: true, cell: personName },
    {
      id: "jobTitle",
      header: t.columns.jobTitle,
      sortable: true,
      priority: 3,
      cell: ({ jobTitle }) => <Whole text={jobTitle ?? "–"} />,
    },
    {
      id: "accounts",
      header: t.columns.accounts,
      priority: 3,
      cell: ({ accounts }) => <Whole text={accounts.join(", ") || "–"} />,
    },
    {
      id: "why",
      header: t.columns.why,
      grow: 2,
      priority: 2,
      cell: (holder) => {
        const paths = pathTexts(holder.paths);
        if (paths.length === 0) {
          const isOutside = holder.accounts.length > 0;
          return <Tag tone={isOutside ? "warning" : "secondary"}>{reasonOf(holder, t)}</Tag>;
        }
        const text = paths.join(" · ");
        return <Whole text={text} />;
      },
    },
  ];
}
