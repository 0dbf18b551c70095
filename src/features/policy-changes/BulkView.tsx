import { useUnit } from "effector-react";
import { $client } from "../../data/session/index.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { $policyExport } from "./bulkModel.ts";
import { BulkChange } from "./BulkChange.tsx";
import { BulkChoice } from "./BulkChoice.tsx";
import { HistoryPanel } from "./HistoryPanel.tsx";
import { PolicyFile } from "./PolicyFile.tsx";
import { policyChangeMessages } from "./messages.ts";
import styles from "./policyChanges.module.css";

export function View() {
  const t = useMessages(policyChangeMessages);
  const { client, file } = useUnit({ client: $client, file: $policyExport });
  return (
    <div className={styles.page}>
      <PageHeader
        title={t.bulkTitle}
        context={t.bulkWhat}
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
        </SharedTooltip>
      )}
    </div>
  );
}
