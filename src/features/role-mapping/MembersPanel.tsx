import { useUnit } from "effector-react";
import type { Identity } from "#events/entities/directory.ts";
import { DataTable, type Column } from "../../ui/DataTable.tsx";
import type { Formats } from "../../ui/language/formats.ts";
import { useFormats, useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { NoMatch } from "../../ui/NoResults.tsx";
import { Pagination } from "../../ui/Pagination.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { $members } from "../../data/directory/index.ts";
import { memberName } from "./detailRules.ts";
import {
  $membersView,
  pageMembers,
  retryMembers,
  sortMembers,
  typeMemberSearch,
  type MemberColumn,
} from "./membersModel.ts";
import { roleMappingMessages, type RoleMappingMessages } from "./messages.ts";
import styles from "./DetailView.module.css";

type MembersColumn = Column<Identity, MemberColumn | "accounts">;

function columnsOf(
  { memberColumns, noAccount }: RoleMappingMessages,
  { count }: Formats,
): readonly MembersColumn[] {
  return [
    { id: "name", header: memberColumns.name, cell: memberName, sortable: true },
    {
      id: "username",
      header: memberColumns.username,
      cell: ({ username }) => username ?? "–",
      sortable: true,
      width: "20%",
      priority: 2,
    },
    {
      id: "jobTitle",
      header: memberColumns.jobTitle,
      cell: ({ jobTitle }) => jobTitle ?? "–",
      sortable: true,
      width: "22%",
      priority: 2,
    },
    {
      id: "department",
      header: memberColumns.department,
      cell: ({ department }) => department ?? "–",
      sortable: true,
      width: "18%",
      priority: 3,
    },
    {
      id: "accounts",
      header: memberColumns.accounts,
      cell: ({ accountCount }) =>
        accountCount === 0 ? <Tag tone="warning">{noAccount}</Tag> : count(accountCount),
      align: "end",
      width: "116px",
    },
  ];
}

export function MembersPanel() {
  const t = useMessages(roleMappingMessages);
  const say = useSay();
  const formats = useFormats();
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
      title={t.membersTitle}
      context={t.membersWhat}
      flush
      actions={
        <SearchField
          className={styles.search}
          label={t.searchMembers}
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
          label={t.membersTitle}
          columns={columnsOf(t, formats)}
          rows={members.items}
          rowKey={({ oid }) => oid}
          status={members.status === "Fail" ? "failed" : isReady ? "ready" : "loading"}
          failedText={t.membersFailed(say(members.failure?.message ?? ""))}
          onRetry={() => retry({})}
          sort={view.sort}
          onSort={({ column, direction }) => column !== "accounts" && sort({ column, direction })}
          loadingRows={20}
          emptyText={
            view.contains === "" ? (
              t.noMembers
            ) : (
              <NoMatch clearLabel={t.clearSearch} onClear={() => type({ text: "" })} />
            )
          }
        />
      </div>
      <div className={styles.pages} data-known={members.page.totalPages > 0 || undefined}>
        <Pagination
          label={t.memberPages}
          page={view.page}
          totalPages={members.page.totalPages}
          totalElements={members.page.totalElements}
          onPage={(next) => page({ page: next })}
        />
      </div>
    </Panel>
  );
}
