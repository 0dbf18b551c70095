import { useUnit } from "effector-react";
import { useId } from "react";
import type { GroupingEffect } from "#events/entities/grouping.ts";
import type { Query } from "../../kernel/query.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation, useForm } from "../../panels/useUnits.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import type { FormSection } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { NoResults } from "../../ui/NoResults.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import {
  $deletionEffect,
  $doomedOrgs,
  $newGroup,
  deletion,
  newGroupForm,
  renameForm,
} from "./changeModel.ts";
import { groupingMessages, type GroupingMessages } from "./messages.ts";
import {
  $moveEffect,
  $target,
  $targets,
  chooseTarget,
  move,
  searchTargets,
  type MoveTarget,
} from "./moveModel.ts";
import { MAX_RESULTS } from "./searchModel.ts";
import styles from "./groupings.module.css";

const nameSection = (t: GroupingMessages): readonly FormSection[] => [
  { fields: [{ name: "displayName", kind: "text", label: t.name, required: true }] },
];

export function NewGroupDialog() {
  const t = useMessages(groupingMessages);
  const form = useForm(newGroupForm);
  const place = useUnit($newGroup);
  if (form === null) return null;
  const { parent = null, ids = [] } = place ?? {};
  return (
    <FormDialog
      label={t.newGroup}
      description={
        parent !== null
          ? t.newGroupIn(parent.displayName)
          : ids.length > 0
            ? t.newGroupWith(ids.length)
            : t.newGroupTop
      }
      form={form}
      failedTitle={t.notCreated}
      submitLabel={t.create}
      sections={nameSection(t)}
    />
  );
}

export function RenameDialog() {
  const t = useMessages(groupingMessages);
  const form = useForm(renameForm);
  if (form === null) return null;
  return (
    <FormDialog
      label={t.renameTitle}
      form={form}
      failedTitle={t.notRenamed}
      submitLabel={t.rename}
      sections={nameSection(t)}
    />
  );
}

export function DeleteDialog() {
  const t = useMessages(groupingMessages);
  const dialog = useConfirmation(deletion);
  const { orgs, effect } = useUnit({ orgs: $doomedOrgs, effect: $deletionEffect });
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.deleteTitle(dialog.subject?.displayName ?? "")}
      description={t.deleteWhat}
      confirmLabel={t.delete}
      failedTitle={t.notDeleted}
    >
      <div className={styles.dialog} aria-live="polite">
        {orgs === null ? (
          <Skeleton height={40} />
        ) : (
          <p className={styles.line}>
            {orgs.total === 0
              ? t.deleteEmpty
              : t.deleteOrgs(
                  orgs.total,
                  orgs.orgs.map(({ displayName }) => displayName).join(", "),
                  orgs.total > orgs.orgs.length,
                )}
          </p>
        )}
        {orgs !== null && orgs.total > 0 && <Effect effect={effect} />}
      </div>
    </ConfirmDialog>
  );
}

/** Chooses the group that orgs are moved to, and shows what that means, before they are moved. */
export function MoveDialog() {
  const t = useMessages(groupingMessages);
  const dialog = useConfirmation(move);
  const { target, effect } = useUnit({ target: $target, effect: $moveEffect });
  const changesNothing = effect.value !== null && effect.value.orgs === 0;
  return (
    <ConfirmDialog
      dialog={{ ...dialog, isReady: dialog.isReady && target.target !== null && !changesNothing }}
      title={t.moveTitle(dialog.subject?.count ?? 0, dialog.subject?.name ?? null)}
      description={t.moveWhat}
      confirmLabel={t.moveConfirm}
      failedTitle={t.notMoved}
      variant="primary"
    >
      <div className={styles.dialog}>
        <Targets />
        <div className={styles.effect} aria-live="polite">
          {target.target !== null && <Effect effect={effect} />}
        </div>
      </div>
    </ConfirmDialog>
  );
}

function Targets() {
  const t = useMessages(groupingMessages);
  const id = useId();
  const { state, targets, moved, type, choose } = useUnit({
    state: $target,
    targets: $targets,
    moved: move.$view,
    type: searchTargets,
    choose: chooseTarget,
  });
  const { value } = targets;
  const excluded = new Set(moved.subject?.ids.map(({ oid }) => oid));
  const groups = value?.groups.filter(({ oid }) => !excluded.has(oid)) ?? [];
  const listed: readonly MoveTarget[] = [
    ...(state.wanted.trim() === "" && value !== null
      ? [{ oid: value.rootOid, displayName: null }]
      : []),
    ...groups.map(({ oid, displayName }) => ({ oid, displayName })),
  ];
  // What was dropped on may not be among the first groups.
  const { target } = state;
  const choices =
    target === null || listed.some(({ oid }) => oid === target.oid) ? listed : [target, ...listed];
  return (
    <>
      <SearchField label={t.searchGroups} value={state.text} onChange={(text) => type({ text })} />
      {value === null ? (
        <Skeleton height={72} />
      ) : (
        <fieldset className={styles.targets}>
          <legend className="visually-hidden">{t.targets}</legend>
          {choices.map((choice) => (
            <label key={choice.oid} className={styles.target}>
              <input
                type="radio"
                name={id}
                checked={target?.oid === choice.oid}
                onChange={() => choose({ ...choice })}
              />
              {choice.displayName ?? t.topLevel}
            </label>
          ))}
          {choices.length === 0 && <NoResults onClear={() => type({ text: "" })} />}
        </fieldset>
      )}
      {value?.hasMore && <p className={styles.note}>{t.moreResults(MAX_RESULTS)}</p>}
    </>
  );
}

/** What a change means for people. */
function Effect({ effect }: { readonly effect: Query<GroupingEffect> }) {
  const t = useMessages(groupingMessages);
  const translate = useTranslate();
  if (effect.status === "failed") {
    return (
      <p className={styles.note}>
        {t.effectFailed}
        {effect.failure && `: ${translate(effect.failure.reason)}`}
      </p>
    );
  }
  if (effect.value === null) return <Skeleton width="80%" />;
  const { orgs, people, gained, lost } = effect.value;
  if (orgs === 0) return <p className={styles.note}>{t.alreadyThere}</p>;
  const parts = [
    ...(gained > 0 ? [t.gains(people, gained)] : []),
    ...(lost > 0 ? [t.loses(people, lost)] : []),
  ];
  const inherited = parts.length === 0 ? t.noEffect(people) : parts.join(t.and);
  return (
    <p className={styles.effect}>
      {t.effect(people, orgs)} {inherited}.
    </p>
  );
}
