import { useUnit } from "effector-react";
import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { FileDrop } from "../../ui/FileDrop.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { $bulkResourceId } from "./bulkModel.ts";
import { Effect } from "./Effect.tsx";
import { $policyFile, dropFile, fileApply, pickFile } from "./fileModel.ts";
import { policyChangeMessages } from "./messages.ts";
import styles from "./policyChanges.module.css";

/** Policies from a CSV file, with their effect before anything is written. */
export function PolicyFile() {
  const t = useMessages(policyChangeMessages);
  const translate = useTranslate();
  const { file, resourceId, pick, drop } = useUnit({
    resourceId: $bulkResourceId,
    file: $policyFile,
    pick: pickFile,
    drop: dropFile,
  });
  const several = useDisclosure("policyChanges/severalFiles");
  return (
    <Panel
      title={t.fileTitle}
      context={resourceId === null ? t.fileWhat : t.resourceFileWhat}
      actions={
        file.fileName !== null &&
        !file.isChecking && (
          <Button size="small" onClick={() => drop({})}>
            {t.dropFile(file.fileName)}
          </Button>
        )
      }
    >
      <div className={styles.stack}>
        {file.refusal !== null && (
          <Alert severity="error" title={t.fileUnusable} live>
            {translate(file.refusal)}
          </Alert>
        )}
        <FileDrop
          label={t.chooseFile}
          hint={t.fileHint}
          accept=".csv,text/csv"
          busy={file.isChecking}
          onFile={pick}
          hasMany={several.open}
          onMany={several.onOpenChange}
        />
        {file.isChecking && <ProgressBar label={t.checking} percent={null} text={t.checking} />}
        <Checked />
      </div>
      <Confirmation />
    </Panel>
  );
}

function Checked() {
  const t = useMessages(policyChangeMessages);
  const translate = useTranslate();
  const { file, ask } = useUnit({ file: $policyFile, ask: fileApply.open });
  const { check } = file;
  if (check === null) return null;
  const { preview, problems, problemCount } = check;
  if (preview === null) {
    return (
      <Alert severity="error" title={t.badLines(problemCount)} live>
        <ul className={styles.effects}>
          {problems.map(({ line, reason }) => (
            <li key={line}>{t.badLine(line, translate(reason))}</li>
          ))}
        </ul>
        {problemCount > problems.length && <p>{t.moreLines(problemCount - problems.length)}</p>}
      </Alert>
    );
  }
  const { changeId, fingerprint, orgs } = preview;
  return (
    <Effect preview={preview}>
      <Button
        variant="primary"
        onClick={() => ask({ subject: { changeId, fingerprint, orgs: orgs.changed } })}
      >
        {t.applyTo(orgs.changed)}
      </Button>
    </Effect>
  );
}

function Confirmation() {
  const t = useMessages(policyChangeMessages);
  const dialog = useConfirmation(fileApply);
  const { check } = useUnit($policyFile);
  const people = check?.preview?.people;
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.applyTitle(dialog.subject?.orgs ?? 0)}
      description={people && t.people(people.gaining, people.losing)}
      confirmLabel={t.applyConfirm}
      failedTitle={t.notApplied}
      variant="primary"
    />
  );
}
