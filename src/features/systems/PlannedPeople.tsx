import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import { PERSON_HISTORY_KINDS, type PersonHistoryKind } from "#events/entities/identityChange.ts";
import { IDENTITY_FIELDS } from "#events/entities/system.ts";
import type { PeopleCounts, PlannedPerson, SystemRun } from "#events/entities/systemRun.ts";
import { EXTENSION, fieldName } from "#events/rules/mappings/fields.ts";
import { MAX_LISTED_PEOPLE } from "#events/rules/runs.ts";
import { useList, useNumberedRow } from "../../panels/useUnits.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Modal } from "../../ui/Modal.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Tag, type TagTone } from "../../ui/Tag.tsx";
import { ValueChanges } from "../../ui/ValueChanges.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { hrPreviewMessages, type HrPreviewMessages } from "./hrPreviewMessages.ts";
import { $openPerson, openPerson, peopleList } from "./plannedPeopleModel.ts";
import { setupMessages, type SetupMessages } from "./setupMessages.ts";
import styles from "./systems.module.css";

/** The people whom a plan changes, as they would be. */
export function PlannedPeople({
  run,
  counts,
}: {
  readonly run: SystemRun;
  readonly counts: PeopleCounts;
}) {
  const t = useMessages(hrPreviewMessages);
  const fields = useMessages(setupMessages);
  const { count } = useFormats();
  const list = useList(peopleList);
  const open = useUnit(openPerson);
  const columns = useMemo(() => columnsOf(t, fields), [t, fields]);
  const openRow = useCallback(({ no }: PlannedPerson) => open({ no }), [open]);
  return (
    <Panel title={t.people} context={run.status === "planned" ? t.peopleWhat : t.peopleThen}>
      <div className={styles.stack}>
        <dl className={styles.counts}>
          {PERSON_HISTORY_KINDS.map((kind) => (
            <div key={kind} title={t.kindHints[kind]}>
              <dt>{t.kinds[kind]}</dt>
              <dd>{count(counts[kind])}</dd>
            </div>
          ))}
        </dl>
        {isCut(run, counts) && <p className={styles.muted}>{t.cut(count(MAX_LISTED_PEOPLE))}</p>}
        <ListPanel
          key={run.oid}
          label={t.people}
          list={list}
          rowKey={keyOf}
          columns={columns}
          onOpen={openRow}
          searchLabel={t.search}
          filters={[
            {
              field: "kind",
              kind: "select",
              label: t.kind,
              options: [
                { value: "all", label: t.anyKind },
                ...PERSON_HISTORY_KINDS.map((value) => ({ value, label: t.kinds[value] })),
              ],
            },
          ]}
          summary={(person) => <Whole text={changesText(person, fields)} />}
          empty={<p>{t.nobody}</p>}
          height="own"
        />
      </div>
      <Person />
    </Panel>
  );
}

/**
 * Whether only the first people are listed. A plan that waited for a decision lists all, and a cancelled one may have waited
 * because a user wanted that.
 */
function isCut({ status, gates, decidedBy }: SystemRun, counts: PeopleCounts): boolean {
  const all = PERSON_HISTORY_KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  const mayHaveWaited = ["planned", "cancelled"].includes(status) || gates.length > 0;
  return !mayHaveWaited && decidedBy === null && all > MAX_LISTED_PEOPLE;
}

const keyOf = ({ no }: PlannedPerson) => String(no);

const TONES: Readonly<Record<PersonHistoryKind, TagTone>> = {
  joined: "success",
  moved: "info",
  changed: "secondary",
  left: "warning",
  returned: "success",
};

function columnsOf(
  t: HrPreviewMessages,
  fields: SetupMessages,
): readonly ListColumn<PlannedPerson>[] {
  return [
    { id: "name", header: t.person, grow: 2, cell: ({ name }) => <Whole text={name} /> },
    {
      id: "externalId",
      header: fields.identity.externalId,
      priority: 2,
      cell: ({ externalId }) => <Whole text={externalId} />,
    },
    {
      id: "kind",
      header: t.kind,
      width: 140,
      cell: ({ kind }) => <Tag tone={TONES[kind]}>{t.kinds[kind]}</Tag>,
    },
    {
      id: "changes",
      header: t.changes,
      grow: 3,
      priority: 2,
      cell: (person) => <Whole text={changesText(person, fields)} />,
    },
  ];
}

/** The fields that differ, in the order of the settings, then attributes by name. */
function fieldsOf({ before, after }: PlannedPerson): string[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  const known = IDENTITY_FIELDS.filter((field) => ids.has(field));
  return [...known, ...[...ids].filter((id) => id.startsWith(EXTENSION)).toSorted()];
}

function labelOf(id: string, fields: SetupMessages): string {
  const field = IDENTITY_FIELDS.find((one) => one === id);
  return field === undefined ? fieldName(id) : fields.identity[field];
}

/** "Department: Sales → IT; Location: – → Bern". */
function changesText(person: PlannedPerson, fields: SetupMessages): string {
  return fieldsOf(person)
    .map((id) => {
      const value = (values: PlannedPerson["before"]) => values[id] ?? "–";
      return `${labelOf(id, fields)}: ${value(person.before)} → ${value(person.after)}`;
    })
    .join("; ");
}

function Person() {
  const t = useMessages(hrPreviewMessages);
  const fields = useMessages(setupMessages);
  const { isOpen, row: person, onClose } = useNumberedRow($openPerson, openPerson, peopleList);
  return (
    <Modal
      open={isOpen}
      onClose={onClose}
      title={person?.name ?? ""}
      description={person && `${t.kinds[person.kind]} – ${t.kindHints[person.kind]}`}
      size="large"
    >
      {person && (
        <ValueChanges
          changes={fieldsOf(person).map((field) => ({
            field,
            label: labelOf(field, fields),
            before: person.before[field],
            after: person.after[field],
          }))}
        />
      )}
    </Modal>
  );
}
