import { IconDownload } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { $evaluation } from "./evaluation.ts";
import { $exportProgress, $exporting, cancelExport, exportTable } from "./exporting.ts";
import { describeExporting } from "./exportRules.ts";
import styles from "./Export.module.css";

const $anyShown = $evaluation.map((evaluation) => (evaluation?.view.shown.entitlements ?? 0) > 0);
const $anySelected = $evaluation.map(
  (evaluation) => (evaluation?.view.ticked.entitlements ?? 0) > 0,
);

export function ExportMenu() {
  const { anyShown, anySelected, exporting, start } = useUnit({
    anyShown: $anyShown,
    anySelected: $anySelected,
    exporting: $exporting,
    start: exportTable,
  });
  return (
    <Menu
      label="Export"
      trigger={<Button icon={<IconDownload size={16} />}>Export</Button>}
      entries={[
        {
          kind: "action",
          label: "What is shown (CSV)",
          disabled: exporting || !anyShown,
          onSelect: () => start({ of: "shown" }),
        },
        {
          kind: "action",
          label: "What is selected (CSV)",
          disabled: exporting || !anySelected,
          onSelect: () => start({ of: "selected" }),
        },
      ]}
    />
  );
}

/** Floats over the table, so that nothing moves for it. */
export function ExportProgress() {
  const { progress, cancel } = useUnit({ progress: $exportProgress, cancel: cancelExport });
  if (progress === null) return null;
  const text = describeExporting(progress);
  return (
    <div className={styles.progress}>
      <p className={styles.text}>{text}</p>
      <Button size="small" onClick={() => cancel({})}>
        Cancel export
      </Button>
      <ProgressBar
        className={styles.bar}
        label="Export"
        percent={(progress.records / progress.total) * 100}
        text={text}
      />
    </div>
  );
}
