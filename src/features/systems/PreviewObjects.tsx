import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import {
  OBJECT_STATES,
  PROVISION_KINDS,
  type ProvisionObject,
  type ProvisionPreview,
} from "#events/entities/provisioning.ts";
import { PreviewProblem } from "../../panels/system-problems/PreviewProblem.tsx";
import { replacedMessages } from "../../panels/system-problems/replacedMessages.ts";
import { useList, useNumberedRow } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Modal } from "../../ui/Modal.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tag, type TagTone } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { ContentTable } from "../../panels/object-content/ContentTable.tsx";
import { $mayUpdate } from "./place.ts";
import { previewMessages, type PreviewMessages } from "./previewMessages.ts";
import { $openObject, leaveOut, objectList, openObject } from "./previewModel.ts";
import styles from "./systems.module.css";

/** The accounts that a preview changes, each with what changes before and after. */
export function PreviewObjects({ preview }: { readonly preview: ProvisionPreview }) {
  const t = useMessages(previewMessages);
  const list = useList(objectList);
  const { open, leave, mayUpdate } = useUnit({
    open: openObject,
    leave: leaveOut,
    mayUpdate: $mayUpdate,
  });
  const { id, status } = preview;
  const columns = useMemo(() => columnsOf(t), [t]);
  const openRow = useCallback(({ no }: ProvisionObject) => open({ no }), [open]);
  const rowActions = useCallback(
    ({ no, kind, name, state, leftOut }: ProvisionObject) => {
      if (!mayUpdate || status !== "planned" || state !== "planned") return null;
      const label = leftOut ? t.restoreOne(t.kinds[kind], name) : t.leaveOne(t.kinds[kind], name);
      return (
        <Button
          size="small"
          variant="quiet"
          aria-label={label}
          onClick={() => leave({ id, no, change: null, leftOut: !leftOut })}
        >
          {leftOut ? t.restore : t.leave}
        </Button>
      );
    },
    [t, leave, mayUpdate, id, status],
  );
  return (
    <Panel title={t.objects}>
      <ListPanel
        key={id}
        label={t.objects}
        list={list}
        rowKey={keyOf}
        columns={columns}
        onOpen={openRow}
        searchLabel={t.search}
        filters={[
          {
            field: "change",
            kind: "select",
            label: t.columns.kind,
            options: [
              { value: "all", label: t.anyKind },
              ...PROVISION_KINDS.map((value) => ({ value, label: t.kinds[value] })),
            ],
          },
          {
            field: "show",
            kind: "select",
            label: t.columns.state,
            options: [
              { value: "all", label: t.anyState },
              ...OBJECT_STATES.map((value) => ({ value, label: t.states[value] })),
            ],
          },
        ]}
        rowActions={rowActions}
        actionsWidth={120}
        summary={({ kind }) => <Whole text={t.kinds[kind]} />}
        empty={<p>{t.noObjects}</p>}
        height="own"
      />
      <ObjectDialog />
    </Panel>
  );
}

const keyOf = ({ no }: ProvisionObject) => String(no);

const TONES: Readonly<Record<ProvisionObject["state"], TagTone>> = {
  planned: "info",
  blocked: "error",
  approved: "info",
  writing: "info",
  applied: "success",
  failed: "error",
  task: "warning",
  skipped: "secondary",
};

function columnsOf(t: PreviewMessages): readonly ListColumn<ProvisionObject>[] {
  return [
    { id: "name", header: t.columns.name, grow: 2, cell: ({ name }) => <Whole text={name} /> },
    {
      id: "person",
      header: t.columns.person,
      priority: 2,
      cell: ({ person }) => <Whole text={person ?? "–"} />,
    },
    {
      id: "kind",
      header: t.columns.kind,
      priority: 2,
      cell: ({ kind }) => <Whole text={t.kinds[kind]} />,
    },
    {
      id: "state",
      header: t.columns.state,
      width: 140,
      cell: (object) => <ObjectState object={object} />,
    },
  ];
}

function ObjectState({ object: { state, leftOut, stored } }: { readonly object: ProvisionObject }) {
  const t = useMessages(previewMessages);
  const replaced = useMessages(replacedMessages);
  if (leftOut && state === "planned") return <Tag tone="secondary">{t.leftOutTag}</Tag>;
  if (stored) return <Tag tone="warning">{replaced.tag}</Tag>;
  return <Tag tone={TONES[state]}>{t.states[state]}</Tag>;
}

function ObjectDialog() {
  const t = useMessages(previewMessages);
  const replaced = useMessages(replacedMessages);
  const { isOpen, row: object, onClose } = useNumberedRow($openObject, openObject, objectList);
  return (
    <Modal
      open={isOpen}
      onClose={onClose}
      title={t.objectTitle(object?.name ?? "")}
      description={object && `${t.kinds[object.kind]} – ${t.states[object.state]}`}
      size="large"
    >
      {object && (
        <div className={styles.stack}>
          {object.problem !== null && (
            <Alert severity="error" title={t.problem}>
              <PreviewProblem problem={object.problem} />
            </Alert>
          )}
          {object.stored && (
            <Alert severity="warning" title={replaced.tag}>
              {Object.entries(object.stored).map(([attribute, values]) => (
                <p key={attribute}>{`${attribute}: ${replaced.stored(values)}`}</p>
              ))}
            </Alert>
          )}
          <ContentTable before={object.before} after={object.after} />
        </div>
      )}
    </Modal>
  );
}
