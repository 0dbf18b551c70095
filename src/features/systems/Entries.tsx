import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import { RUN_CHANGES, type RunEntry, type SystemRun } from "#events/entities/systemRun.ts";
import { useList, useNumberedRow } from "../../panels/useUnits.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Modal } from "../../ui/Modal.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { ContentTable } from "../../panels/object-content/ContentTable.tsx";
import { runMessages, type RunMessages } from "./runMessages.ts";
import { $openEntry, entryList, openEntry } from "./runsModel.ts";

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
        csv={t.exportEntries}
        filters={[
          {
            field: "change",
            kind: "select",
            label: t.change,
            options: [
              { value: "all", label: t.allChanges },
              ...RUN_CHANGES.map((value) => ({ value, label: t.changes[value] })),
              ...(run.counts?.leaving ? [{ value: "leaving", label: t.leaving }] : []),
              ...(run.counts?.excluded ? [{ value: "excluded", label: t.excluded }] : []),
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
      id: "person",
      header: t.person,
      priority: 2,
      cell: ({ person }) => <Whole text={person ?? "–"} />,
    },
    {
      id: "change",
      header: t.change,
      width: 140,
      cell: ({ change, after, leaves = false }) => (
        <Tag tone={leaves || change === "gone" || change === "removed" ? "warning" : "secondary"}>
          {leaves ? t.leaves : after?.excluded ? t.excluded : t.changes[change]}
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

function effectOf({ change, after, leaves = false }: RunEntry, t: RunMessages): string {
  if (after?.excluded) return `${t.excluded} – ${t.excludedHint}`;
  return leaves
    ? `${t.leaves} – ${t.leavesHint}`
    : `${t.changes[change]} – ${t.changeHints[change]}`;
}

function Entry() {
  const t = useMessages(runMessages);
  const { isOpen, row: entry, onClose } = useNumberedRow($openEntry, openEntry, entryList);
  return (
    <Modal
      open={isOpen}
      onClose={onClose}
      title={t.entryTitle(entry?.name ?? "")}
      description={entry && effectOf(entry, t)}
      size="large"
    >
      {entry && <ContentTable before={entry.before} after={entry.after} />}
    </Modal>
  );
}
