import { useCallback, useMemo } from "react";
import { LISTED_KINDS, type AuditEntry } from "#events/entities/auditEntry.ts";
import {
  actionMessages,
  actionName,
  fieldMessages,
  fieldText,
  useChangesInWords,
} from "../../data/audit/index.ts";
import { useList, useOpenRow } from "../../panels/useUnits.ts";
import { connectorTextsOf } from "../../panels/connector-texts/connectorTexts.ts";
import { connectorMessages } from "../../panels/connector-texts/messages.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Button } from "../../ui/Button.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Modal } from "../../ui/Modal.tsx";
import { Page } from "../../ui/Page.tsx";
import { ValueChanges } from "../../ui/ValueChanges.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { auditMessages } from "./messages.ts";
import { auditList } from "./model.ts";
import styles from "./auditTrail.module.css";

export function View() {
  const t = useMessages(auditMessages);
  const actions = useMessages(actionMessages);
  const names = useMessages(fieldMessages);
  const { exact } = useFormats();
  const list = useList(auditList);
  const { row: opened, onOpen, onClose } = useOpenRow(auditList);
  const settingsOf = useSettingsOf();
  const changes = useChangesInWords(
    opened && { ...opened, kind: kindOf(opened.call), settings: settingsOf(opened) },
  );
  const columns = useMemo(
    (): readonly ListColumn<AuditEntry>[] => [
      { id: "at", header: actions.columns.at, width: 232, cell: ({ at }) => exact(Date.parse(at)) },
      {
        id: "actor",
        header: actions.columns.actor,
        cell: ({ actor }) => <Whole text={actor} />,
        priority: 2,
      },
      {
        id: "call",
        header: actions.columns.call,
        grow: 2,
        cell: ({ call }) => <Whole text={actionName(actions, call)} />,
        priority: 2,
      },
      {
        id: "target",
        header: actions.columns.target,
        cell: ({ target, targetName }) => <Whole text={targetName ?? target ?? "–"} />,
        priority: 3,
      },
      {
        id: "fields",
        header: actions.columns.fields,
        grow: 2,
        priority: 2,
        cell: (entry) => {
          const words = { t: names, kind: kindOf(entry.call), settings: settingsOf(entry) };
          const fields = entry.fields.map(({ field }) => fieldText(field, words));
          return <Whole text={fields.join(", ") || "–"} />;
        },
      },
    ],
    [actions, names, exact, settingsOf],
  );
  return (
    <Page title={t.title} context={t.context} width="wide" fills>
      <ListPanel
        label={t.entries}
        list={list}
        rowKey={keyOf}
        columns={columns}
        summary={({ actor, call }) => <Whole text={`${actor} · ${actionName(actions, call)}`} />}
        onOpen={onOpen}
        csv
        filters={[
          {
            field: "kind",
            kind: "select",
            label: t.kind,
            options: ["all" as const, ...LISTED_KINDS].map((value) => ({
              value,
              label: value === "all" ? t.allKinds : actions.kinds[value],
            })),
          },
          { field: "actor", kind: "text", label: t.actor },
          { field: "target", kind: "text", label: t.target },
          { field: "from", kind: "date", label: t.from },
          { field: "until", kind: "date", label: t.until },
        ]}
      />
      <Modal
        open={opened !== null}
        onClose={onClose}
        title={opened ? actionName(actions, opened.call) : ""}
        description={
          opened &&
          [opened.targetName, opened.target, opened.actor, exact(Date.parse(opened.at))]
            .filter((part) => part !== null)
            .join(" · ")
        }
        size="large"
      >
        {opened && (
          <>
            <ValueChanges changes={changes} />
            <div className={styles.further}>
              {opened.target !== null && opened.target !== list.query["target"] && (
                <Button onClick={() => list.onChange({ open: "", target: opened.target })}>
                  {t.ofTarget}
                </Button>
              )}
              {opened.actor !== list.query["actor"] && (
                <Button onClick={() => list.onChange({ open: "", actor: opened.actor })}>
                  {t.byActor}
                </Button>
              )}
            </div>
          </>
        )}
      </Modal>
    </Page>
  );
}

/** The names of the settings that an entry changes, if it saved the configuration of a system. */
function useSettingsOf() {
  const connectors = useMessages(connectorMessages);
  return useCallback(
    ({ system }: AuditEntry) =>
      system && connectorTextsOf(connectors, system.connector, system.kind)?.fields,
    [connectors],
  );
}

const keyOf = ({ id }: AuditEntry) => id;
const kindOf = (call: string) => call.split("/")[0];
