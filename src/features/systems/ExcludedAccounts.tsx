import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { AccountExclusion } from "#events/entities/system.ts";
import type { ExcludedAccount } from "#events/entities/systemConfiguration.ts";
import { accountAttributes } from "#events/rules/objectClasses.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation, useForm, useList } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Panel } from "../../ui/Panel.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { $objectClasses } from "./configurationModel.ts";
import {
  $exclusionPreview,
  $exclusions,
  $hasExclusions,
  excludedList,
  exclusionForm,
  exclusionRemoval,
} from "./excludedModel.ts";
import { exclusionMessages, type ExclusionMessages } from "./exclusionMessages.ts";
import { $mayUpdate } from "./place.ts";
import styles from "./systems.module.css";

const ruleText = ({ attribute, pattern }: AccountExclusion, t: ExclusionMessages) =>
  attribute === null ? t.byName(pattern) : t.byAttribute(attribute, pattern);

/** Rules that leave out accounts of the system, and the accounts that the last import left out. */
export function ExcludedAccounts() {
  const t = useMessages(exclusionMessages);
  const { hasExclusions, rules, mayUpdate, toggle } = useUnit({
    hasExclusions: $hasExclusions,
    rules: $exclusions,
    mayUpdate: $mayUpdate,
    toggle: exclusionForm.toggle,
  });
  if (!hasExclusions || rules === null) return null;
  return (
    <Panel
      title={t.title}
      context={t.what}
      actions={mayUpdate && <Button onClick={() => toggle({ open: true })}>{t.add}</Button>}
    >
      {rules.length === 0 ? <p>{t.none}</p> : <Rules rules={rules} />}
      <Accounts />
      <NewRule />
      <Removal />
    </Panel>
  );
}

function Rules({ rules }: { readonly rules: readonly AccountExclusion[] }) {
  const t = useMessages(exclusionMessages);
  const { mayUpdate, ask } = useUnit({ mayUpdate: $mayUpdate, ask: exclusionRemoval.open });
  return (
    <ul className={styles.users}>
      {rules.map((rule) => {
        const text = ruleText(rule, t);
        return (
          <li key={text}>
            <span>{text}</span>
            {mayUpdate && (
              <Button
                size="small"
                variant="quiet"
                aria-label={t.includeOne(text)}
                onClick={() => ask({ subject: rule })}
              >
                {t.include}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Accounts() {
  const t = useMessages(exclusionMessages);
  const list = useList(excludedList);
  const columns = useMemo(() => columnsOf(t), [t]);
  return (
    <section aria-label={t.accounts}>
      <ListPanel
        label={t.accounts}
        list={list}
        rowKey={keyOf}
        columns={columns}
        empty={<p>{t.noAccounts}</p>}
        height="own"
      />
    </section>
  );
}

const keyOf = ({ objectClass, objectId }: ExcludedAccount) => `${objectClass}\n${objectId}`;

function columnsOf(t: ExclusionMessages): readonly ListColumn<ExcludedAccount>[] {
  return [
    { id: "name", header: t.account, grow: 2, cell: ({ name }) => <Whole text={name} /> },
    {
      id: "rule",
      header: t.rule,
      cell: ({ excludedBy }) => (
        <Whole text={excludedBy === null ? t.returns : ruleText(excludedBy, t)} />
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

function NewRule() {
  const t = useMessages(exclusionMessages);
  const form = useForm(exclusionForm);
  const classes = useUnit($objectClasses);
  if (form === null) return null;
  const attributes = accountAttributes(classes.value?.objectClasses ?? []);
  return (
    <FormDialog
      label={t.addTitle}
      description={t.addWhat}
      form={form}
      failedTitle={t.notAdded}
      submitLabel={t.addRule}
      sections={[
        {
          fields: [
            {
              name: "attribute",
              kind: "select",
              label: t.attribute,
              options: [
                { value: "", label: t.name },
                ...attributes.map((value) => ({ value, label: value })),
              ],
            },
            {
              name: "pattern",
              kind: "text",
              label: t.pattern,
              description: t.patternHint,
              required: true,
            },
            { name: "effect", kind: "custom", label: t.effect, render: () => <Effect /> },
          ],
        },
      ]}
    />
  );
}

/** How many accounts the rule matches, and the first of them. */
function Effect() {
  const t = useMessages(exclusionMessages);
  const translate = useTranslate();
  const { value, failure, status } = useUnit($exclusionPreview);
  if (failure !== null) {
    return (
      <Alert severity="error" title={t.previewFailed} live>
        {translate(reasonOf(failure))}
      </Alert>
    );
  }
  if (value === null)
    return <p role="status">{status === "loading" ? t.counting : t.typePattern}</p>;
  const { accountCount, matchCount, ownedCount, sample } = value;
  return (
    <div role="status">
      <p>
        {t.matches(matchCount, accountCount)} {t.owned(ownedCount)}
      </p>
      {sample.length > 0 && <p>{t.sample(sample, matchCount)}</p>}
    </div>
  );
}

function Removal() {
  const t = useMessages(exclusionMessages);
  const dialog = useConfirmation(exclusionRemoval);
  const { subject } = dialog;
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.includeTitle(subject ? ruleText(subject, t) : "")}
      description={t.includeWhat}
      confirmLabel={t.include}
      failedTitle={t.notIncluded}
    >
      {subject && <Effect />}
    </ConfirmDialog>
  );
}
