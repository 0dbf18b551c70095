import { IconDownload } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { BULK_COLUMN_NAMES } from "#events/rules/bulkChange.ts";
import { reasonOf, isMissing } from "../../../kernel/calls.ts";
import { useDisclosure } from "../../../kernel/useDisclosure.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FileDrop } from "../../../ui/FileDrop.tsx";
import { useTranslate } from "../../../panels/useTranslate.ts";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { Page } from "../../../ui/Page.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { $isDownloading, downloadCsv } from "./downloading.ts";
import { LineTable } from "./LineTable.tsx";
import { $bulk, $bulkId, $checked, pickFile, retry } from "./model.ts";
import { Summary } from "./Summary.tsx";
import { bulkMessages } from "./messages.ts";
import styles from "./View.module.css";

export function View() {
  const t = useMessages(bulkMessages);
  const { bulkId, isDownloading, download } = useUnit({
    bulkId: $bulkId,
    isDownloading: $isDownloading,
    download: downloadCsv,
  });
  return (
    <Page
      title={t.title}
      context={t.context}
      actions={
        <Button
          busy={isDownloading}
          icon={<IconDownload size={16} />}
          onClick={() => download({ of: "users" })}
        >
          {t.downloadUsers}
        </Button>
      }
    >
      {bulkId === null ? <Choice /> : <Checked />}
    </Page>
  );
}

function Choice() {
  const t = useMessages(bulkMessages);
  const translate = useTranslate();
  const { state, pick } = useUnit({ state: $bulk, pick: pickFile });
  const several = useDisclosure("users/severalFiles");
  return (
    <Panel title={t.theFile}>
      <div className={styles.stack}>
        {state.refusal !== null && (
          <Alert severity="error" title={t.notChecked} live>
            {translate(state.refusal)}
          </Alert>
        )}
        <FileDrop
          label={t.chooseFile}
          hint={t.fileHint}
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          busy={state.isChecking}
          onFile={pick}
          hasMany={several.open}
          onMany={several.onOpenChange}
        />
        {state.isChecking && (
          <div role="status" className={styles.stack}>
            <ProgressBar label={t.checking} percent={null} text={t.checking} />
            <p className={styles.muted}>{t.checkingHint}</p>
          </div>
        )}
        <ul className={styles.rules}>
          {t.rules(BULK_COLUMN_NAMES.join(", ")).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

function Checked() {
  const t = useMessages(bulkMessages);
  const translate = useTranslate();
  const { checked, again } = useUnit({ checked: $checked, again: retry });
  const { value: bulk, failure } = checked;
  if (bulk === null && failure !== null) {
    const isGone = isMissing(failure);
    return (
      <EmptyState
        title={isGone ? t.notFound : t.notLoaded}
        action={!isGone && <Button onClick={() => again({})}>{t.tryAgain}</Button>}
      >
        {isGone ? t.notFoundHint : translate(reasonOf(failure))}
      </EmptyState>
    );
  }
  return (
    <>
      {bulk === null ? <Skeleton height={140} /> : <Summary bulk={bulk} />}
      <LineTable />
    </>
  );
}
