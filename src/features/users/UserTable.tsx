import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import type { ListedUser } from "#events/entities/managedUser.ts";
import { managerKinds } from "#events/policy/users.ts";
import { navigateTo } from "../../kernel/navigation.ts";
import { itemAt } from "../../kernel/pages.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { NoMatch } from "../../ui/NoMatch.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { useMinWidth } from "../../ui/useMinWidth.ts";
import { VirtualRows } from "../../ui/virtual-rows/VirtualRows.tsx";
import { uiWords } from "../../ui/words.ts";
import {
  $listState,
  $userPages,
  $usersQuery,
  clearUserFilters,
  retryUserList,
  showUserRows,
  sortUsers,
} from "./listModel.ts";
import { fullName, hasFilters, type UsersQuery } from "./listRules.ts";
import { toUser } from "./route.ts";
import { userWords, type UserWords } from "./words.ts";
import styles from "./ListView.module.css";

type Column = UsersQuery["sort"]["column"];

/** The height of rows that have the address below the name, where there is no room for a column of it. */
const TWO_LINES = 52;
/** Rows that stand for a list that was never there yet. */
const LOADING_ROWS = 12;

type Label = keyof UserWords["columns"];

/** What the list can be sorted by has an id. */
const COLUMNS: readonly { id: Column | null; label: Label; className?: string }[] = [
  { id: "name", label: "name", className: styles.wide },
  { id: "username", label: "username", className: styles.second },
  { id: "email", label: "email", className: cx(styles.wide, styles.second) },
  { id: null, label: "roles", className: styles.third },
  { id: null, label: "manages", className: styles.third },
];

/** All users that match; of their rows only those in view exist, and their pages come as they are needed. */
export function UserTable() {
  const words = useWords(userWords);
  const say = useSay();
  const ui = useWords(uiWords);
  const { pages, state, query, show, go, retry, clear } = useUnit({
    pages: $userPages,
    state: $listState,
    query: $usersQuery,
    show: showUserRows,
    go: navigateTo,
    retry: retryUserList,
    clear: clearUserFilters,
  });
  const renderRow = useCallback(
    (index: number) => {
      const user = itemAt(pages, index);
      return user ? <UserCells user={user} /> : <LoadingCells />;
    },
    [pages],
  );
  const isWide = useMinWidth(768);
  const isStale = state === "loading";
  const rowTraits = useCallback(
    () => ({ className: cx(styles.line, isStale && styles.stale) }),
    [isStale],
  );
  const open = useCallback(
    (index: number) => {
      const user = itemAt(pages, index);
      if (user) go({ path: toUser(user.id), cause: null });
    },
    [pages, go],
  );
  const onWindow = useCallback((first: number, end: number) => show({ first, end }), [show]);
  // A list of another address begins at its top.
  const moved = useMemo(
    () => (pages.path === null || isStale ? null : { firstVisible: 0, active: -1 }),
    [pages.path, isStale],
  );
  if (state === "failed" && pages.failure) {
    return (
      <EmptyState
        title={words.listFailed}
        action={<Button onClick={() => retry({})}>{words.again}</Button>}
      >
        {say(pages.failure.message)}
      </EmptyState>
    );
  }
  return (
    <div className={styles.table}>
      <VirtualRows
        ariaLabel={words.users}
        className={styles.rows}
        rowCount={pages.total ?? LOADING_ROWS}
        rowHeight={isWide ? undefined : TWO_LINES}
        busy={isStale}
        header={COLUMNS.map((column) => (
          <HeaderCell key={column.label} {...column} />
        ))}
        renderRow={renderRow}
        rowTraits={rowTraits}
        onWindow={onWindow}
        onOpen={open}
        moved={moved}
        empty={
          hasFilters(query) ? (
            <NoMatch onClear={() => clear({})} />
          ) : (
            <p>{query.status === "archived" ? words.nobodyArchived : ui.noRecords}</p>
          )
        }
      />
    </div>
  );
}

function HeaderCell({ id, label, className }: (typeof COLUMNS)[number]) {
  const words = useWords(userWords);
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
        words.columns[label]
      ) : (
        <button
          type="button"
          className={styles.sort}
          data-sorted={sorted}
          onClick={() => sort({ column: id, direction: next })}
        >
          {words.columns[label]}
          <Arrow size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function UserCells({ user }: { readonly user: ListedUser }) {
  const words = useWords(userWords);
  return (
    <>
      <div role="gridcell" className={cx(styles.cell, styles.wide)}>
        <Link href={toUser(user.id)} tabIndex={-1}>
          {fullName(user)}
        </Link>{" "}
        {!user.onboarded && <Tag>{words.notSignedUp}</Tag>}
        <p className={styles.below}>{user.email ?? user.username}</p>
      </div>
      <div role="gridcell" className={cx(styles.cell, styles.second)}>
        {user.username}
      </div>
      <div role="gridcell" className={cx(styles.cell, styles.wide, styles.second)}>
        {user.email ?? "–"}
      </div>
      <div role="gridcell" className={cx(styles.cell, styles.third)}>
        {user.roleNames.join(", ") || <span className={styles.muted}>{words.noRole}</span>}
      </div>
      <div role="gridcell" className={cx(styles.cell, styles.third)}>
        {managerKinds(user)
          .map((kind) => words.manages[kind])
          .join(", ")}
      </div>
    </>
  );
}

function LoadingCells() {
  return (
    <>
      {COLUMNS.map(({ label, className }) => (
        <div key={label} role="gridcell" className={cx(styles.cell, className)}>
          <Skeleton width="60%" />
        </div>
      ))}
    </>
  );
}
