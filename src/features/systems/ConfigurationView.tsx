import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import type { ConnectorField } from "#events/entities/connector.ts";
import type { SystemConfiguration } from "#events/entities/systemConfiguration.ts";
import { LINE_MAX_LENGTH, SECRET_MAX_LENGTH } from "#events/rules/systems.ts";
import { $openSystem } from "../../data/systems/index.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useForm } from "../../panels/useUnits.ts";
import { connectorMessages, type ConnectorTexts } from "../../panels/connector-texts/messages.ts";
import { connectorTextsOf } from "../../panels/connector-texts/connectorTexts.ts";
import { Alert } from "../../ui/Alert.tsx";
import { FileDrop } from "../../ui/FileDrop.tsx";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import type { FormField, FormState } from "../../ui/form-panel/types.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { AuthorizationPanel } from "./AuthorizationPanel.tsx";
import { $configuration, configurationForm } from "./configurationModel.ts";
import { columnChoices, shownGroups } from "./configurationRules.ts";
import { $fileFormat } from "./fileFormatModel.ts";
import { ExcludedAccounts } from "./ExcludedAccounts.tsx";
import { FileFormatLine } from "./FileFormatLine.tsx";
import { ImportSettingsForm } from "./ImportSettingsForm.tsx";
import { $mayUpdate, retrySystem } from "./place.ts";
import { setupMessages, type SetupMessages } from "./setupMessages.ts";
import { SystemFrame } from "./SystemFrame.tsx";
import styles from "./systems.module.css";
import { ObjectClasses, TestPanel } from "./TestPanel.tsx";
import { TextFileField } from "./TextFileField.tsx";
import { $upload, percentSent, pickFile } from "./uploadModel.ts";

const FORM_ID = "connection";

/** The connection of a system, its test, what the system stores, and how it is imported. */
export function View() {
  return <SystemFrame screen="configuration">{() => <Content />}</SystemFrame>;
}

function Content() {
  const t = useMessages(setupMessages);
  const translate = useTranslate();
  const { query, retry } = useUnit({ query: $configuration, retry: retrySystem });
  if (query.value === null) {
    return query.failure === null ? (
      <Skeleton height={480} />
    ) : (
      <LoadFailed
        title={t.loadFailed}
        reason={translate(reasonOf(query.failure))}
        onRetry={() => retry({})}
      />
    );
  }
  const hasFields = query.value.fields.length > 0;
  return (
    <>
      {hasFields ? (
        <>
          <Configuration configuration={query.value} />
          <AuthorizationPanel configuration={query.value} />
          <TestPanel formId={FORM_ID} />
          <ObjectClasses />
        </>
      ) : (
        <Alert severity="info" title={t.noFields} />
      )}
      <ImportSettingsForm />
      <ExcludedAccounts />
    </>
  );
}

function Configuration({ configuration }: { readonly configuration: SystemConfiguration }) {
  const t = useMessages(setupMessages);
  const connectors = useMessages(connectorMessages);
  const { mayUpdate, file, system } = useUnit({
    mayUpdate: $mayUpdate,
    file: $fileFormat,
    system: $openSystem,
  });
  const texts = connectorTextsOf(connectors, configuration.connectorKey, system.value?.kind);
  const columns = file.value?.format?.columns ?? null;
  const { fields, values } = configuration;
  const form = useForm(
    configurationForm,
    fields.filter(({ type }) => type === "SECRET").map(({ id }) => id),
  );
  if (form === null) return null;
  const isSet = new Set(values.filter((value) => value.isSet).map(({ fieldId }) => fieldId));
  return (
    <FormPanel
      id={FORM_ID}
      label={t.connection}
      form={form}
      readOnly={!mayUpdate}
      failedTitle={t.notSaved}
      sections={shownGroups(fields, form.values as Record<string, never>).map(
        ({ group, fields: own }, at) => ({
          title: texts?.groups[group] ?? group,
          context: at === 0 ? t.connectionWhat : undefined,
          fields: own.flatMap((field) => [
            formFieldOf(field, {
              t,
              texts,
              isSet: isSet.has(field.id),
              choices: columnChoices(field, columns, form.values[field.id]),
              renderFile: () => (
                <FileField
                  field={field}
                  form={form}
                  configuration={configuration}
                  disabled={!mayUpdate}
                />
              ),
            }),
            ...(mayUpdate ? textFileOf(field, texts) : []),
          ]),
        }),
      )}
    />
  );
}

