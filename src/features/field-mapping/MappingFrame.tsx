import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import { NotLoaded } from "../../panels/NotLoaded.tsx";
import { Alert } from "../../ui/Alert.tsx";
import { Link } from "../../ui/Link.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import styles from "./fieldMapping.module.css";
import { mappingMessages } from "./messages.ts";
import { $openSystem } from "../../data/systems/index.ts";
import { SystemTabs } from "../system-tabs/index.ts";
import { toSystem } from "../systems/index.ts";
import { $failure, $fieldMapping, $mayUpdate, $place, retry, type FieldMapping } from "./place.ts";

/** A screen of field mapping: its header, notices that all of them have, and the content once it is known. */
export function MappingFrame({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: (all: FieldMapping) => ReactNode;
  readonly children: (all: FieldMapping) => ReactNode;
}) {
  const t = useMessages(mappingMessages);
  const { all, failure, mayUpdate } = useUnit({
    all: $fieldMapping,
    failure: $failure,
    mayUpdate: $mayUpdate,
  });
  return (
    <SharedTooltip className={styles.page}>
      <PageHeader
        title={title}
        context={
          failure === null &&
          (all === null ? null : (
            <span className={styles.tags}>
              <span>{all.systemDisplayName}</span>
              <Tag>{t.sourceKinds[all.sourceKind]}</Tag>
              <span>{t.directions[all.direction]}</span>
            </span>
          ))
        }
        actions={all && mayUpdate && actions?.(all)}
      />
      <SystemTabs current="fieldMapping" />
      {all !== null ? (
        <>
          {!mayUpdate && <Alert severity="info" title={t.readOnly} />}
          <Unpublished />
          {children(all)}
        </>
      ) : failure === null ? (
        <Skeleton height={480} />
      ) : (
        <Failure />
      )}
    </SharedTooltip>
  );
}

/** Says that what is shown is not in use yet. */
function Unpublished() {
  const t = useMessages(mappingMessages);
  const { system, place } = useUnit({ system: $openSystem, place: $place });
  if (place === null || system.value?.unpublishedChanges !== true) return null;
  return (
    <Alert
      severity="info"
      title={t.unpublished}
      actions={<Link href={toSystem("manage", place.resourceId)}>{t.toPublish}</Link>}
    >
      {t.unpublishedWhat}
    </Alert>
  );
}

function Failure() {
  const t = useMessages(mappingMessages);
  const { failure, place, again } = useUnit({ failure: $failure, place: $place, again: retry });
  return (
    <NotLoaded
      failure={failure}
      missing={t.notConnected}
      why={t.notConnectedWhy}
      failed={t.loadFailed}
      back={{ href: toSystem("manage", place?.resourceId ?? ""), label: t.back }}
      onRetry={() => again({})}
    />
  );
}
