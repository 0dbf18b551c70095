import { IconPlus } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { publicationState, detectionStatus } from "#events/rules/systems.ts";
import { $now } from "../../kernel/clock.ts";
import { useList } from "../../panels/useUnits.ts";
import {
  connectorMessages,
  type ConnectorMessages,
} from "../../panels/connector-texts/messages.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import type { Formats } from "../../ui/language/formats.ts";
import { Link } from "../../ui/Link.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn, ListFilter } from "../../ui/list-panel/types.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { systemList } from "./listModel.ts";
import { systemMessages, type SystemMessages } from "./messages.ts";
import { $mayCreate } from "./place.ts";
import { toAddResource, toSystem } from "./route.ts";
import { DetectionTag, StateTag } from "./StateTags.tsx";
import styles from "./systems.module.css";

export function View() {
  const t = useMessages(systemMessages);
  const mayCreate = useUnit($mayCreate);
  return (
    <div className={styles.listPage}>
      <PageHeader
        title={t.systems}
        context={t.context}
        actions={
          mayCreate && (
            <Link className={buttonClass("primary")} href={toAddResource()}>
              <IconPlus size={16} aria-hidden="true" /> {t.add}
            </Link>
          )
        }
      />
      <SharedTooltip className={styles.list}>
        <Systems />
      </SharedTooltip>
    </div>
  );
}

function Systems() {
  const t = useMessages(systemMessages);
  const connectors = useMessages(connectorMessages);
  const formats = useFormats();
  const list = useList(systemList);
  const now = useUnit($now);
  const columns = useMemo(
    () => columnsOf(t, connectors, formats, now),
    [t, connectors, formats, now],
  );
  return (
    <ListPanel
      label={t.systems}
      list={list}
      rowKey={keyOf}
      columns={columns}
      searchLabel={t.search}
      filters={filtersOf(t)}
      rowHref={hrefOf}
      summary={(system) => (
        <Whole
          text={
            system.kind === null
              ? kindOf(system, t)
              : t.summary(kindOf(system, t), t.states[publicationState(system)])
          }
        />
      )}
      empty={<EmptyState title={t.noSystems}>{t.noSystemsWhy}</EmptyState>}
    />
  );
}

const keyOf = ({ id }: ConnectedSystem) => id;
const hrefOf = ({ id }: ConnectedSystem) => toSystem("manage", id);
const kindOf = ({ kind }: ConnectedSystem, t: SystemMessages) => t.kinds[kind ?? "files"];

function columnsOf(
  t: SystemMessages,
  connectors: ConnectorMessages,
  { count }: Formats,
  now: number,
): readonly ListColumn<ConnectedSystem>[] {
  return [
    {
      id: "name",
      header: t.columns.name,
      grow: 2,
      cell: ({ name }) => <Whole text={name} />,
    },
    {
      id: "kind",
      header: t.kind,
      priority: 2,
      width: 160,
      cell: (system) => <Whole text={kindOf(system, t)} />,
    },
    {
      id: "connector",
      header: t.columns.connector,
      priority: 3,
      cell: ({ connector }) => (
        <Whole text={connector ? (connectors[connector.name]?.name ?? connector.name) : "–"} />
      ),
    },
    {
      id: "state",
      header: t.state,
      priority: 2,
      width: 184,
      cell: (system) =>
        system.kind === null ? "–" : <StateTag state={publicationState(system)} />,
    },
    {
      id: "detection",
      header: t.detection,
      priority: 3,
      width: 124,
      cell: (system) =>
        system.kind === null || system.kind === "manual" ? (
          "–"
        ) : (
          <DetectionTag status={detectionStatus(system)} />
        ),
    },
    {
      id: "accounts",
      header: t.columns.accounts,
      align: "end",
      width: 96,
      cell: ({ accountCount }) => count(accountCount),
    },
    {
      id: "nextRun",
      header: t.columns.nextRun,
      priority: 3,
      width: 128,
      cell: (system) => <NextRun system={system} now={now} t={t} />,
    },
  ];
}

function NextRun({
  system: { importTaskOid, planWaits, paused, nextRunAt },
  now,
  t,
}: {
  readonly system: ConnectedSystem;
  readonly now: number;
  readonly t: SystemMessages;
}) {
  if (planWaits) return <Tag tone="warning">{t.planWaits}</Tag>;
  if (importTaskOid !== null) return <Whole text={t.runningNow} />;
  if (paused) return <Whole text={t.pausedShort} />;
  if (nextRunAt === null) return <Whole text={t.noSchedule} />;
  return <RelativeTime at={Date.parse(nextRunAt)} now={now} inRow />;
}

function filtersOf(t: SystemMessages): readonly ListFilter[] {
  const optionsOf = (all: string, labels: Readonly<Record<string, string>>) => [
    { value: "all", label: all },
    ...Object.entries(labels).map(([value, label]) => ({ value, label })),
  ];
  return [
    { field: "kind", kind: "select", label: t.kind, options: optionsOf(t.anyKind, t.kinds) },
    { field: "status", kind: "select", label: t.state, options: optionsOf(t.anyState, t.states) },
  ];
}
