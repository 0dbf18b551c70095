import { useUnit } from "effector-react";
import { POSITION_MAX, type ReviewedEntitlement } from "#events/entities/entitlementReview.ts";
import { DESCRIPTION_MAX_LENGTH, SECRET_MAX_LENGTH } from "#events/rules/systems.ts";
import { ownerOptions } from "../../data/systems/index.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation, useForm } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import type { FormField } from "../../ui/form-panel/types.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { $rulesPreview, $settings, importRulesForm } from "./importRulesModel.ts";
import { $preview, merging } from "./mergeModel.ts";
import { reviewMessages, type EntitlementReviewMessages } from "./messages.ts";
import { $owners, $reviewed, deletion, newForm, reviewForm } from "./reviewModel.ts";
import { shownName } from "./rules.ts";

export function Dialogs() {
  return (
    <>
      <NewEntitlement />
      <Review />
      <ImportRules />
      <Deletion />
      <Merge />
    </>
  );
}

/** The fields that interim and real entitlements have. */
function useReviewFields(entitlement: ReviewedEntitlement | null): readonly FormField[] {
  const t = useMessages(reviewMessages);
  const owners = useUnit($owners);
  return [
    {
      name: "displayName",
      kind: "text",
      label: t.fields.displayName,
      description: t.fields.displayNameHint,
    },
    {
      name: "description",
      kind: "textarea",
      label: t.fields.description,
      maxLength: DESCRIPTION_MAX_LENGTH,
    },
    {
      name: "ownerId",
      kind: "select",
      label: t.fields.owner,
      options: [
        { value: "", label: t.fields.nobody },
        ...ownerOptions(owners.value ?? [], [], entitlement),
      ],
    },
    {
      name: "position",
      kind: "number",
      label: t.fields.position,
      description: t.fields.positionHint,
      min: 1,
      max: POSITION_MAX,
    },
  ];
}

function NewEntitlement() {
  const t = useMessages(reviewMessages);
  const form = useForm(newForm);
  const fields = useReviewFields(null);
  if (form === null) return null;
  return (
    <FormDialog
      label={t.newTitle}
      description={t.newWhat}
      form={form}
      failedTitle={t.notCreated}
      submitLabel={t.create}
      sections={[
        {
          fields: [{ name: "name", kind: "text", label: t.fields.name, required: true }, ...fields],
        },
      ]}
    />
  );
}

function Review() {
  const t = useMessages(reviewMessages);
  const form = useForm(reviewForm);
  const reviewed = useUnit($reviewed);
  const fields = useReviewFields(reviewed);
  if (form === null || reviewed === null) return null;
  return (
    <FormDialog
      label={t.reviewTitle(shownName(reviewed))}
      description={leftOutReason(reviewed, t)}
      form={form}
      failedTitle={t.notSaved}
      submitLabel={t.save}
      sections={[
        {
          fields: [
            ...fields,
            {
              name: "excluded",
              kind: "checkbox",
              label: t.fields.excluded,
              description: t.fields.excludedHint,
            },
          ],
        },
      ]}
    />
  );
}

/** Why imports leave the entitlement out, if they do by a rule. */
function leftOutReason(
  { excludedBy, included = true }: ReviewedEntitlement,
  t: EntitlementReviewMessages,
): string | undefined {
  if (excludedBy !== null) return t.excludedBy(excludedBy);
  return included ? undefined : t.notIncludedWhy;
}

function ImportRules() {
  const t = useMessages(reviewMessages);
  const translate = useTranslate();
  const form = useForm(importRulesForm);
  const settings = useUnit($settings);
  if (form === null) return null;
  const isKnown = settings.value !== null;
  const text = { kind: "textarea", maxLength: SECRET_MAX_LENGTH, disabled: !isKnown } as const;
  const effect =
    settings.failure === null ? (
      <RulesEffect />
    ) : (
      <Alert severity="error" title={t.settingsFailed} live>
        {translate(reasonOf(settings.failure))}
      </Alert>
    );
  return (
    <FormDialog
      label={t.rulesTitle}
      description={t.rulesWhat}
      form={{ ...form, isIdle: !isKnown }}
      failedTitle={t.rulesNotSaved}
      submitLabel={t.save}
      sections={[
        {
          fields: [
            { name: "included", label: t.included, description: t.includedHint, ...text },
            { name: "excluded", label: t.excluded, description: t.excludedHint, ...text },
            { name: "effect", kind: "custom", label: t.effect, render: () => effect },
          ],
        },
      ]}
    />
  );
}

/** How many entitlements the typed rules cover, and which the change concerns. */
function RulesEffect() {
  const t = useMessages(reviewMessages);
  const translate = useTranslate();
  const { value, failure } = useUnit($rulesPreview);
  if (failure !== null) {
    return (
      <Alert severity="error" title={t.effectFailed} live>
        {translate(reasonOf(failure))}
      </Alert>
    );
  }
  if (value === null) return <p role="status">{t.counting}</p>;
  const { entitlementCount, coveredCount, dropped, droppedCount, returning, returningCount } =
    value;
  return (
    <div role="status">
      <p>{t.covers(coveredCount, entitlementCount)}</p>
      {droppedCount > 0 && <p>{t.dropped(dropped, droppedCount)}</p>}
      {returningCount > 0 && <p>{t.returning(returning, returningCount)}</p>}
    </div>
  );
}

function Deletion() {
  const t = useMessages(reviewMessages);
  const dialog = useConfirmation(deletion);
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.deletionTitle(dialog.subject?.name ?? "")}
      description={t.deletionWhat}
      confirmLabel={t.remove}
      failedTitle={t.notDeleted}
    />
  );
}

function Merge() {
  const t = useMessages(reviewMessages);
  const { list } = useFormats();
  const dialog = useConfirmation(merging);
  const { value } = useUnit($preview);
  const names = value?.merged.map(({ name }) => name) ?? [];
  return (
    <ConfirmDialog
      dialog={{ ...dialog, isReady: dialog.isReady && value !== null }}
      title={t.mergeTitle(dialog.subject?.kept.name ?? "")}
      description={names.length > 0 && t.mergeWhat(list(names))}
      confirmLabel={t.mergeConfirm}
      failedTitle={t.notMerged}
    >
      <MergePreview />
    </ConfirmDialog>
  );
}

function MergePreview() {
  const t = useMessages(reviewMessages);
  const translate = useTranslate();
  const { count } = useFormats();
  const { value, failure } = useUnit($preview);
  if (failure !== null) {
    return (
      <Alert severity="error" title={t.previewFailed} live>
        {translate(reasonOf(failure))}
      </Alert>
    );
  }
  if (value === null) return <Skeleton height={72} />;
  return (
    <DescriptionList
      items={[
        { term: t.accounts, detail: count(value.accountCount) },
        { term: t.policies, detail: count(value.policyCount) },
        { term: t.accessRoles, detail: count(value.accessRoleCount) },
      ]}
    />
  );
}
