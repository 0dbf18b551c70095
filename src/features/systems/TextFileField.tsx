import { useUnit } from "effector-react";
import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Alert } from "../../ui/Alert.tsx";
import { FileDrop } from "../../ui/FileDrop.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { setupMessages } from "./setupMessages.ts";
import styles from "./systems.module.css";
import { $textFile, pickTextFile } from "./textFileModel.ts";

/** Reads the text of a field from a file. */
export function TextFileField({
  fieldId,
  label,
}: {
  readonly fieldId: string;
  /** That of the field. */
  readonly label: string;
}) {
  const t = useMessages(setupMessages);
  const translate = useTranslate();
  const several = useDisclosure(`systemConfiguration/severalTexts/${fieldId}`);
  const { file, pick } = useUnit({ file: $textFile, pick: pickTextFile });
  const own = file?.fieldId === fieldId ? file : null;
  return (
    <div className={styles.file}>
      <FileDrop
        label={t.fromFile(label)}
        hint={t.textFileHint}
        accept=".pem,.crt,.cer,.sql,.txt,text/plain"
        busy={false}
        onFile={(chosen) => pick({ fieldId, file: chosen })}
        hasMany={several.open}
        onMany={several.onOpenChange}
      />
      {own?.refusal && (
        <Alert severity="error" title={t.textFileRefused(own.fileName)} live>
          {translate(own.refusal)}
        </Alert>
      )}
    </div>
  );
}
