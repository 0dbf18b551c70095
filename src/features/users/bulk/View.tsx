import { IconDownload } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { BULK_COLUMN_NAMES } from "#events/policy/bulkChange.ts";
import { usePart } from "../../../kernel/usePart.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FileDrop } from "../../../ui/FileDrop.tsx";
import { useSay, useWords } from "../../../ui/language/LanguageProvider.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { toDashboard } from "../../dashboard/index.ts";
import { toUsers } from "../route.ts";
import { $isDownloading, downloadCsv } from "./downloading.ts";
import { LineTable } from "./LineTable.tsx";
import { $bulk, pickFile, retry } from "./model.ts";
import { Summary } from "./Summary.tsx";
import { bulkWords } from "./words.ts";
import styles from "./View.module.css";

export function View() {
  const words = useWords(bulkWords);
  const { state, isDownloading, download } = useUnit({
    state: $bulk,
    isDownloading: $isDownloading,
    download: downloadCsv,
  });
  return (
    <div className={styles.page}>
      <PageHeader
        title={words.title}
        breadcrumbs={[
          { label: words.dashboard, href: toDashboard() },
          { label: words.manageUsers, href: toUsers() },
          { label: words.title },
        ]}
        context={words.context}
        actions={
          <Button
            busy={isDownloading}
            icon={<IconDownload size={16} />}
            onClick={() => download({ of: "users" })}
          >
            {words.downloadUsers}
          </Button>
        }
      />
      {state.bulkId === null ? <Choice /> : <Checked />}
    </div>
  );
}

function Choice() {
  const words = useWords(bulkWords);
  const say = useSay();
  const { state, pick } = useUnit({ state: $bulk, pick: pickFile });
  const several = usePart("users/severalFiles");
  return (
    <Panel title={words.theFile}>
      <div className={styles.stack}>
        {state.refusal !== null && (
          <Alert severity="error" title={words.notChecked} live>
            {say(state.refusal)}
          </Alert>
        )}
        <FileDrop
          label={words.chooseFile}
          hint={words.fileHint}
          accept=".csv,text/csv"
          busy={state.isChecking}
          onFile={pick}
          hasMany={several.open}
          onMany={several.onOpenChange}
        />
        {state.isChecking && (
          <div role="status" className={styles.stack}>
            <ProgressBar label={words.checking} percent={null} text={words.checking} />
            <p className={styles.muted}>{words.checkingHint}</p>
          </div>
        )}
        <ul className={styles.rules}>
          {words.rules(BULK_COLUMN_NAMES.join(", ")).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

function Checked() {
  const words = useWords(bulkWords);
  const say = useSay();
  const { state, again } = useUnit({ state: $bulk, again: retry });
  const { bulk, failure } = state;
  if (bulk === null && failure !== null) {
    const isGone = failure.status === 404;
    return (
      <EmptyState
        title={isGone ? words.notFound : words.notLoaded}
        action={!isGone && <Button onClick={() => again({})}>{words.tryAgain}</Button>}
      >
        {isGone ? words.notFoundHint : say(failure.message)}
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
