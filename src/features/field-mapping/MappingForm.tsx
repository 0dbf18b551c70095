import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import type { MappingValues } from "#events/actions/mappings.ts";
import {
  CODE_MAX_LENGTH,
  MAPPING_KINDS,
  MAPPING_MODES,
  MAPPING_STRENGTHS,
  type CodeProblem,
  type MappingAttributeDraft,
} from "#events/entities/mapping.ts";
import { mappingTargets } from "#events/rules/mappings/fields.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Alert } from "../../ui/Alert.tsx";
import { CodeField } from "../../ui/code-editor/CodeField.tsx";
import type { CodeMark } from "../../ui/code-editor/types.ts";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import type { FormField, FormSection, FormState } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { RadioList } from "../../ui/RadioList.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { codeCompletions } from "./completions.ts";
import { $marks, $object } from "./liveModel.ts";
import { mappingMessages, type MappingMessages } from "./messages.ts";
import type { FieldMapping } from "./place.ts";
import { inboundFields, stepsOf } from "./rules.ts";
import { Sources } from "./Sources.tsx";
import { AttributeChoice, FieldChoice } from "./TargetChoice.tsx";

interface PartProps {
  readonly all: FieldMapping;
  readonly form: FormState;
  readonly values: MappingValues;
  readonly disabled: boolean;
  readonly t: MappingMessages;
}

interface CodeCheck {
  readonly text: string | null;
  readonly mark: CodeMark | null;
}
/** What a check of the code found, by field. */
type CodeMarks = Readonly<Record<"customCode" | "condition", CodeCheck>>;

/** A mapping: what it sets, from which sources, and when. */
export function MappingForm({
  all,
  form,
  values,
  mayUpdate,
  isLocked,
  label,
  failedTitle,
  submitLabel,
}: {
  readonly all: FieldMapping;
  readonly form: FormState;
  readonly values: MappingValues;
  readonly mayUpdate: boolean;
  /** The stored mapping is locked: only its lock can be changed. */
  readonly isLocked: boolean;
  readonly label: string;
  readonly failedTitle: string;
  readonly submitLabel?: string;
}) {
  const t = useMessages(mappingMessages);
  const translate = useTranslate();
  const { marks, object } = useUnit({ marks: $marks, object: $object });
  const errorOf = (problem: CodeProblem | null) => problem && translate(problem.reason);
  const code: CodeMarks = {
    customCode: { text: errorOf(marks.customCode), mark: marks.customCode },
    condition: { text: errorOf(marks.condition), mark: marks.condition },
  };
  const disabled = !mayUpdate || (isLocked && values.locked);
  const part: PartProps = { all, form, values, disabled, t };
  const sections: readonly FormSection[] = [
    { title: t.what, fields: targetFields(part) },
    {
      title: t.value,
      context: t.valueWhat,
      fields: valueFields(part, code, (source) =>
        stepsOf(source, all.direction, object?.source ?? null),
      ),
    },
    { title: t.when, fields: whenFields(part, code) },
    {
      title: t.more,
      fields: [
        ...(["authoritative", "tolerant", "iterationToken"] as const).map((name) => ({
          name,
          kind: "checkbox" as const,
          label: t.flags[name],
          description: t.flagHints[name],
          disabled,
        })),
        {
          name: "locked",
          kind: "checkbox",
          label: t.flags.locked,
          description: t.flagHints.locked,
          disabled: !mayUpdate,
        },
      ],
    },
  ];
  return (
    <FormPanel
      label={label}
      form={form}
      sections={sections}
      failedTitle={failedTitle}
      readOnly={!mayUpdate}
      {...(submitLabel !== undefined && { submitLabel })}
    />
  );
}

const custom = (name: string, render: () => ReactNode): FormField => ({
  name,
  label: name,
  kind: "custom",
  render,
});

