import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import type { FileProblem } from "#events/entities/policyChange.ts";
import type { CheckedFile } from "../../kernel/checkedFile.ts";
import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { FileDrop } from "../../ui/FileDrop.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { useTranslate } from "../useTranslate.ts";
import { checkedFileMessages } from "./messages.ts";
import styles from "./checkedFile.module.css";

/** What the server says about a file: its effect, or its invalid lines. */
interface Check<Preview> {
  readonly preview: Preview | null;
  /** The first invalid lines; `problemCount` counts all. */
  readonly problems: readonly FileProblem[];
  readonly problemCount: number;
}

/** Takes a CSV file, and shows its effect or its invalid lines before anything is written. */
export function CheckedFilePanel<Input, Preview>({
  unit,
  disclosure,
  context,
  children,
  dialog,
}: {
  readonly unit: CheckedFile<Input, Check<Preview>>;
  /** Name of the notice that several files were dropped at once. */
  readonly disclosure: string;
  readonly context: string;
  /** The effect of the checked file, with the control that applies it. */
  readonly children: (preview: Preview) => ReactNode;
  /** The confirmation of that control. */
  readonly dialog: ReactNode;
}) {
  const t = useMessages(checkedFileMessages);
  const translate = useTranslate();
  const { file, pick, drop } = useUnit({ file: unit.$file, pick: unit.pick, drop: unit.drop });
  const several = useDisclosure(disclosure);
  const { fileName, isChecking, refusal, check } = file;
  return (
    <Panel
      title={t.title}
      context={context}
      actions={
        fileName !== null &&
        !isChecking && (
          <Button size="small" onClick={() => drop({})}>
            {t.dropFile(fileName)}
          </Button>
        )
      }
    >
      <div className={styles.stack}>
        {refusal !== null && (
          <Alert severity="error" title={t.fileUnusable} live>
            {translate(refusal)}
          </Alert>
        )}
        <FileDrop
          label={t.chooseFile}
          hint={t.fileHint}
          accept=".csv,text/csv"
          busy={isChecking}
          onFile={pick}
          hasMany={several.open}
          onMany={several.onOpenChange}
        />
        {isChecking && <ProgressBar label={t.checking} percent={null} text={t.checking} />}
        {check !== null &&
          (check.preview === null ? <BadLines check={check} /> : children(check.preview))}
      </div>
      {dialog}
    </Panel>
  );
}

function BadLines({ check }: { readonly check: Omit<Check<unknown>, "preview"> }) {
  const t = useMessages(checkedFileMessages);
  const translate = useTranslate();
  const { problems, problemCount } = check;
  return (
    <Alert severity="error" title={t.badLines(problemCount)} live>
      <ul className={styles.lines}>
        {problems.map(({ line, reason }) => (
          <li key={line}>{t.badLine(line, translate(reason))}</li>
        ))}
      </ul>
      {problemCount > problems.length && <p>{t.moreLines(problemCount - problems.length)}</p>}
    </Alert>
  );
}
