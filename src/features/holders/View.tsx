import { useUnit } from "effector-react";
import { isMissing } from "../../kernel/calls.ts";
import { NotLoaded } from "../../panels/NotLoaded.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { OpenCaseDialog } from "../cases/index.ts";
import { TitleSkeleton } from "../../ui/TitleSkeleton.tsx";
import { dashboardRoute } from "../dashboard/index.ts";
import { HolderCounts, HolderList } from "./HolderList.tsx";
import { holderMessages } from "./messages.ts";
import { $counts, retryHolders } from "./model.ts";
import styles from "./holders.module.css";

/** An entitlement: who holds it among all people, who lacks it, and which policies say so. */
export function View() {
  const t = useMessages(holderMessages);
  const { counts, retry } = useUnit({ counts: $counts, retry: retryHolders });
  if (counts.status === "failed") {
    return (
      <div className={styles.page}>
        <PageHeader title={isMissing(counts.failure) ? t.missing : t.notLoaded} />
        <NotLoaded
          failure={counts.failure}
          missing={t.missingWhy}
          failed={t.notLoaded}
          back={{ href: dashboardRoute.path, label: t.back }}
          onRetry={() => retry({})}
        />
      </div>
    );
  }
  const { value } = counts;
  return (
    <div className={styles.page}>
      {value === null ? (
        <PageHeader title={<TitleSkeleton label={t.loadingEntitlement} />} context={null} />
      ) : (
        <PageHeader title={value.entitlement.name} context={value.entitlement.resourceName} />
      )}
      <Panel title={t.who}>
        <SharedTooltip className={styles.content}>
          <HolderCounts />
          <HolderList />
        </SharedTooltip>
      </Panel>
      <OpenCaseDialog />
    </div>
  );
}