function targetFields({ all, form, values, disabled, t }: PartProps): readonly FormField[] {
  const { config } = values;
  const isInbound = all.direction === "inbound";
  const problem = (path: string) => form.problems[path] ?? null;
  const targets = mappingTargets(all.direction);
  const isChosen = targets.length === 1 && config.target === targets[0];
  return [
    ...(isChosen
      ? []
      : [
          custom("config", () => (
            <>
              {problem("config/target") && (
                <Alert severity="error" title={problem("config/target")} />
              )}
              <RadioList
                label={t.sets}
                disabled={disabled}
                options={targets.map((id) => ({
                  id,
                  label: t.targets[id],
                  description: isInbound ? t.inboundTargetHint : t.targetHints[id],
                }))}
                value={config.target}
                onChange={(target) => form.onChange({ config: { ...config, target } })}
              />
            </>
          )),
        ]),
    ...(config.target !== "attribute"
      ? []
      : [
          isInbound
            ? custom("midpointUserFieldId", () => (
                <FieldChoice
                  all={{ ...all, fields: inboundFields(all.sourceKind, all.fields) }}
                  label={t.field}
                  value={values.midpointUserFieldId}
                  error={problem("midpointUserFieldId")}
                  disabled={disabled}
                  onChange={(midpointUserFieldId) => form.onChange({ midpointUserFieldId })}
                />
              ))
            : custom("resourceSchemaId", () => (
                <AttributeChoice
                  all={all}
                  label={t.attribute}
                  value={values.resourceSchemaId}
                  error={problem("resourceSchemaId")}
                  disabled={disabled}
                  onlyWritable
                  onChange={(resourceSchemaId) => form.onChange({ resourceSchemaId })}
                />
              )),
        ]),
  ];
}

function valueFields(
  { all, form, values, disabled, t }: PartProps,
  marks: CodeMarks,
  stepsOf: (source: MappingAttributeDraft) => readonly string[],
): readonly FormField[] {
  const { mappingType, config, attributes } = values;
  const { kind, separator, template } = config;
  const change = (next: Partial<MappingValues["config"]>) =>
    form.onChange({ config: { ...config, ...next } });
  return [
    custom("mappingType", () => (
      <RadioList
        label={t.mode}
        disabled={disabled}
        options={MAPPING_MODES.map((id) => ({
          id,
          label: t.modes[id],
          description: t.modeHints[id],
        }))}
        value={mappingType}
        onChange={(next) => form.onChange({ mappingType: next })}
      />
    )),
    ...(mappingType === "CUSTOM"
      ? []
      : [
          custom("attributes", () => (
            <Sources
              all={all}
              sources={attributes}
              stepsOf={stepsOf}
              problems={form.problems}
              disabled={disabled}
              onChange={(sources) => form.onChange({ attributes: sources })}
            />
          )),
          custom("kind", () => (
            <RadioList
              label={t.kind}
              disabled={disabled}
              options={MAPPING_KINDS.map((id) => ({
                id,
                label: t.kinds[id],
                description: t.kindHints[id],
              }))}
              value={kind}
              onChange={(next) => change({ kind: next })}
            />
          )),
          custom("text", () =>
            kind === "Basic" ? (
              <TextField
                label={t.separator}
                description={t.separatorHint}
                maxLength={20}
                disabled={disabled}
                value={separator}
                onChange={(next) => change({ separator: next })}
              />
            ) : (
              <TextField
                label={t.template}
                description={t.templateHint}
                error={form.problems["config/template"] ?? null}
                reserveMessage
                required
                maxLength={CODE_MAX_LENGTH}
                disabled={disabled}
                value={template}
                onChange={(next) => change({ template: next })}
              />
            ),
          ),
        ]),
    ...(mappingType === "STANDARD"
      ? []
      : [
          custom("customCode", () => (
            <CodeField
              label={t.code}
              description={mappingType === "CUSTOM" ? t.codeHint : t.advancedHint}
              error={form.problems["customCode"] ?? marks.customCode.text}
              mark={marks.customCode.mark}
              reserveMessage
              required
              tall
              maxLength={CODE_MAX_LENGTH}
              completions={codeCompletions(all, mappingType)}
              disabled={disabled}
              value={values.customCode}
              onChange={(customCode) => form.onChange({ customCode })}
            />
          )),
        ]),
  ];
}

function whenFields(
  { all, form, values, disabled, t }: PartProps,
  marks: CodeMarks,
): readonly FormField[] {
  return [
    custom("strength", () => (
      <RadioList
        label={t.strength}
        disabled={disabled}
        options={MAPPING_STRENGTHS.map((id) => ({
          id,
          label: t.strengths[id],
          description: t.strengthHints[id],
        }))}
        value={values.strength}
        onChange={(strength) => form.onChange({ strength })}
      />
    )),
    custom("condition", () => (
      <CodeField
        label={t.condition}
        description={t.conditionHint}
        error={form.problems["condition"] ?? marks.condition.text}
        mark={marks.condition.mark}
        reserveMessage
        maxLength={CODE_MAX_LENGTH}
        completions={codeCompletions(all, "CUSTOM")}
        disabled={disabled}
        value={values.condition}
        onChange={(condition) => form.onChange({ condition })}
      />
    )),
  ];
}
