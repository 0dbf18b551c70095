import { useMemo } from "react";
import type { IdentityChange } from "#events/entities/identityChange.ts";
import {
  actionMessages,
  fieldMessages,
  fieldText,
  useChangesInWords,
  type ActionMessages,
  type FieldMessages,
} from "../../data/audit/index.ts";
import { useList, useOpenRow } from "../../panels/useUnits.ts";
import type { Formats } from "../../ui/language/formats.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import { PrintedRows } from "../../ui/list-panel/PrintedRows.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Modal } from "../../ui/Modal.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ValueChanges } from "../../ui/ValueChanges.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { FailedPanel } from "./FailedPanel.tsx";
import { identityMessages, type IdentityMessages } from "./messages.ts";
import { ReportFrame } from "./ReportFrame.tsx";
import { PendingPanel } from "./PendingPanel.tsx";
import { changeList } from "./reportModel.ts";
import { SourceLink, sourceText } from "./SourceLink.tsx";
import styles from "./identities.module.css";

/** What changed about a person: who did what, and when. */
export function View() {
  return (
    <ReportFrame tab="changes">
      <FailedPanel />
      <PendingPanel />
      <ChangesPanel />
    </ReportFrame>
  );
}

function ChangesPanel() {
  const t = useMessages(identityMessages);
  const { columns: headers } = useMessages(actionMessages);
  const names = useMessages(fieldMessages);
  const { exact } = useFormats();
  const list = useList(changeList);
  const { row: opened, onOpen, onClose } = useOpenRow(changeList);
  const changes = useChangesInWords(opened);
  const columns = useMemo(
    () => columnsOf(t, { headers, names }, exact),
    [t, headers, names, exact],
  );
  return (
    <Panel title={t.changes} context={t.changesWhat}>
      <div className={styles.onScreen}>
        <ListPanel
          label={t.changes}
          list={list}
          rowKey={keyOf}
          columns={columns}
          summary={(row) => (
            <Whole
              text={[row.actor, describe(row, t), row.source && sourceText(row.source, t)]
                .filter(Boolean)
                .join(" · ")}
            />
          )}
          onOpen={onOpen}
          empty={<p>{t.noChanges}</p>}
          height="own"
        />
      </div>
      <PrintedRows list={list} rowKey={keyOf} columns={columns} />
      <Modal
        open={opened !== null}
        onClose={onClose}
        title={opened ? describe(opened, t) : ""}
        description={
          opened &&
          [
            opened.actor,
            exact(Date.parse(opened.at)),
            opened.source && sourceText(opened.source, t),
          ]
            .filter(Boolean)
            .join(" · ")
        }
        size="large"
      >
        {opened?.source && (
          <p>
            <SourceLink source={opened.source} />
          </p>
        )}
        {opened && <ValueChanges changes={changes} />}
      </Modal>
    </Panel>
  );
}

const keyOf = ({ id }: IdentityChange) => id;

/** What was done, and to what. */
function describe({ kind, subject }: IdentityChange, t: IdentityMessages): string {
  return subject === null ? t.changeKinds[kind] : `${t.changeKinds[kind]}: ${subject}`;
}

function columnsOf(
  t: IdentityMessages,
  {
    headers,
    names,
  }: { readonly headers: ActionMessages["columns"]; readonly names: FieldMessages },
  exact: Formats["exact"],
): readonly ListColumn<IdentityChange>[] {
  return [
    { id: "at", header: headers.at, width: 232, cell: ({ at }) => exact(Date.parse(at)) },
    {
      id: "actor",
      header: headers.actor,
      cell: ({ actor }) => <Whole text={actor} />,
      priority: 2,
    },
    {
      id: "kind",
      header: headers.call,
      grow: 2,
      cell: (row) => <Whole text={describe(row, t)} />,
      priority: 2,
    },
    {
      id: "source",
      header: t.source,
      grow: 2,
      priority: 3,
      cell: ({ source }) => <Whole text={source ? sourceText(source, t) : "–"} />,
    },
    {
      id: "fields",
      header: headers.fields,
      priority: 3,
      cell: ({ fields }) => (
        <Whole text={fields.map(({ field }) => fieldText(field, { t: names })).join(", ") || "–"} />
      ),
    },
  ];
}
