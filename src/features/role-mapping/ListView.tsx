import { useUnit } from "effector-react";
import type { Org } from "#events/entities/org.ts";
import { ORG_TYPES, ORG_TYPE_NAMES } from "#events/entities/orgTypes.ts";
import { isMissing } from "../../kernel/calls.ts";
import { DataTable, type Column } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FilterBar } from "../../ui/FilterBar.tsx";
import type { Formats } from "../../ui/language/formats.ts";
import { useFormats, useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { NoMatch } from "../../ui/NoResults.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Pagination } from "../../ui/Pagination.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { useMinWidth } from "../../ui/useMinWidth.ts";
import { uiMessages } from "../../ui/messages.ts";
import { toDashboard } from "../dashboard/index.ts";
import { $currentResource } from "../../data/directory/index.ts";
import { $orgList } from "../../data/orgs/index.ts";
import { $client } from "../../data/session/index.ts";
import { AlphabetFilter } from "./AlphabetFilter.tsx";
import {
  $listQuery,
  $searchText,
  chooseLetter,
  chooseOrgType,
  clearOrgFilters,
  pageOrgs,
  retryOrgList,
  sortOrgs,
  typeOrgSearch,
} from "./listModel.ts";
import { hasFilters, isBehindLastPage, type OrgColumn } from "./listRules.ts";
import { ResourceMissing, ScopeNote } from "./ResourceScope.tsx";
import { toRoleMappingDetail } from "./route.ts";
import { roleMappingMessages, type RoleMappingMessages } from "./messages.ts";
import styles from "./ListView.module.css";

/** Names up to this length fit in the narrowest table, in characters; longer ones show whole in a tooltip. */
const SURELY_FITS = 18;

function columnsOf(
  { columns, noPolicy }: RoleMappingMessages,
  { count }: Formats,
): ReadonlyArray<Column<Org, OrgColumn>> {
  return [
    {
      id: "name",
      header: columns.name,
      cell: ({ displayName }) => (
        <span data-tooltip={displayName.length > SURELY_FITS ? displayName : undefined}>
          {displayName}
        </span>
      ),
      sortable: true,
    },
    {
      id: "memberCount",
      header: columns.members,
      cell: (org) => <Members {...org} />,
      align: "end",
      sortable: true,
      width: "136px",
    },
    {
      id: "inducementCount",
      header: columns.entitlements,
      cell: ({ inducementCount }) =>
        inducementCount === 0 ? (
          <span className={styles.none}>{noPolicy}</span>
        ) : (
          count(inducementCount)
        ),
      align: "end",
      sortable: true,
      width: "208px",
      // Narrower, the column of the members says it.
      priority: 2,
    },
  ];
}

function Members({ memberCount, inducementCount }: Org) {
  const t = useMessages(roleMappingMessages);
  const { count } = useFormats();
  const hasPolicyColumn = useMinWidth(768);
  if (hasPolicyColumn) return count(memberCount);
  return (
    <span className={styles.twoLines}>
      {count(memberCount)}
      <span className={styles.policyLine}>
        {inducementCount === 0 ? t.noPolicy : t.inPolicy(inducementCount)}
      </span>
    </span>
  );
}

export function View() {
  const t = useMessages(roleMappingMessages);
  const { client, current } = useUnit({ client: $client, current: $currentResource });
  if (current.id !== null && isMissing(current.failure)) return <ResourceMissing />;
  return (
    <div className={styles.page}>
      <PageHeader title={t.roleMapping} context={current.id === null ? t.findOrg : <ScopeNote />} />
      {client === null ? (
        <EmptyState title={t.noClient}>{t.noClientWhy}</EmptyState>
      ) : (
        <>
          <Filters />
          <Orgs />
        </>
      )}
    </div>
  );
}

function Filters() {
  const t = useMessages(roleMappingMessages);
  const say = useSay();
  const { list, query, text, choose, type, letter } = useUnit({
    list: $orgList,
    query: $listQuery,
    text: $searchText,
    choose: chooseOrgType,
    type: typeOrgSearch,
    letter: chooseLetter,
  });
  return (
    <FilterBar
      found={list.status === "Success" ? list.page.totalElements : null}
      below={
        <AlphabetFilter
          value={query.startsWith}
          onChoose={(startsWith) => letter({ startsWith })}
        />
      }
    >
      <SegmentedControl
        label={t.kindOfOrg}
        options={ORG_TYPES.map((id) => ({ id, label: say(ORG_TYPE_NAMES[id]) }))}
        value={query.orgType}
        onChange={(orgType) => choose({ orgType })}
      />
      <SearchField
        label={t.search(say(ORG_TYPE_NAMES[query.orgType]))}
        value={text}
        onChange={(next) => type({ text: next })}
      />
    </FilterBar>
  );
}

function Orgs() {
  const t = useMessages(roleMappingMessages);
  const say = useSay();
  const formats = useFormats();
  const ui = useMessages(uiMessages);
  const { list, query, current, sort, page, retry, clear } = useUnit({
    list: $orgList,
    query: $listQuery,
    current: $currentResource,
    sort: sortOrgs,
    page: pageOrgs,
    retry: retryOrgList,
    clear: clearOrgFilters,
  });
  const isReady = list.status === "Success" && !isBehindLastPage(query, list.page);
  return (
    <>
      <SharedTooltip className={styles.table}>
        <DataTable
          label={say(ORG_TYPE_NAMES[query.orgType])}
          columns={columnsOf(t, formats)}
          rows={list.items}
          rowKey={({ oid }) => oid}
          rowHref={({ oid }) => toRoleMappingDetail(oid, current.id)}
          status={list.status === "Fail" ? "failed" : isReady ? "ready" : "loading"}
          failedText={t.listFailed(say(list.failure?.message ?? ""))}
          onRetry={() => retry({})}
          sort={query.sort}
          onSort={(next) => sort(next)}
          loadingRows={20}
          emptyText={
            hasFilters(query) ? (
              <NoMatch onClear={() => clear({})} />
            ) : (
              <>
                <p>{ui.noRecords}</p>
                <p>
                  {t.imported.before}
                  <Link href={toDashboard()}>{t.imported.dashboard}</Link>
                  {t.imported.after}
                </p>
              </>
            )
          }
        />
      </SharedTooltip>
      <div className={styles.pages} data-many={list.page.totalPages > 1 || undefined}>
        <Pagination
          label={t.orgPages}
          page={query.page}
          totalPages={list.page.totalPages}
          onPage={(next) => page({ page: next })}
        />
      </div>
    </>
  );
}
