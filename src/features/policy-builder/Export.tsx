import { IconDownload } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { usePart } from "../../kernel/usePart.ts";
import { Button } from "../../ui/Button.tsx";
import { useWords } from "../../ui/language/LanguageProvider.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { $evaluation } from "./evaluation.ts";
import { $exportProgress, $exporting, cancelExport, exportTable } from "./exporting.ts";
import { builderWords } from "./words.ts";
import styles from "./Export.module.css";

const $anyShown = $evaluation.map((evaluation) => (evaluation?.view.shown.entitlements ?? 0) > 0);
const $anySelected = $evaluation.map(
  (evaluation) => (evaluation?.view.ticked.entitlements ?? 0) > 0,
);

export function ExportMenu() {
  const words = useWords(builderWords);
  const { anyShown, anySelected, exporting, start } = useUnit({
    anyShown: $anyShown,
    anySelected: $anySelected,
    exporting: $exporting,
    start: exportTable,
  });
  return (
    <Menu
      {...usePart("policyBuilder/export")}
      label={words.export}
      trigger={<Button icon={<IconDownload size={16} />}>{words.export}</Button>}
      entries={[
        {
          kind: "action",
          label: words.exportShown,
          disabled: exporting || !anyShown,
          onSelect: () => start({ of: "shown" }),
        },
        {
          kind: "action",
          label: words.exportSelected,
          disabled: exporting || !anySelected,
          onSelect: () => start({ of: "selected" }),
        },
      ]}
    />
  );
}

/** Floats over the table, so that nothing moves for it. */
export function ExportProgress() {
  const words = useWords(builderWords);
  const { progress, cancel } = useUnit({ progress: $exportProgress, cancel: cancelExport });
  if (progress === null) return null;
  const text = words.exporting(progress.records, progress.total);
  return (
    <div className={styles.progress}>
      <p className={styles.text}>{text}</p>
      <Button size="small" onClick={() => cancel({})}>
        {words.cancelExport}
      </Button>
      <ProgressBar
        className={styles.bar}
        label={words.export}
        percent={(progress.records / progress.total) * 100}
        text={text}
      />
    </div>
  );
}
