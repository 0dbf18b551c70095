import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { OTHER_UNITS, type DnValues } from "#events/actions/mappings.ts";
import { buildDn } from "#events/rules/mappings/dn.ts";
import { useForm } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import type { FormField, FormState } from "../../ui/form-panel/types.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Link } from "../../ui/Link.tsx";
import { RadioList } from "../../ui/RadioList.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import styles from "./fieldMapping.module.css";
import { dnForm } from "./formModel.ts";
import { MappingFrame } from "./MappingFrame.tsx";
import { mappingMessages, type MappingMessages } from "./messages.ts";
import { Missing } from "./Missing.tsx";
import { $mapping, $mayUpdate, type FieldMapping } from "./place.ts";
import { toMapping } from "./route.ts";
import { dnOf, replaced } from "./rules.ts";
import { FieldChoice } from "./TargetChoice.tsx";

const MAX_UNITS = 500;
const DN_MAX_LENGTH = 1000;

/** Builds a distinguished name from the value of a mapping. */
export function View() {
  const t = useMessages(mappingMessages);
  const mapping = useUnit($mapping);
  return (
    <MappingFrame
      title={t.dnTitle}
      actions={(all) =>
        mapping && (
          <Link
            className={buttonClass("secondary")}
            href={toMapping(all.resourceId, mapping.direction, mapping.id)}
          >
            {t.toMapping}
          </Link>
        )
      }
    >
      {(all) =>
        mapping === null ? (
          <Missing all={all} />
        ) : mapping.direction === "inbound" || mapping.config.target !== "attribute" ? (
          <Alert severity="info" title={t.dnOnlyOutbound} />
        ) : (
          <Dn all={all} isLocked={mapping.locked} />
        )
      }
    </MappingFrame>
  );
}

function Dn({ all, isLocked }: { readonly all: FieldMapping; readonly isLocked: boolean }) {
  const t = useMessages(mappingMessages);
  const form = useForm(dnForm);
  const { view, mayUpdate } = useUnit({ view: dnForm.$view, mayUpdate: $mayUpdate });
  if (form === null || view === null) return <Skeleton height={480} />;
  const { values } = view;
  const readOnly = !mayUpdate || isLocked;
  return (
    <>
      {isLocked && <Alert severity="info" title={t.unlockFirst} />}
      <FormPanel
        label={t.dnTitle}
        form={form}
        failedTitle={t.notSaved}
        readOnly={readOnly}
        sections={[
          {
            title: t.dnName,
            context: t.dnWhat,
            fields: [
              { name: "enabled", kind: "checkbox", label: t.dnEnabled },
              ...(values.enabled
                ? [
                    {
                      name: "rdnAttribute",
                      kind: "text" as const,
                      label: t.rdnAttribute,
                      description: t.rdnHint,
                      required: true,
                      half: true,
                    },
                    {
                      name: "base",
                      kind: "text" as const,
                      label: t.dnBase,
                      description: t.dnBaseHint,
                      maxLength: DN_MAX_LENGTH,
                      half: true,
                    },
                  ]
                : []),
            ],
          },
          ...(values.enabled
            ? [
                {
                  title: t.units,
                  context: t.unitsWhat,
                  fields: unitFields({ all, form, values, readOnly, t }),
                },
                {
                  title: t.dnExamples,
                  context: t.dnExamplesWhat,
                  fields: [
                    {
                      name: "examples",
                      label: t.dnExamples,
                      kind: "custom" as const,
                      render: () => <Examples values={values} />,
                    },
                  ],
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

function unitFields({
  all,
  form,
  values,
  readOnly,
  t,
}: {
  readonly all: FieldMapping;
  readonly form: FormState;
  readonly values: DnValues;
  readonly readOnly: boolean;
  readonly t: MappingMessages;
}): readonly FormField[] {
  const hasSource = values.unitSource !== "";
  return [
    {
      name: "unitSource",
      label: t.unitSource,
      kind: "custom",
      render: () => (
        <FieldChoice
          all={all}
          label={t.unitSource}
          noneLabel={t.noUnitSource}
          value={hasSource ? values.unitSource : null}
          error={form.problems["unitSource"] ?? null}
          disabled={readOnly}
          onChange={(id) => form.onChange({ unitSource: id ?? "" })}
        />
      ),
    },
    ...(hasSource
      ? [
          {
            name: "units",
            label: t.units,
            kind: "custom" as const,
            render: () => <Units form={form} units={values.units} disabled={readOnly} />,
          },
        ]
      : []),
    {
      name: "other",
      label: t.otherValues,
      kind: "custom",
      render: () => (
        <RadioList
          label={hasSource ? t.otherValues : t.everyValue}
          disabled={readOnly}
          options={OTHER_UNITS.filter((id) => hasSource || id !== "fail").map((id) => ({
            id,
            label: t.others[id],
          }))}
          value={values.other}
          onChange={(other) => form.onChange({ other })}
        />
      ),
    },
    ...(values.other === "unit"
      ? [
          {
            name: "fallback",
            kind: "text" as const,
            label: t.fallback,
            description: t.unitHint,
            maxLength: DN_MAX_LENGTH,
          },
        ]
      : []),
  ];
}

function Units({
  form,
  units,
  disabled,
}: {
  readonly form: FormState;
  readonly units: DnValues["units"];
  readonly disabled: boolean;
}) {
  const t = useMessages(mappingMessages);
  const write = (next: DnValues["units"]) => form.onChange({ units: next });
  return (
    <fieldset className={styles.units}>
      <legend className="visually-hidden">{t.units}</legend>
      {units.map((unit, at) => (
        <div key={at} className={styles.unit}>
          <TextField
            label={t.unitValue(at + 1)}
            disabled={disabled}
            value={unit.value}
            onChange={(value) => write(replaced(units, at, { ...unit, value }))}
          />
          <TextField
            label={t.unitPath(at + 1)}
            error={form.problems[`units/${at}/path`] ?? null}
            maxLength={DN_MAX_LENGTH}
            disabled={disabled}
            value={unit.path}
            onChange={(path) => write(replaced(units, at, { ...unit, path }))}
          />
          {!disabled && (
            <IconButton
              label={t.removeUnit(at + 1)}
              icon={<IconTrash size={16} />}
              onClick={() => write(units.filter((_unit, index) => index !== at))}
            />
          )}
        </div>
      ))}
      {!disabled && units.length < MAX_UNITS && (
        <Button
          size="small"
          icon={<IconPlus />}
          onClick={() => write([...units, { value: "", path: "" }])}
        >
          {t.addUnit}
        </Button>
      )}
    </fieldset>
  );
}

/** A name that needs escaping. */
const EXAMPLE = "Doe, Jane";
const MAX_EXAMPLES = 5;

/** The names that the settings give, one for each unit. */
function Examples({ values }: { readonly values: DnValues }) {
  const t = useMessages(mappingMessages);
  const dn = dnOf(values);
  if (dn === null) return null;
  const rows = [
    ...dn.units.slice(0, MAX_EXAMPLES).map(({ value, path }) => ({ value, unit: path })),
    { value: dn.units.length > 0 ? t.otherValue : t.anyValue, unit: dn.fallback },
  ];
  return (
    <dl className={styles.examples}>
      {rows.map(({ value, unit }, at) => (
        <div key={at}>
          <dt>{value === "" ? t.emptyValue : value}</dt>
          <dd>{unit === null ? t.noName : buildDn(dn, EXAMPLE, unit)}</dd>
        </div>
      ))}
    </dl>
  );
}
