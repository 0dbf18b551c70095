import { useUnit } from "effector-react";
import type { Identity } from "#events/entities/directory.ts";
import { DataTable, type Column } from "../../ui/DataTable.tsx";
import { formatCount } from "../../ui/format.ts";
import { NoMatch } from "../../ui/NoMatch.tsx";
import { Pagination } from "../../ui/Pagination.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { $members } from "../directory/index.ts";
import { memberName } from "./detailRules.ts";
import {
  $membersView,
  pageMembers,
  retryMembers,
  sortMembers,
  typeMemberSearch,
  type MemberColumn,
} from "./membersModel.ts";
import styles from "./DetailView.module.css";

const COLUMNS: ReadonlyArray<Column<Identity, MemberColumn | "accounts">> = [
  { id: "name", header: "Name", cell: memberName, sortable: true },
  {
    id: "username",
    header: "Username",
    cell: ({ username }) => username ?? "–",
    sortable: true,
    width: "20%",
    priority: 2,
  },
  {
    id: "jobTitle",
    header: "Job Title",
    cell: ({ jobTitle }) => jobTitle ?? "–",
    sortable: true,
    width: "22%",
    priority: 2,
  },
  {
    id: "department",
    header: "Department",
    cell: ({ department }) => department ?? "–",
    sortable: true,
    width: "18%",
    priority: 3,
  },
  {
    id: "accounts",
    header: "Accounts",
    cell: ({ accountCount }) =>
      accountCount === 0 ? <Tag tone="warning">No account</Tag> : formatCount(accountCount),
    align: "end",
    width: "116px",
  },
];

export function MembersPanel() {
  const { members, view, type, sort, page, retry } = useUnit({
    members: $members,
    view: $membersView,
    type: typeMemberSearch,
    sort: sortMembers,
    page: pageMembers,
    retry: retryMembers,
  });
  const isReady = members.status === "Success";
  return (
    <Panel
      title="Members"
      context="Identities of this org and of those below it"
      flush
      actions={
        <SearchField
          className={styles.search}
          label="Search members"
          value={view.text}
          onChange={(text) => type({ text })}
        />
      }
    >
      <div
        className={styles.members}
        data-paged={members.page.totalPages > 1 || !isReady || undefined}
      >
        <DataTable
          label="Members"
          columns={COLUMNS}
          rows={members.items}
          rowKey={({ oid }) => oid}
          status={members.status === "Fail" ? "failed" : isReady ? "ready" : "loading"}
          failedText={`The members could not be loaded. ${members.failure?.message ?? ""}`}
          onRetry={() => retry({})}
          sort={view.sort}
          onSort={({ column, direction }) => column !== "accounts" && sort({ column, direction })}
          loadingRows={20}
          emptyText={
            view.contains === "" ? (
              "No identity is assigned to this org or to one below it."
            ) : (
              <NoMatch clearLabel="Clear search" onClear={() => type({ text: "" })} />
            )
          }
        />
      </div>
      <div className={styles.pages} data-known={members.page.totalPages > 0 || undefined}>
        <Pagination
          label="Pages of members"
          page={view.page}
          totalPages={members.page.totalPages}
          totalElements={members.page.totalElements}
          onPage={(next) => page({ page: next })}
        />
      </div>
    </Panel>
  );
}
