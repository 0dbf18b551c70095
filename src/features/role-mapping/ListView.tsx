import { useUnit } from "effector-react";
import { ORG_TYPES, ORG_TYPE_NAMES, type Org } from "#events/entities/org.ts";
import { DataTable, type Column } from "../../ui/DataTable.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FilterBar } from "../../ui/FilterBar.tsx";
import { formatCount } from "../../ui/format.ts";
import { Link } from "../../ui/Link.tsx";
import { NoMatch } from "../../ui/NoMatch.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Pagination } from "../../ui/Pagination.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { useMinWidth } from "../../ui/useMinWidth.ts";
import { toDashboard } from "../dashboard/index.ts";
import { $currentResource } from "../directory/index.ts";
import { $orgList } from "../orgs/index.ts";
import { $client } from "../session/index.ts";
import { AlphabetFilter } from "./AlphabetFilter.tsx";
import { isMissing } from "./detailRules.ts";
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
import { useWords } from "../../ui/language/LanguageProvider.tsx";
import { uiWords } from "../../ui/words.ts";
import styles from "./ListView.module.css";

/** Names up to this length fit in the narrowest table, in characters; longer ones show whole in a tooltip. */
const SURELY_FITS = 24;

const COLUMNS: ReadonlyArray<Column<Org, OrgColumn>> = [
  {
    id: "name",
    header: "Name",
    cell: ({ displayName }) => (
      <span data-tooltip={displayName.length > SURELY_FITS ? displayName : undefined}>
        {displayName}
      </span>
    ),
    sortable: true,
  },
  {
    id: "memberCount",
    header: "Members",
    cell: (org) => <Members {...org} />,
    align: "end",
    sortable: true,
    width: "116px",
  },
  {
    id: "inducementCount",
    header: "Entitlements in policy",
    cell: ({ inducementCount }) =>
      inducementCount === 0 ? (
        <span className={styles.none}>No policy</span>
      ) : (
        formatCount(inducementCount)
      ),
    align: "end",
    sortable: true,
    width: "184px",
    // Narrower, the column of the members says it.
    priority: 2,
  },
];

function Members({ memberCount, inducementCount }: Org) {
  const hasPolicyColumn = useMinWidth(768);
  if (hasPolicyColumn) return formatCount(memberCount);
  return (
    <span className={styles.twoLines}>
      {formatCount(memberCount)}
      <span className={styles.policyLine}>
        {inducementCount === 0 ? "No policy" : `${formatCount(inducementCount)} in policy`}
      </span>
    </span>
  );
}

export function View() {
  const { client, current } = useUnit({ client: $client, current: $currentResource });
  if (current.id !== null && isMissing(current.failure)) return <ResourceMissing />;
  return (
    <div className={styles.page}>
      <PageHeader
        title="Role Mapping"
        breadcrumbs={[{ label: "Dashboard", href: toDashboard() }, { label: "Role Mapping" }]}
        context={
          current.id === null ? (
            "Find an org to see its members and its access policy."
          ) : (
            <ScopeNote />
          )
        }
      />
      {client === null ? (
        <EmptyState title="No client">
          Your account belongs to no client, so there is no directory to show. Ask the person who
          set up your account to add you to one.
        </EmptyState>
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
        label="Kind of org"
        options={ORG_TYPES.map((id) => ({ id, label: ORG_TYPE_NAMES[id] }))}
        value={query.orgType}
        onChange={(orgType) => choose({ orgType })}
      />
      <SearchField
        label={`Search ${ORG_TYPE_NAMES[query.orgType]}`}
        value={text}
        onChange={(next) => type({ text: next })}
      />
    </FilterBar>
  );
}

function Orgs() {
  const ui = useWords(uiWords);
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
          label={ORG_TYPE_NAMES[query.orgType]}
          columns={COLUMNS}
          rows={list.items}
          rowKey={({ oid }) => oid}
          rowHref={({ oid }) => toRoleMappingDetail(oid, current.id)}
          status={list.status === "Fail" ? "failed" : isReady ? "ready" : "loading"}
          failedText={`The list could not be loaded. ${list.failure?.message ?? ""}`}
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
                  Orgs come with an import: the <Link href={toDashboard()}>dashboard</Link> says
                  how.
                </p>
              </>
            )
          }
        />
      </SharedTooltip>
      <div className={styles.pages} data-many={list.page.totalPages > 1 || undefined}>
        <Pagination
          label="Pages of orgs"
          page={query.page}
          totalPages={list.page.totalPages}
          onPage={(next) => page({ page: next })}
        />
      </div>
    </>
  );
}
