import { useUnit } from "effector-react";
import { personName } from "../../data/directory/index.ts";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { reasonOf, isMissing } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { StatCard } from "../../ui/StatCard.tsx";
import { OpenCaseDialog, ReportCases } from "../cases/index.ts";
import { AccessPanel } from "./AccessPanel.tsx";
import { HandActions, HandDialogs } from "./HandDialogs.tsx";
import { Forbidden } from "./Forbidden.tsx";
import { identityMessages } from "./messages.ts";
import { AccountsPanel, PersonPanel } from "./PersonPanels.tsx";
import { $identity, retryIdentity } from "./reportModel.ts";
import { identitiesRoute } from "./route.ts";
import styles from "./identities.module.css";

/** A person's report: accounts, and entitlements with their reasons. */
export function View() {
  const t = useMessages(identityMessages);
  const translate = useTranslate();
  const { maySee, identity, retry } = useUnit({
    maySee: $mapsAllRoles,
    identity: $identity,
    retry: retryIdentity,
  });
  if (!maySee) {
    return (
      <div className={styles.report}>
        <PageHeader title={t.title} />
        <Forbidden />
      </div>
    );
  }
  if (identity.status === "failed") {
    const back = (
      <Link className={buttonClass("secondary")} href={identitiesRoute.path}>
        {t.back}
      </Link>
    );
    return (
      <div className={styles.report}>
        <PageHeader title={isMissing(identity.failure) ? t.missing : t.failed} />
        {isMissing(identity.failure) ? (
          <EmptyState title={t.missingWhy} action={back} />
        ) : (
          <LoadFailed
            title={t.failed}
            reason={identity.failure && translate(reasonOf(identity.failure))}
            onRetry={() => retry({})}
          />
        )}
      </div>
    );
  }
  return (
    <div className={styles.report}>
      <Header />
      <Figures />
      <AccessPanel />
      <ReportCases />
      <AccountsPanel />
      <PersonPanel />
      <OpenCaseDialog />
      <HandDialogs />
    </div>
  );
}

function Header() {
  const t = useMessages(identityMessages);
  const { value } = useUnit($identity);
  if (value === null) {
    return (
      <PageHeader
        title={
          <>
            <span className="visually-hidden">{t.loading}</span>
            <Skeleton width={220} height={28} />
          </>
        }
        context={null}
      />
    );
  }
  const facts = [
    value.endedAt ? t.ended : null,
    value.jobTitle,
    value.department,
    value.location,
  ].filter(Boolean);
  return (
    <PageHeader
      title={personName(value)}
      actions={<HandActions />}
      context={[...facts, t.accountCount(value.accountCount)].join(" · ")}
    />
  );
}

const FIGURES = ["byPolicy", "outsidePolicy", "missing"] as const;

function Figures() {
  const t = useMessages(identityMessages);
  const { value } = useUnit($identity);
  return (
    <div className={styles.figures}>
      {FIGURES.map((figure) => (
        <StatCard
          key={figure}
          label={t.figures[figure]}
          value={value && value.counts[figure]}
          hint={t.figureHints[figure]}
        />
      ))}
    </div>
  );
}
