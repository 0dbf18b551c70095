import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Button } from "./Button.tsx";
import { formatCount } from "./format.ts";
import { IconButton } from "./IconButton.tsx";
import styles from "./Pagination.module.css";

export type PaginationProps = {
  /** What is paged, for the name of the landmark. */
  label?: string;
  /** From 0, as the server counts. */
  page: number;
  totalPages: number;
  totalElements?: number;
  onPage: (page: number) => void;
  disabled?: boolean;
};

/** Previous, next and "Page x of y". */
export function Pagination({
  label = "Pages",
  page,
  totalPages,
  totalElements,
  onPage,
  disabled = false,
}: PaginationProps) {
  const last = Math.max(0, totalPages - 1);
  return (
    <nav className={styles.line} aria-label={label}>
      <span>{totalElements !== undefined && `${formatCount(totalElements)} in all`}</span>
      <span className={styles.pages}>
        <span aria-live="polite">
          Page {formatCount(Math.min(page, last) + 1)} of {formatCount(last + 1)}
        </span>
        <IconButton
          label="Previous page"
          icon={<IconChevronLeft />}
          disabled={disabled || page <= 0}
          onClick={() => onPage(page - 1)}
        />
        <IconButton
          label="Next page"
          icon={<IconChevronRight />}
          disabled={disabled || page >= last}
          onClick={() => onPage(page + 1)}
        />
      </span>
    </nav>
  );
}

/** "Load more" with how much is shown; says so when everything is. */
export function LoadMore({
  shown,
  total,
  busy,
  onMore,
}: {
  shown: number;
  total: number;
  busy: boolean;
  onMore: () => void;
}) {
  return (
    <div className={styles.line}>
      <span aria-live="polite">
        {formatCount(shown)} of {formatCount(total)} shown
      </span>
      {shown < total && (
        <Button size="small" busy={busy} onClick={onMore}>
          Load more
        </Button>
      )}
    </div>
  );
}
