import { useUnit } from "effector-react";
import { $client } from "../../data/session/index.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { HoldersDialog } from "../holders/index.ts";
import { toRoleMapping } from "../role-mapping/index.ts";
import { $bulkResource, $isOfAccess, $policyExport, type BulkResource } from "./bulkModel.ts";
import { BulkChange } from "./BulkChange.tsx";
import { BulkChoice } from "./BulkChoice.tsx";
import { EffectDialog } from "./EffectDialog.tsx";
import { HistoryPanel } from "./HistoryPanel.tsx";
import { PolicyFile } from "./PolicyFile.tsx";
import { policyChangeMessages } from "./messages.ts";
import styles from "./policyChanges.module.css";

export function View() {
  const t = useMessages(policyChangeMessages);
  const { client, file, isOfAccess, resource } = useUnit({
    resource: $bulkResource,
    client: $client,
    file: $policyExport,
    isOfAccess: $isOfAccess,
  });
  if (resource?.isMissing) return <ResourceMissing />;
  return (
    <div className={styles.page}>
      <PageHeader
        title={isOfAccess ? t.accessBulkTitle : t.bulkTitle}
        context={
          resource !== null ? (
            <ResourceNote resource={resource} />
          ) : isOfAccess ? (
            t.accessBulkWhat
          ) : (
            t.bulkWhat
          )
        }
        actions={
          file !== null && (
            <a className={buttonClass("secondary")} href={file.href} download onClick={file.note}>
              {t.exportPolicies}
            </a>
          )
        }
      />
      {client !== null && (
        <SharedTooltip className={styles.page}>
          <BulkChoice />
          <BulkChange />
          <PolicyFile />
          <HistoryPanel />
          <EffectDialog />
          <HoldersDialog />
        </SharedTooltip>
      )}
    </div>
  );
}

/** The resource to which the screen limits changes. */
function ResourceNote({ resource: { name, isUnnamed } }: { readonly resource: BulkResource }) {
  const t = useMessages(policyChangeMessages);
  if (isUnnamed) return <>{t.resourceBulkWhat(t.oneResource)}</>;
  if (name === null) return <Skeleton width={240} />;
  return <>{t.resourceBulkWhat(name)}</>;
}

function ResourceMissing() {
  const t = useMessages(policyChangeMessages);
  return (
    <>
      <PageHeader title={t.resourceMissing} />
      <div className={styles.missing}>
        <p>{t.resourceMissingWhy}</p>
        <Link className={buttonClass("primary")} href={toRoleMapping()}>
          {t.roleMapping}
        </Link>
      </div>
    </>
  );
}
