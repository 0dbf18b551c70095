import {
  IMPORT_KINDS,
  type DirectoryImport,
  type ImportReject,
} from "#events/entities/directoryImport.ts";
import { IMPORT_REJECTS_KEPT } from "#events/rules/directoryImport.ts";
import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { useTranslate, type Translate } from "../../panels/useTranslate.ts";
import { useList } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { importMessages, type ImportMessages } from "./messages.ts";
import { rejectList } from "./model.ts";
import styles from "./View.module.css";

const CHANGES = ["added", "updated", "unchanged", "removed", "rejected"] as const;

/** The counts of an import, and what is unusual in its files. */
export function Outcome({ current }: { readonly current: DirectoryImport }) {
  const t = useMessages(importMessages);
  const { count } = useFormats();
  const notes = useDisclosure("import/notes", true);
  const translate = useTranslate();
  const { counts } = current;
  const warnings = current.notes?.map((note) => translate(note)) ?? current.warnings;
  return (
    <>
      {counts !== null && (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={t.counts}>
          <table className={styles.counts}>
            <thead>
              <tr>
                <th scope="col">{t.kind}</th>
                {CHANGES.map((change) => (
                  <th key={change} scope="col">
                    {t.changes[change]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {IMPORT_KINDS.map((kind) => (
                <tr key={kind}>
                  <th scope="row">{t.kinds[kind]}</th>
                  {CHANGES.map((change) => (
                    <td key={change}>{count(counts[kind][change])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {warnings.length > 0 && (
        <Alert {...notes} severity="info" title={t.warnings(warnings.length)}>
          <ul className={styles.notes}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

/** The rejected records, line by line, with their CSV file. */
export function Rejects({ current }: { readonly current: DirectoryImport }) {
  const t = useMessages(importMessages);
  const translate = useTranslate();
  const list = useList(rejectList);
  if (current.rejected === 0) return null;
  return (
    <Panel
      title={t.rejected(current.rejected)}
      context={
        current.rejected > IMPORT_REJECTS_KEPT
          ? t.rejectsKept(IMPORT_REJECTS_KEPT, current.rejected)
          : undefined
      }
      flush
    >
      <SharedTooltip className={styles.tips}>
        <ListPanel
          label={t.rejects}
          list={list}
          height="own"
          rowKey={keyOf}
          columns={columnsOf(t, translate)}
          summary={(reject) => <Whole text={reasonOf(reject, translate)} />}
          csv
        />
      </SharedTooltip>
    </Panel>
  );
}

const keyOf = ({ no }: ImportReject) => String(no);
/** The reason in the page's language; in English for imports of an earlier version. */
const reasonOf = ({ reason, detail }: ImportReject, translate: Translate) =>
  detail ? translate(detail) : reason;

function columnsOf(t: ImportMessages, translate: Translate): readonly ListColumn<ImportReject>[] {
  return [
    {
      id: "line",
      header: t.columns.line,
      width: 72,
      cell: ({ line }) => <Whole text={String(line)} />,
    },
    {
      id: "file",
      header: t.columns.file,
      width: 144,
      priority: 2,
      cell: ({ file }) => <Whole text={file} />,
    },
    {
      id: "column",
      header: t.columns.column,
      width: 120,
      priority: 3,
      cell: ({ column }) => <Whole text={column ?? "–"} />,
    },
    {
      id: "reason",
      header: t.columns.reason,
      grow: 3,
      priority: 2,
      cell: (reject) => <Whole text={`${t.codes[reject.code]}. ${reasonOf(reject, translate)}`} />,
    },
  ];
}
