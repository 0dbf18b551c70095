import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import type { ListedUser } from "#events/entities/managedUser.ts";
import { managerKinds } from "#events/policy/users.ts";
import { navigateTo } from "../../kernel/navigation.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Link } from "../../ui/Link.tsx";
import { NoMatch } from "../../ui/NoMatch.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { VirtualRows } from "../../ui/virtual-rows/VirtualRows.tsx";
import {
  $listState,
  $userPages,
  $usersQuery,
  clearUserFilters,
  retryUserList,
  showUserRows,
  sortUsers,
} from "./listModel.ts";
import { fullName, hasFilters, userAt, type UsersQuery } from "./listRules.ts";
import { toUser } from "./route.ts";
import { useWords } from "../../ui/language/LanguageProvider.tsx";
import { uiWords } from "../../ui/words.ts";
import styles from "./ListView.module.css";

type Column = UsersQuery["sort"]["column"];

/** Rows that stand for a list that was never there yet. */
const LOADING_ROWS = 12;

const COLUMNS: readonly { id: Column | null; label: string; className?: string }[] = [
  { id: "name", label: "Name", className: styles.wide },
  { id: "username", label: "Username", className: styles.second },
  { id: "email", label: "Email address", className: cx(styles.wide, styles.second) },
  { id: null, label: "Roles", className: styles.third },
  { id: null, label: "Manages", className: styles.third },
];

/** All users that match; of their rows only those in view exist, and their pages come as they are needed. */
export function UserTable() {
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
      const user = userAt(pages, index);
      return user ? <UserCells user={user} /> : <LoadingCells />;
    },
    [pages],
  );
  const isStale = state === "loading";
  const rowTraits = useCallback(
    () => ({ className: cx(styles.line, isStale && styles.stale) }),
    [isStale],
  );
  const open = useCallback(
    (index: number) => {
      const user = userAt(pages, index);
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
        title="The list could not be loaded"
        action={<Button onClick={() => retry({})}>Try again</Button>}
      >
        {pages.failure.message}
      </EmptyState>
    );
  }
  return (
    <div className={styles.table}>
      <VirtualRows
        ariaLabel="Users"
        className={styles.rows}
        rowCount={pages.total ?? LOADING_ROWS}
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
            <p>{query.status === "archived" ? "Nobody is archived." : ui.noRecords}</p>
          )
        }
      />
    </div>
  );
}

function HeaderCell({ id, label, className }: (typeof COLUMNS)[number]) {
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
        label
      ) : (
        <button
          type="button"
          className={styles.sort}
          data-sorted={sorted}
          onClick={() => sort({ column: id, direction: next })}
        >
          {label}
          <Arrow size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function UserCells({ user }: { readonly user: ListedUser }) {
  return (
    <>
      <div role="gridcell" className={cx(styles.cell, styles.wide)}>
        <Link href={toUser(user.id)} tabIndex={-1}>
          {fullName(user)}
        </Link>{" "}
        {!user.onboarded && <Tag>Not signed up</Tag>}
      </div>
      <div role="gridcell" className={cx(styles.cell, styles.second)}>
        {user.username}
      </div>
      <div role="gridcell" className={cx(styles.cell, styles.wide, styles.second)}>
        {user.email ?? "–"}
      </div>
      <div role="gridcell" className={cx(styles.cell, styles.third)}>
        {user.roleNames.join(", ") || <span className={styles.muted}>No role</span>}
      </div>
      <div role="gridcell" className={cx(styles.cell, styles.third)}>
        {managerKinds(user)
          .map((kind) => kind.replace(" manager", ""))
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
