import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import { RUN_CHANGES, type RunEntry, type SystemRun } from "#events/entities/systemRun.ts";
import { useList } from "../../panels/useUnits.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Modal } from "../../ui/Modal.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { runMessages, type RunMessages } from "./runMessages.ts";
import { contentLines, type ContentLine } from "./runRules.ts";
import { $openEntry, entryList, openEntry } from "./runsModel.ts";
import styles from "./systems.module.css";

/** The objects that an import changes, each with its content before and after. */
export function RunEntries({ run }: { readonly run: SystemRun }) {
  const t = useMessages(runMessages);
  const list = useList(entryList);
  const open = useUnit(openEntry);
  const columns = useMemo(() => columnsOf(t), [t]);
  const openRow = useCallback(({ no }: RunEntry) => open({ no }), [open]);
  return (
    <section aria-label={t.entries}>
      <ListPanel
        key={run.oid}
        label={t.entries}
        list={list}
        rowKey={keyOf}
        columns={columns}
        onOpen={openRow}
        searchLabel={t.searchEntries}
        filters={[
          {
            field: "change",
            kind: "select",
            label: t.change,
            options: [
              { value: "all", label: t.allChanges },
              ...RUN_CHANGES.map((value) => ({ value, label: t.changes[value] })),
            ],
          },
        ]}
        empty={<p>{t.noEntries}</p>}
        height="own"
      />
      <Entry />
    </section>
  );
}

const keyOf = ({ no }: RunEntry) => String(no);

function columnsOf(t: RunMessages): readonly ListColumn<RunEntry>[] {
  return [
    { id: "name", header: t.object, grow: 2, cell: ({ name }) => <Whole text={name} /> },
    {
      id: "change",
      header: t.change,
      width: 140,
      cell: ({ change }) => (
        <Tag tone={change === "gone" || change === "removed" ? "warning" : "secondary"}>
          {t.changes[change]}
        </Tag>
      ),
    },
    {
      id: "objectClass",
      header: t.objectClass,
      priority: 2,
      cell: ({ objectClass }) => <Whole text={objectClass} />,
    },
  ];
}

function Entry() {
  const t = useMessages(runMessages);
  const { no, open, list } = useUnit({
    no: $openEntry,
    open: openEntry,
    list: entryList.$view,
  });
  const entry = no === null ? null : list.find((one) => one.no === no);
  return (
    <Modal
      open={no !== null}
      onClose={() => open({ no: null })}
      title={t.entryTitle(entry?.name ?? "")}
      description={entry && `${t.changes[entry.change]} – ${t.changeHints[entry.change]}`}
      size="large"
      cancelLabel={t.close}
    >
      {entry && (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={t.attribute}>
          <table className={styles.values}>
            <thead>
              <tr>
                <th scope="col">{t.attribute}</th>
                <th scope="col">{t.before}</th>
                <th scope="col">{t.after}</th>
              </tr>
            </thead>
            <tbody>
              {contentLines(entry.before, entry.after).map((line) => (
                <tr key={`${line.kind} ${line.name}`} data-changed={line.isChanged}>
                  <th scope="row">{nameOf(line, t)}</th>
                  <td>{textOf(line, line.before, t)}</td>
                  <td>{textOf(line, line.after, t)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Modal>
  );
}

function nameOf({ kind, name }: ContentLine, t: RunMessages): string {
  if (kind === "attribute") return name;
  return kind === "active" ? t.active : t.entitlementNames;
}

function textOf({ kind }: ContentLine, values: readonly string[], t: RunMessages): string {
  if (values.length === 0) return t.nothing;
  if (kind === "active") return values[0] === "true" ? t.yes : t.no;
  return values.join(", ");
}
