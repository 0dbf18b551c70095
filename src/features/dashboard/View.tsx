import { useUnit } from "effector-react";
import { ORG_TYPES, ORG_TYPE_NAMES } from "#events/entities/orgTypes.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatCard } from "../../ui/StatCard.tsx";
import { $counts, $countsFailure } from "../directory/index.ts";
import { toOrgsOfType } from "../role-mapping/index.ts";
import { $client } from "../session/index.ts";
import { ClientPanel } from "./ClientPanel.tsx";
import { $mayMapRoles, retryDashboard } from "./model.ts";
import { NextSteps } from "./NextSteps.tsx";
import { dashboardWords } from "./words.ts";
import styles from "./View.module.css";

export function View() {
  const words = useWords(dashboardWords);
  const { client, failure } = useUnit({ client: $client, failure: $countsFailure });
  return (
    <div className={styles.page}>
      <PageHeader title={words.dashboard} context={client?.name ?? null} />
      {client === null ? (
        <EmptyState title={words.noClient}>{words.noClientWhy}</EmptyState>
      ) : failure === null ? (
        <div className={styles.parts}>
          <Counts />
          <div className={styles.columns}>
            <NextSteps />
            <ClientPanel />
          </div>
        </div>
      ) : (
        <Failure message={failure.message} />
      )}
    </div>
  );
}

function Counts() {
  const words = useWords(dashboardWords);
  const say = useSay();
  const { counts, mayMapRoles } = useUnit({ counts: $counts, mayMapRoles: $mayMapRoles });
  return (
    <section className={styles.cards} aria-label={words.holds}>
      <StatCard label={words.identities} value={counts?.identities ?? null} />
      <StatCard
        label={words.accounts}
        value={counts?.accounts ?? null}
        hint={counts ? words.orphaned(counts.unlinkedAccounts) : "\u00a0"}
      />
      <StatCard label={words.resources} value={counts?.resources ?? null} />
      <StatCard
        label={words.entitlements}
        value={counts?.entitlements ?? null}
        hint={counts ? words.assignments(counts.assignments) : "\u00a0"}
      />
      {ORG_TYPES.map((orgType) => (
        <StatCard
          key={orgType}
          label={say(ORG_TYPE_NAMES[orgType])}
          value={counts?.orgs[orgType] ?? null}
          href={mayMapRoles ? toOrgsOfType(orgType) : undefined}
        />
      ))}
      <StatCard
        label={words.withPolicy}
        value={counts ? counts.orgsWithMembers - counts.orgsWithoutPolicy : null}
        hint={counts ? words.ofOrgs(counts.orgsWithMembers) : "\u00a0"}
      />
    </section>
  );
}

function Failure({ message }: { readonly message: string }) {
  const words = useWords(dashboardWords);
  const say = useSay();
  const { retry } = useUnit({ retry: retryDashboard });
  return (
    <Alert
      severity="error"
      title={words.countsFailed}
      live
      actions={
        <Button size="small" onClick={() => retry({})}>
          {words.again}
        </Button>
      }
    >
      {words.nothingChanged(say(message))}
    </Alert>
  );
}
