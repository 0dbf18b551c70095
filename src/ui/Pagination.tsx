import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { IconButton } from "./IconButton.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./Pagination.module.css";

export type PaginationProps = {
  /** What is paged, for the name of the landmark. */
  label?: string;
  /** From 0, as the server counts. */
  page: number;
  totalPages: number;
  totalElements?: number;
  onPage: (page: number) => void;
};

/** Previous, next and "Page x of y". */
export function Pagination({ label, page, totalPages, totalElements, onPage }: PaginationProps) {
  const t = useMessages(uiMessages);
  const last = Math.max(0, totalPages - 1);
  return (
    <nav className={styles.line} aria-label={label ?? t.pages}>
      <span>{totalElements !== undefined && t.inAll(totalElements)}</span>
      <span className={styles.pages}>
        <span aria-live="polite">{t.pageOf(Math.min(page, last) + 1, last + 1)}</span>
        <IconButton
          label={t.previousPage}
          icon={<IconChevronLeft />}
          idle={page <= 0}
          onClick={() => onPage(page - 1)}
        />
        <IconButton
          label={t.nextPage}
          icon={<IconChevronRight />}
          idle={page >= last}
          onClick={() => onPage(page + 1)}
        />
      </span>
    </nav>
  );
}
