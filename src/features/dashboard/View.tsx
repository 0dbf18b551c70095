import type { Message } from "#events/kernel/message.ts";
import { useUnit } from "effector-react";
import { ORG_TYPES, ORG_TYPE_NAMES, type OrgType } from "#events/entities/orgTypes.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatCard } from "../../ui/StatCard.tsx";
import { Link } from "../../ui/Link.tsx";
import { orphanedRoute } from "../cases/index.ts";
import { identitiesRoute } from "../identities/index.ts";
import { toOrgsOfType } from "../role-mapping/index.ts";
import { systemsRoute } from "../systems/index.ts";
import { $client } from "../../data/session/index.ts";
import { $counts, $maySeeDirectory } from "./clientModel.ts";
import { $opensWork } from "./attentionModel.ts";
import { AttentionPanel } from "./AttentionPanel.tsx";
import { ClientPanel } from "./ClientPanel.tsx";
import { $mayMapRoles, $reach, retryDashboard } from "./model.ts";
import { NextSteps } from "./NextSteps.tsx";
import { OnboardingPanel } from "./OnboardingPanel.tsx";
import { OwnAccount } from "./OwnAccount.tsx";
import { dashboardMessages } from "./messages.ts";
import styles from "./View.module.css";

export function View() {
  const t = useMessages(dashboardMessages);
  const { client, counts, maySeeDirectory, opensWork } = useUnit({
    client: $client,
    counts: $counts,
    maySeeDirectory: $maySeeDirectory,
    opensWork: $opensWork,
  });
  const { failure } = counts;
  return (
    <div className={styles.page}>
      <PageHeader title={t.dashboard} context={client?.name ?? null} />
      {client === null ? (
        <EmptyState title={t.noClient}>{t.noClientWhy}</EmptyState>
      ) : !maySeeDirectory ? (
        <div className={styles.columns}>
          <OwnAccount />
          <ClientPanel />
        </div>
      ) : failure === null ? (
        <div className={styles.parts}>
          <Counts />
          <div className={styles.columns}>
            <div className={styles.parts}>
              <OnboardingPanel />
              {opensWork && <AttentionPanel />}
              <NextSteps />
            </div>
            <ClientPanel />
          </div>
        </div>
      ) : (
        <Failure reason={failure.reason} />
      )}
    </div>
  );
}

function Counts() {
  const t = useMessages(dashboardMessages);
  const translate = useTranslate();
  const { query, mayMapRoles, reach } = useUnit({
    query: $counts,
    mayMapRoles: $mayMapRoles,
    reach: $reach,
  });
  const counts = query.value;
  return (
    <section className={styles.cards} aria-label={t.holds}>
      <StatCard
        label={t.identities}
        value={counts?.identities ?? null}
        href={reach.people ? identitiesRoute.path : undefined}
      />
      <StatCard
        label={t.accounts}
        value={counts?.accounts ?? null}
        hint={
          counts ? (
            <LinkedCount
              text={t.orphaned(counts.unlinkedAccounts)}
              href={reach.people && counts.unlinkedAccounts > 0 ? orphanedRoute.path : null}
            />
          ) : (
            "\u00a0"
          )
        }
      />
      <StatCard
        label={t.resources}
        value={counts?.resources ?? null}
        href={reach.systems ? systemsRoute.path : undefined}
      />
      <StatCard
        label={t.entitlements}
        value={counts?.entitlements ?? null}
        hint={counts ? t.assignments(counts.assignments) : "\u00a0"}
      />
      {ORG_TYPES.map((orgType) => (
        <StatCard
          key={orgType}
          label={translate(ORG_TYPE_NAMES[orgType])}
          value={counts?.orgs[orgType] ?? null}
          hint={
            counts ? (
              <LinkedCount
                text={t.haveAPolicy(counts.orgsWithPolicy[orgType])}
                href={
                  mayMapRoles && counts.orgsWithPolicy[orgType] > 0
                    ? toOrgsOfType(orgType, { policy: "present" })
                    : null
                }
              />
            ) : (
              "\u00a0"
            )
          }
          href={mayMapRoles ? toOrgsOfType(orgType) : undefined}
        />
      ))}
      <StatCard
        label={t.withPolicy}
        value={counts && sum(counts.orgsWithPolicy)}
        hint={counts ? t.ofOrgs(sum(counts.orgs)) : "\u00a0"}
      />
    </section>
  );
}

/** A count with the address of its list; null if there is none or the user may not open it. */
function LinkedCount({ text, href }: { readonly text: string; readonly href: string | null }) {
  return href === null ? text : <Link href={href}>{text}</Link>;
}

function sum(counts: Readonly<Record<OrgType, number>>): number {
  return ORG_TYPES.reduce((total, orgType) => total + counts[orgType], 0);
}

function Failure({ reason }: { readonly reason: Message }) {
  const t = useMessages(dashboardMessages);
  const translate = useTranslate();
  const { retry } = useUnit({ retry: retryDashboard });
  return <LoadFailed title={t.countsFailed} reason={translate(reason)} onRetry={() => retry({})} />;
}
