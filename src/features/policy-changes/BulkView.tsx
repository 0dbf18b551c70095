import { useUnit } from "effector-react";
import { $client } from "../../data/session/index.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { $isOfAccess, $policyExport } from "./bulkModel.ts";
import { BulkChange } from "./BulkChange.tsx";
import { BulkChoice } from "./BulkChoice.tsx";
import { HistoryPanel } from "./HistoryPanel.tsx";
import { PolicyFile } from "./PolicyFile.tsx";
import { policyChangeMessages } from "./messages.ts";
import styles from "./policyChanges.module.css";

export function View() {
  const t = useMessages(policyChangeMessages);
  const { client, file, isOfAccess } = useUnit({
    client: $client,
    file: $policyExport,
    isOfAccess: $isOfAccess,
  });
  return (
    <div className={styles.page}>
      <PageHeader
        title={isOfAccess ? t.accessBulkTitle : t.bulkTitle}
        context={isOfAccess ? t.accessBulkWhat : t.bulkWhat}
        actions={
          file !== null &&
          !isOfAccess && (
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
          {!isOfAccess && <PolicyFile />}
          <HistoryPanel />
        </SharedTooltip>
      )}
    </div>
  );
}
