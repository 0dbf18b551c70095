import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import { personName } from "#events/rules/personName.ts";
import { $seesPeople } from "../../data/session/index.ts";
import { isMissing } from "../../kernel/calls.ts";
import { NotLoaded } from "../../panels/NotLoaded.tsx";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LinkTabs } from "../../ui/LinkTabs.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { TitleSkeleton } from "../../ui/TitleSkeleton.tsx";
import { Forbidden } from "./Forbidden.tsx";
import { identityMessages } from "./messages.ts";
import { $isPrinting, printReport } from "./printModel.ts";
import { $identity, $params, retryIdentity } from "./reportModel.ts";
import { identitiesRoute, toIdentityChanges, toIdentityReport } from "./route.ts";
import styles from "./identities.module.css";

const TABS = ["report", "changes"] as const;
type Tab = (typeof TABS)[number];

const ADDRESS: Readonly<Record<Tab, (userOid: string) => string>> = {
  report: toIdentityReport,
  changes: toIdentityChanges,
};

/** A tab of a person's report: its header, links to the other tabs, and the content. */
export function ReportFrame({
  tab,
  actions,
  children,
}: {
  readonly tab: Tab;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const t = useMessages(identityMessages);
  const { maySee, params, identity, retry } = useUnit({
    maySee: $seesPeople,
    params: $params,
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
    return (
      <div className={styles.report}>
        <PageHeader title={isMissing(identity.failure) ? t.missing : t.failed} />
        <NotLoaded
          failure={identity.failure}
          missing={t.missingWhy}
          failed={t.failed}
          back={{ href: identitiesRoute.path, label: t.back }}
          onRetry={() => retry({})}
        />
      </div>
    );
  }
  return (
    <div className={styles.report}>
      <Header actions={actions} />
      <LinkTabs
        label={t.tabsLabel}
        links={TABS.map((id) => ({
          id,
          href: ADDRESS[id](params?.identityOid ?? ""),
          label: t.tabs[id],
        }))}
        current={tab}
      />
      {children}
    </div>
  );
}

function Header({ actions }: { readonly actions: ReactNode }) {
  const t = useMessages(identityMessages);
  const { identity, isPrinting, print } = useUnit({
    identity: $identity,
    isPrinting: $isPrinting,
    print: printReport,
  });
  const { value } = identity;
  if (value === null) {
    return <PageHeader title={<TitleSkeleton label={t.loading} />} context={null} />;
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
      actions={
        <>
          <Button busy={isPrinting} onClick={() => print({})}>
            {t.print}
          </Button>
          {actions}
        </>
      }
      context={[...facts, t.accountCount(value.accountCount)].join(" · ")}
    />
  );
}
