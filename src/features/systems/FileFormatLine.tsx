import { useUnit } from "effector-react";
import { Problem } from "../../panels/system-problems/Problem.tsx";
import { Alert } from "../../ui/Alert.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { $fileFormat } from "./fileFormatModel.ts";
import { setupMessages } from "./setupMessages.ts";
import styles from "./systems.module.css";

/** The detected format of the table file of the configuration; nothing while none is chosen. */
export function FileFormatLine() {
  const t = useMessages(setupMessages);
  const { value } = useUnit($fileFormat);
  if (value === null) return null;
  const { format, failure } = value;
  if (failure !== null) {
    return (
      <Alert severity="warning" title={t.formatUnknown}>
        <Problem code={failure.remedy} detail={failure.detail} />
      </Alert>
    );
  }
  return (
    format && (
      <p className={styles.muted} role="status">
        {t.formatOf(format)}
      </p>
    )
  );
}
