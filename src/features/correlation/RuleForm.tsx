import { IconArrowUp, IconPlus, IconX } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import {
  CORRELATION_FIELDS,
  CORRELATION_METHODS,
  RULE_ATTRIBUTES_MAX,
  TIERS_MAX,
  type AttributeInput,
} from "#events/entities/correlation.ts";
import { typeOf } from "#events/rules/correlation.ts";
import { useForm } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { correlationMessages } from "./messages.ts";
import { $mayUpdate } from "./place.ts";
import { isFuzzy, movedUp, numbered } from "./rules.ts";
import type { ruleForm } from "./rulesModel.ts";
import styles from "./correlation.module.css";

type AnyRuleForm = typeof ruleForm;

/** What a rule compares, and how. */
export function RuleForm({
  form: unit,
  known,
  submitLabel,
}: {
  readonly form: AnyRuleForm;
  /** Names of the attributes of accounts; empty before they are known. */
  readonly known: readonly string[];
  readonly submitLabel?: string;
}) {
  const t = useMessages(correlationMessages);
  const form = useForm(unit);
  const { view, mayUpdate, change } = useUnit({
    view: unit.$view,
    mayUpdate: $mayUpdate,
    change: unit.change,
  });
  if (form === null || view === null) return <Skeleton height={320} />;
  const { method, weighting, attributes } = view.values;
  return (
    <FormPanel
      label={t.rule}
      form={form}
      readOnly={!mayUpdate}
      failedTitle={t.notSaved}
      {...(submitLabel !== undefined && { submitLabel })}
      sections={[
        {
          title: t.sections.compare,
          context: t.sections.compareWhat,
          fields: [
            {
              name: "midpointUserFieldId",
              kind: "select",
              label: t.field,
              options: CORRELATION_FIELDS.map((value) => ({ value, label: t.fields[value] })),
            },
            {
              name: "attributes",
              kind: "custom",
              label: t.attributes,
              render: () => (
                <Attributes
                  attributes={attributes}
                  known={known}
                  readOnly={!mayUpdate}
                  problem={form.problems["attributes"]}
                  onChange={(next) => change({ values: { attributes: next } })}
                />
              ),
            },
          ],
        },
        {
          title: t.sections.how,
          context: t.sections.howWhat,
          fields: [
            {
              name: "method",
              kind: "select",
              label: t.method,
              description: t.methodHints[method],
              options: CORRELATION_METHODS.map((value) => ({ value, label: t.methods[value] })),
            },
            {
              name: "threshold",
              kind: "number",
              label: t.threshold,
              min: 50,
              max: 100,
              unit: "%",
              half: true,
              disabled: !isFuzzy(method),
            },
            {
              name: "tier",
              kind: "number",
              label: t.tierField,
              min: 1,
              max: TIERS_MAX,
              half: true,
            },
            { name: "nicknames", kind: "checkbox", label: t.nicknames },
            {
              name: "weighting",
              kind: "select",
              label: t.weighting,
              half: true,
              options: (["learned", "fixed"] as const).map((value) => ({
                value,
                label: t.weightings[value],
              })),
            },
            {
              name: "weight",
              kind: "number",
              label: t.weight,
              min: 0,
              max: 60,
              unit: t.bits,
              half: true,
              disabled: weighting === "learned",
            },
          ],
        },
      ]}
    />
  );
}

function Attributes({
  attributes,
  known,
  readOnly,
  problem,
  onChange,
}: {
  readonly attributes: readonly AttributeInput[];
  readonly known: readonly string[];
  readonly readOnly: boolean;
  readonly problem: string | undefined;
  readonly onChange: (attributes: AttributeInput[]) => void;
}) {
  const t = useMessages(correlationMessages);
  const replace = (index: number, part: Partial<AttributeInput>) =>
    onChange(
      attributes.map((attribute, at) => (at === index ? { ...attribute, ...part } : attribute)),
    );
  return (
    <div className={styles.stack} role="group" aria-label={t.attributes}>
      <ol className={styles.parts}>
        {attributes.map((attribute, index) => {
          const no = index + 1;
          const isField = typeOf(attribute) === "field";
          return (
            <li key={no}>
              <div className={styles.partType}>
                <SelectField
                  label={t.attributeType(no)}
                  value={typeOf(attribute)}
                  disabled={readOnly}
                  options={(["field", "static"] as const).map((value) => ({
                    value,
                    label: t.types[value],
                  }))}
                  onChange={(value) =>
                    replace(index, { type: value === "static" ? "static" : "field" })
                  }
                />
              </div>
              <div className={styles.partValue}>
                {isField ? (
                  <AttributeField
                    label={t.attributeValue(no)}
                    value={attribute.resourceSchemaId ?? ""}
                    known={known}
                    readOnly={readOnly}
                    onChange={(resourceSchemaId) => replace(index, { resourceSchemaId })}
                  />
                ) : (
                  <TextField
                    label={t.attributeValue(no)}
                    value={attribute.staticContent ?? ""}
                    disabled={readOnly}
                    onChange={(staticContent) => replace(index, { staticContent })}
                  />
                )}
              </div>
              {!readOnly && (
                <>
                  <IconButton
                    label={t.moveUp(no)}
                    icon={<IconArrowUp size={16} />}
                    idle={index === 0}
                    onClick={() => onChange(movedUp(attributes, index))}
                  />
                  <IconButton
                    label={t.removeAttribute(no)}
                    icon={<IconX size={16} />}
                    idle={attributes.length === 1}
                    onClick={() => onChange(numbered(attributes.toSpliced(index, 1)))}
                  />
                </>
              )}
            </li>
          );
        })}
      </ol>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {!readOnly && attributes.length < RULE_ATTRIBUTES_MAX && (
        <div>
          <Button
            size="small"
            icon={<IconPlus size={16} />}
            onClick={() =>
              onChange([
                ...attributes,
                {
                  type: "field",
                  resourceSchemaId: null,
                  staticContent: null,
                  position: attributes.length + 1,
                },
              ])
            }
          >
            {t.addAttribute}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A choice of the system's attributes, or a text before they are known. */
function AttributeField({
  label,
  value,
  known,
  readOnly,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly known: readonly string[];
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
}) {
  const t = useMessages(correlationMessages);
  if (known.length === 0) {
    return <TextField label={label} value={value} disabled={readOnly} onChange={onChange} />;
  }
  const names = value === "" || known.includes(value) ? known : [value, ...known];
  return (
    <SelectField
      label={label}
      value={value}
      disabled={readOnly}
      options={[
        { value: "", label: t.chooseAttribute },
        ...names.map((name) => ({ value: name, label: name })),
      ]}
      onChange={onChange}
    />
  );
}
