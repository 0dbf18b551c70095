import { useUnit } from "effector-react";
import { ORG_TYPES, ORG_TYPE_NAMES } from "#events/entities/org.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount } from "../../ui/format.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatCard } from "../../ui/StatCard.tsx";
import { $counts, $countsFailure } from "../directory/index.ts";
import { toOrgsOfType } from "../role-mapping/index.ts";
import { $client } from "../session/index.ts";
import { ClientPanel } from "./ClientPanel.tsx";
import { $mayMapRoles, retryDashboard } from "./model.ts";
import { NextSteps } from "./NextSteps.tsx";
import styles from "./View.module.css";

export function View() {
  const { client, failure } = useUnit({ client: $client, failure: $countsFailure });
  return (
    <div className={styles.page}>
      <PageHeader title="Dashboard" context={client?.name ?? null} />
      {client === null ? (
        <EmptyState title="No client">
          Your account belongs to no client, so there is nothing to show. Ask the person who set up
          your account to add you to one.
        </EmptyState>
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
  const { counts, mayMapRoles } = useUnit({ counts: $counts, mayMapRoles: $mayMapRoles });
  return (
    <section className={styles.cards} aria-label="What the directory holds">
      <StatCard label="Identities" value={counts?.identities ?? null} />
      <StatCard
        label="Accounts"
        value={counts?.accounts ?? null}
        hint={counts ? `${formatCount(counts.unlinkedAccounts)} unlinked` : "\u00a0"}
      />
      <StatCard label="Resources" value={counts?.resources ?? null} />
      <StatCard
        label="Entitlements"
        value={counts?.entitlements ?? null}
        hint={counts ? `${formatCount(counts.assignments)} assignments` : "\u00a0"}
      />
      {ORG_TYPES.map((orgType) => (
        <StatCard
          key={orgType}
          label={ORG_TYPE_NAMES[orgType]}
          value={counts?.orgs[orgType] ?? null}
          href={mayMapRoles ? toOrgsOfType(orgType) : undefined}
        />
      ))}
      <StatCard
        label="Orgs with a policy"
        value={counts ? counts.orgsWithMembers - counts.orgsWithoutPolicy : null}
        hint={counts ? `of ${formatCount(counts.orgsWithMembers)} orgs` : "\u00a0"}
      />
    </section>
  );
}

function Failure({ message }: { readonly message: string }) {
  const { retry } = useUnit({ retry: retryDashboard });
  return (
    <Alert
      severity="error"
      title="The counts could not be loaded"
      collapsible={false}
      live
      actions={
        <Button size="small" onClick={() => retry({})}>
          Try again
        </Button>
      }
    >
      {message} Nothing was changed.
    </Alert>
  );
}
