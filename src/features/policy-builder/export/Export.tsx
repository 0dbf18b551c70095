import { IconDownload } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useDisclosure } from "../../../kernel/useDisclosure.ts";
import { Button } from "../../../ui/Button.tsx";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { $tableResult } from "../table/tableQuery.ts";
import { $exportProgress, $exporting, cancelExport, exportTable } from "./exporting.ts";
import { builderMessages } from "../messages.ts";
import styles from "./Export.module.css";

const $anyShown = $tableResult.map(
  (tableResult) => (tableResult?.view.shown.entitlements ?? 0) > 0,
);
const $anySelected = $tableResult.map(
  (tableResult) => (tableResult?.view.ticked.entitlements ?? 0) > 0,
);

export function ExportMenu() {
  const t = useMessages(builderMessages);
  const { anyShown, anySelected, exporting, start } = useUnit({
    anyShown: $anyShown,
    anySelected: $anySelected,
    exporting: $exporting,
    start: exportTable,
  });
  return (
    <Menu
      {...useDisclosure("policyBuilder/export")}
      label={t.export}
      trigger={<Button icon={<IconDownload size={16} />}>{t.export}</Button>}
      entries={[
        {
          kind: "action",
          label: t.exportShown,
          disabled: exporting || !anyShown,
          onSelect: () => start({ of: "shown" }),
        },
        {
          kind: "action",
          label: t.exportSelected,
          disabled: exporting || !anySelected,
          onSelect: () => start({ of: "selected" }),
        },
      ]}
    />
  );
}

/** An overlay on the table, so that the layout does not shift. */
export function ExportProgress() {
  const t = useMessages(builderMessages);
  const { progress, cancel } = useUnit({ progress: $exportProgress, cancel: cancelExport });
  if (progress === null) return null;
  const text = t.exporting(progress.records, progress.total);
  return (
    <div className={styles.progress}>
      <p className={styles.text}>{text}</p>
      <Button size="small" onClick={() => cancel({})}>
        {t.cancelExport}
      </Button>
      <ProgressBar
        className={styles.bar}
        label={t.export}
        percent={(progress.records / progress.total) * 100}
        text={text}
      />
    </div>
  );
}
