import { useUnit } from "effector-react";
import { IDENTITY_FIELDS, MAX_WRITES_PER_MINUTE, OWNER_FIELDS } from "#events/entities/system.ts";
import { SECRET_MAX_LENGTH } from "#events/rules/systems.ts";
import { accountAttributes } from "#events/rules/objectClasses.ts";
import { $openSystem } from "../../data/systems/index.ts";
import { useForm } from "../../panels/useUnits.ts";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import type { FormField } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { $objectClasses } from "./configurationModel.ts";
import { SCHEDULES } from "./importSettings.ts";
import { importSettingsForm } from "./importSettingsModel.ts";
import { $mayUpdate } from "./place.ts";
import { setupMessages } from "./setupMessages.ts";

/** Whose accounts are read, what is left out, how often, and how much may change without a decision. */
export function ImportSettingsForm() {
  const t = useMessages(setupMessages);
  const form = useForm(importSettingsForm);
  const { system, classes, mayUpdate, view } = useUnit({
    system: $openSystem,
    classes: $objectClasses,
    mayUpdate: $mayUpdate,
    view: importSettingsForm.$view,
  });
  if (form === null || view === null || system.value === null) return <Skeleton height={320} />;
  const known = accountAttributes(classes.value?.objectClasses ?? []);
  /** A choice of the system's attributes, or a text before they are known. */
  const attribute = (name: keyof typeof view.values, label: string, none: string): FormField => {
    const own = String(view.values[name] ?? "");
    const names = known.includes(own) || own === "" ? known : [own, ...known];
    if (known.length === 0) return { name, label, kind: "text", half: true };
    return {
      name,
      label,
      kind: "select",
      half: true,
      options: [{ value: "", label: none }, ...names.map((value) => ({ value, label: value }))],
    };
  };
  const percentage = { kind: "number", min: 0, max: 100, unit: "%", half: true } as const;
  const { schedule } = view.saved;
  const offered = ["", ...SCHEDULES.map(String)];
  const { inbound } = system.value;
  return (
    <FormPanel
      label={t.importing}
      form={form}
      readOnly={!mayUpdate}
      failedTitle={t.importNotSaved}
      sections={[
        ...(system.value.kind === "hr"
          ? [
              {
                title: t.people,
                context: t.peopleWhat,
                fields: IDENTITY_FIELDS.map((field) => attribute(field, t.identity[field], t.none)),
              },
            ]
          : []),
        {
          title: t.owners,
          context: t.ownersWhat,
          fields: [
            attribute("ownerAttribute", t.ownerAttribute, t.noOwner),
            {
              name: "ownerField",
              label: t.ownerField,
              kind: "select",
              half: true,
              options: OWNER_FIELDS.map((value) => ({ value, label: t.ownerFields[value] })),
            },
            {
              name: "includedEntitlements",
              label: t.inclusions,
              description: t.inclusionsHint,
              kind: "textarea",
              maxLength: SECRET_MAX_LENGTH,
            },
            {
              name: "excludedEntitlements",
              label: t.exclusions,
              description: t.exclusionsHint,
              kind: "textarea",
              maxLength: SECRET_MAX_LENGTH,
            },
          ],
        },
        {
          title: t.scheduling,
          context: t.schedulingWhat,
          fields: [
            {
              name: "schedule",
              label: t.schedule,
              kind: "select",
              disabled: !inbound,
              options: [
                ...offered.map((value) => ({
                  value,
                  label: t.schedules[value as keyof typeof t.schedules],
                })),
                ...(offered.includes(schedule)
                  ? []
                  : [{ value: schedule, label: t.everyMinutes(Number(schedule)) }]),
              ],
            },
            { name: "maxGonePercent", label: t.maxGonePercent, ...percentage },
            {
              name: "maxRenamedPercent",
              label: t.maxRenamedPercent,
              ...percentage,
              ...(system.value.kind === "hr" && { description: t.maxRewrittenHint }),
            },
            {
              name: "graceDays",
              label: t.graceDays,
              kind: "number",
              min: 0,
              max: 365,
              unit: t.daysUnit,
              half: true,
            },
          ],
        },
        ...(system.value.outbound
          ? [
              {
                title: t.writing,
                context: t.writingWhat,
                fields: [
                  {
                    name: "writesPerMinute",
                    label: t.writesPerMinute,
                    kind: "number",
                    min: 1,
                    max: MAX_WRITES_PER_MINUTE,
                    half: true,
                  } as const,
                ],
              },
            ]
          : []),
      ]}
    />
  );
}
