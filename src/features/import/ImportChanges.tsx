import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import {
  IMPORT_CHANGES,
  IMPORTED_KINDS,
  type ImportChange,
} from "#events/entities/importHistory.ts";
import { ContentTable } from "../../panels/object-content/ContentTable.tsx";
import { useList, useNumberedRow } from "../../panels/useUnits.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Modal } from "../../ui/Modal.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { historyMessages, type HistoryMessages } from "./historyMessages.ts";
import { $openChange, changeList, openChange } from "./historyModel.ts";

/** The records that the open import changed, each before and after. */
export function ImportChanges({ importId }: { readonly importId: string }) {
  const t = useMessages(historyMessages);
  const list = useList(changeList);
  const open = useUnit(openChange);
  const columns = useMemo(() => columnsOf(t), [t]);
  const openRow = useCallback(({ no }: ImportChange) => open({ no }), [open]);
  return (
    <section aria-label={t.changes}>
      <ListPanel
        key={importId}
        label={t.changes}
        list={list}
        rowKey={keyOf}
        columns={columns}
        onOpen={openRow}
        searchLabel={t.search}
        csv={t.exportChanges}
        filters={[
          {
            field: "kind",
            kind: "select",
            label: t.kind,
            options: [
              { value: "all", label: t.allKinds },
              ...IMPORTED_KINDS.map((value) => ({ value, label: t.kindNames[value] })),
            ],
          },
          {
            field: "change",
            kind: "select",
            label: t.change,
            options: [
              { value: "all", label: t.allChanges },
              ...IMPORT_CHANGES.map((value) => ({ value, label: t.changeNames[value] })),
            ],
          },
        ]}
        empty={<p>{t.noChanges}</p>}
        height="own"
      />
      <Record />
    </section>
  );
}

const keyOf = ({ no }: ImportChange) => String(no);

function columnsOf(t: HistoryMessages): readonly ListColumn<ImportChange>[] {
  return [
    { id: "name", header: t.name, grow: 2, cell: ({ name }) => <Whole text={name} /> },
    {
      id: "resource",
      header: t.resource,
      grow: 2,
      priority: 2,
      cell: ({ resource }) => <Whole text={resource ?? "–"} />,
    },
    {
      id: "kind",
      header: t.kind,
      priority: 2,
      cell: ({ kind }) => <Whole text={t.kindNames[kind]} />,
    },
    {
      id: "change",
      header: t.change,
      width: 140,
      cell: ({ change }) => (
        <Tag tone={change === "removed" ? "warning" : "secondary"}>{t.changeNames[change]}</Tag>
      ),
    },
  ];
}

function Record() {
  const t = useMessages(historyMessages);
  const { isOpen, row: record, onClose } = useNumberedRow($openChange, openChange, changeList);
  return (
    <Modal
      open={isOpen}
      onClose={onClose}
      title={t.changeTitle(record?.name ?? "")}
      description={record && `${t.kindNames[record.kind]} · ${t.changeNames[record.change]}`}
      size="large"
    >
      {record && <ContentTable before={record.before} after={record.after} />}
    </Modal>
  );
}
