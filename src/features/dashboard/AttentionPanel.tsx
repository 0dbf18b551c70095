import { IconCircleCheck } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { AttentionItem } from "#events/entities/attention.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toOverdueCases } from "../cases/index.ts";
import { toCorrelation } from "../correlation/index.ts";
import { toRun, toSystem } from "../systems/index.ts";
import { attentionMessages } from "./attentionMessages.ts";
import { $attention } from "./attentionModel.ts";
import { retryDashboard } from "./model.ts";
import styles from "./View.module.css";

/** What waits for a person, with a link to the screen that completes it. */
export function AttentionPanel() {
  const t = useMessages(attentionMessages);
  const { value } = useUnit($attention);
  return (
    <Panel
      title={t.title}
      {...(value !== null && value.total > 0 && { context: t.context(value.total) })}
      flush
    >
      <Items />
    </Panel>
  );
}

function Items() {
  const t = useMessages(attentionMessages);
  const translate = useTranslate();
  const { query, retry } = useUnit({ query: $attention, retry: retryDashboard });
  if (query.status === "failed") {
    return (
      <LoadFailed
        title={t.failed}
        reason={query.failure && translate(reasonOf(query.failure))}
        onRetry={() => retry({})}
      />
    );
  }
  if (query.value === null) {
    return (
      <div className={styles.step}>
        <Skeleton height={80} />
      </div>
    );
  }
  const { items, total } = query.value;
  if (items.length === 0) {
    return (
      <EmptyState icon={<IconCircleCheck size={20} />} title={t.nothing}>
        {t.nothingWhy}
      </EmptyState>
    );
  }
  return (
    <>
      <ul>
        {items.map((item) => {
          const name = item.system?.name ?? t.cases;
          const what = t.work[item.kind](item.number);
          return (
            <li key={`${item.kind} ${item.system?.id}`} className={styles.work}>
              <Link className={styles.workName} href={linkOf(item)} aria-label={t.link(name, what)}>
                {name}
              </Link>
              <span className={styles.workWhat}>{what}</span>
            </li>
          );
        })}
      </ul>
      {total > items.length && <p className={styles.more}>{t.more(total - items.length)}</p>}
    </>
  );
}

/** The screen on which a person completes the work. */
function linkOf({ kind, system, runOid }: AttentionItem): string {
  if (system === null) return toOverdueCases();
  switch (kind) {
    case "plan":
    case "failedRun":
      return runOid === null ? toSystem("manage", system.id) : toRun(system.id, runOid);
    case "preview":
    case "failedChanges":
      return toSystem("preview", system.id);
    case "matches":
      return toCorrelation(system.id);
    case "tasks":
      return toSystem("tasks", system.id);
    default:
      return toSystem("manage", system.id);
  }
}
