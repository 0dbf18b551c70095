import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { detectionStatus, publicationState } from "#events/rules/systems.ts";
import { $openSystem } from "../../data/systems/index.ts";
import { isMissing } from "../../kernel/calls.ts";
import { NotLoaded } from "../../panels/NotLoaded.tsx";
import { connectorMessages } from "../../panels/connector-texts/messages.ts";
import { Alert } from "../../ui/Alert.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TitleSkeleton } from "../../ui/TitleSkeleton.tsx";
import { SystemTabs } from "../system-tabs/index.ts";
import { systemMessages } from "./messages.ts";
import { ImportedResource } from "./ImportedResource.tsx";
import { $mayUpdate, retrySystem } from "./place.ts";
import { toSystems, type SystemScreen } from "./route.ts";
import { DetectionTag, StateTag } from "./StateTags.tsx";
import styles from "./systems.module.css";

/** A screen of one system: its header, links to its other screens, and the content once the system is known. */
export function SystemFrame({
  screen,
  actions,
  children,
}: {
  readonly screen: SystemScreen;
  readonly actions?: (system: ConnectedSystem) => ReactNode;
  readonly children: (system: ConnectedSystem) => ReactNode;
}) {
  const t = useMessages(systemMessages);
  const { query, mayUpdate } = useUnit({ query: $openSystem, mayUpdate: $mayUpdate });
  const system = query.value;
  if (system === null && query.failure !== null) return <Failure screen={screen} />;
  const title = screen === "manage" ? system?.name : t.titles[screen];
  const isConnected = system?.kind != null;
  return (
    <SharedTooltip className={styles.page}>
      <PageHeader
        title={title ?? <TitleSkeleton label={t.loading} />}
        context={system && <Context system={system} withName={screen !== "manage"} />}
        actions={system && isConnected && mayUpdate && actions?.(system)}
      />
      <SystemTabs current={screen} />
      {system !== null && isConnected && !mayUpdate && <Alert severity="info" title={t.readOnly} />}
      {system === null ? (
        <Skeleton height={480} />
      ) : isConnected ? (
        children(system)
      ) : (
        <ImportedResource system={system} />
      )}
    </SharedTooltip>
  );
}

function Context({
  system,
  withName,
}: {
  readonly system: ConnectedSystem;
  readonly withName: boolean;
}) {
  const t = useMessages(systemMessages);
  const connectors = useMessages(connectorMessages);
  const { kind, connector } = system;
  return (
    <span className={styles.context}>
      {withName && <span>{system.name}</span>}
      <span>{t.kinds[kind ?? "files"]}</span>
      {connector && <span>{connectors[connector.name]?.name ?? connector.name}</span>}
      {kind !== null && (
        <>
          <StateTag state={publicationState(system)} />
          {kind !== "manual" && <DetectionTag status={detectionStatus(system)} />}
        </>
      )}
    </span>
  );
}

function Failure({ screen }: { readonly screen: SystemScreen }) {
  const t = useMessages(systemMessages);
  const { query, retry } = useUnit({ query: $openSystem, retry: retrySystem });
  const missing = isMissing(query.failure);
  const title = screen === "manage" ? (missing ? t.missing : t.systemFailed) : t.titles[screen];
  return (
    <div className={styles.page}>
      <PageHeader title={title} />
      <NotLoaded
        failure={query.failure}
        missing={t.missing}
        why={t.missingWhy}
        failed={t.systemFailed}
        back={{ href: toSystems(), label: t.back }}
        onRetry={() => retry({})}
      />
    </div>
  );
}