/** The control that reads a text of several lines from a file. */
function textFileOf(
  { id, type, multiline }: ConnectorField,
  texts: ConnectorTexts | undefined,
): FormField[] {
  if (type !== "TEXT" || !multiline) return [];
  const label = texts?.fields[id]?.label ?? id;
  return [
    {
      name: `${id}/file`,
      kind: "custom",
      label,
      render: () => <TextFileField fieldId={id} label={label} />,
    },
  ];
}

/** The control of a connector's field. */
function formFieldOf(
  field: ConnectorField,
  {
    t,
    texts,
    isSet,
    choices,
    renderFile,
  }: {
    readonly t: SetupMessages;
    readonly texts: ConnectorTexts | undefined;
    readonly isSet: boolean;
    /** Values to choose a text from; null: it is typed. */
    readonly choices: readonly string[] | null;
    readonly renderFile: () => ReactNode;
  },
): FormField {
  const { id: name, type, required, multiline, options, minimum, maximum } = field;
  const own = texts?.fields[name];
  const base = { name, label: own?.label ?? name, description: own?.hint, required };
  if (choices !== null) {
    const optionOf = (value: string) => ({ value, label: value === "" ? t.noColumn : value });
    return { ...base, kind: "select", options: choices.map(optionOf) };
  }
  switch (type) {
    case "SECRET":
      return {
        ...base,
        kind: "secret",
        isSet,
        multiline,
        maxLength: multiline ? SECRET_MAX_LENGTH : LINE_MAX_LENGTH,
      };
    case "SELECT":
      return {
        ...base,
        kind: "select",
        options: [
          ...(required ? [] : [{ value: "", label: t.optional }]),
          ...options.map((value) => ({ value, label: own?.options?.[value] ?? value })),
        ],
      };
    case "BOOL":
      return { ...base, required: false, kind: "checkbox" };
    case "INT":
      return {
        ...base,
        kind: "number",
        ...(minimum !== null && { min: minimum }),
        ...(maximum !== null && { max: maximum }),
      };
    case "FILE":
      return { ...base, kind: "custom", render: renderFile };
    case "LONG":
    case "TEXT":
      return multiline
        ? { ...base, kind: "textarea", maxLength: SECRET_MAX_LENGTH }
        : { ...base, kind: "text", maxLength: LINE_MAX_LENGTH };
  }
}

function FileField({
  field,
  form,
  configuration: { files, maxFileBytes },
  disabled,
}: {
  readonly field: ConnectorField;
  readonly form: FormState;
  readonly configuration: SystemConfiguration;
  readonly disabled: boolean;
}) {
  const t = useMessages(setupMessages);
  const translate = useTranslate();
  const { bytes, percent } = useFormats();
  const several = useDisclosure(`systemConfiguration/several/${field.id}`);
  const { upload, pick } = useUnit({ upload: $upload, pick: pickFile });
  const own = upload?.fieldId === field.id ? upload : null;
  const problem = form.problems[field.id];
  const chosen = files.find(({ id }) => id === form.values[field.id]);
  const isSending = own?.status === "sending";
  const share = own ? percentSent(own) : 0;
  return (
    <div className={styles.file}>
      {!disabled && (
        <FileDrop
          label={t.chooseFile}
          hint={t.fileHint(Math.floor(maxFileBytes / 1_000_000))}
          accept=".csv,.txt,.tsv,.gz,.xlsx,text/csv,text/plain"
          busy={isSending}
          onFile={(file) => pick({ fieldId: field.id, file })}
          hasMany={several.open}
          onMany={several.onOpenChange}
        />
      )}
      <p className={styles.fileStatus} role="status">
        {own?.status === "complete" && own.fileId === form.values[field.id]
          ? `${t.fileOf(own.fileName, bytes(own.bytes))}. ${chosen ? "" : t.fileReady}`
          : isSending
            ? t.fileSending(own.fileName)
            : chosen
              ? t.fileOf(chosen.name, bytes(chosen.size))
              : t.noFile}
      </p>
      {isSending && (
        <ProgressBar label={t.fileSending(own.fileName)} percent={share} text={percent(share)} />
      )}
      {own?.refusal && (
        <Alert severity="error" title={t.fileRefused} live>
          {translate(own.refusal)}
        </Alert>
      )}
      {!isSending && <FileFormatLine />}
      {problem !== undefined && (
        <p className={styles.problem} aria-live="polite">
          {problem}
        </p>
      )}
    </div>
  );
}
