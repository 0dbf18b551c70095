import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useCallback } from "react";
import type { ListedUser } from "#events/entities/managedUser.ts";
import { managerKinds } from "#events/rules/users.ts";
import { navigateTo } from "../../kernel/navigation.ts";
import { itemAt } from "../../kernel/pages.ts";
import { cx } from "../../ui/cx.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { NoMatch } from "../../ui/NoResults.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { useMinWidth } from "../../ui/useMinWidth.ts";
import { uiMessages } from "../../ui/messages.ts";
import {
  $userPages,
  $usersQuery,
  clearUserFilters,
  retryUserList,
  showUserRows,
  sortUsers,
} from "./listModel.ts";
import { fullName, hasFilters, type UsersQuery } from "./listRules.ts";
import { PagedTable } from "./PagedTable.tsx";
import { toUser } from "./route.ts";
import { userMessages, type UserMessages } from "./messages.ts";
import styles from "./ListView.module.css";

type Column = UsersQuery["sort"]["column"];

/** The height of rows that have the address below the name, where there is no room for a column of it. */
const TWO_LINES = 52;
/** Rows that stand for a list that was never there yet. */
const LOADING_ROWS = 12;

type Label = keyof UserMessages["columns"];

/** What the list can be sorted by has an id. */
const COLUMNS: readonly { id: Column | null; label: Label; className?: string }[] = [
  { id: "name", label: "name", className: styles.widest },
  { id: "username", label: "username", className: styles.second },
  { id: "email", label: "email", className: cx(styles.wide, styles.second) },
  { id: null, label: "roles", className: styles.third },
  { id: null, label: "manages", className: styles.third },
];

/** All users that match; of their rows only those in view exist, and their pages come as they are needed. */
export function UserTable() {
  const t = useMessages(userMessages);
  const ui = useMessages(uiMessages);
  const { pages, query, show, go, retry, clear } = useUnit({
    pages: $userPages,
    query: $usersQuery,
    show: showUserRows,
    go: navigateTo,
    retry: retryUserList,
    clear: clearUserFilters,
  });
  const isWide = useMinWidth(768);
  const open = useCallback(
    (index: number) => {
      const user = itemAt(pages, index);
      if (user) go({ path: toUser(user.id), cause: null });
    },
    [pages, go],
  );
  return (
    <PagedTable
      ariaLabel={t.users}
      pages={pages}
      onShow={show}
      failedTitle={t.listFailed}
      rowsFailedTitle={t.rowsFailed}
      againLabel={t.again}
      onAgain={() => retry({})}
      rowHeight={isWide ? undefined : TWO_LINES}
      header={HEADER}
      renderItem={renderUser}
      loadingCells={LOADING}
      loadingRows={LOADING_ROWS}
      onOpen={open}
      empty={
        hasFilters(query) ? (
          <NoMatch onClear={() => clear({})} />
        ) : (
          <p>{query.status === "archived" ? t.nobodyArchived : ui.noRecords}</p>
        )
      }
    />
  );
}

function HeaderCell({ id, label, className }: (typeof COLUMNS)[number]) {
  const t = useMessages(userMessages);
  const { query, sort } = useUnit({ query: $usersQuery, sort: sortUsers });
  const sorted = id !== null && query.sort.column === id ? query.sort.direction : undefined;
  const Arrow = sorted === "DESCENDING" ? IconArrowDown : IconArrowUp;
  const next = sorted === "ASCENDING" ? "DESCENDING" : "ASCENDING";
  return (
    <div
      role="columnheader"
      className={cx(styles.cell, className)}
      aria-sort={sorted && (sorted === "ASCENDING" ? "ascending" : "descending")}
    >
      {id === null ? (
        t.columns[label]
      ) : (
        <button
          type="button"
          className={styles.sort}
          data-sorted={sorted}
          onClick={() => sort({ column: id, direction: next })}
        >
          {t.columns[label]}
          <Arrow size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function UserCells({ user }: { readonly user: ListedUser }) {
  const t = useMessages(userMessages);
  return (
    <>
      <div role="gridcell" className={cx(styles.cell, styles.widest)}>
        <div className={styles.who}>
          <Link href={toUser(user.id)} tabIndex={-1}>
            {fullName(user)}
          </Link>
          {!user.onboarded && <Tag>{t.notSignedUp}</Tag>}
        </div>
        <p className={styles.below}>{user.email ?? user.username}</p>
      </div>
      <div role="gridcell" className={cx(styles.cell, styles.second)}>
        {user.username}
      </div>
      <div role="gridcell" className={cx(styles.cell, styles.wide, styles.second)}>
        {user.email ?? "–"}
      </div>
      <div role="gridcell" className={cx(styles.cell, styles.third)}>
        {user.roleNames.join(", ") || <span className={styles.muted}>{t.noRole}</span>}
      </div>
      <div role="gridcell" className={cx(styles.cell, styles.third)}>
        {managerKinds(user)
          .map((kind) => t.manages[kind])
          .join(", ")}
      </div>
    </>
  );
}

const HEADER = COLUMNS.map((column) => <HeaderCell key={column.label} {...column} />);
const LOADING = COLUMNS.map(({ label, className }) => (
  <div key={label} role="gridcell" className={cx(styles.cell, className)}>
    <Skeleton width="60%" />
  </div>
));
const renderUser = (user: ListedUser) => <UserCells user={user} />;
