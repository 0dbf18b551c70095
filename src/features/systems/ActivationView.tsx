import { useUnit } from "effector-react";
import { accountAttributes } from "#events/rules/objectClasses.ts";
import { DORMANT_DAYS_MAX } from "#events/entities/systemConfiguration.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { isProvisionable } from "#events/rules/provisioning.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useForm } from "../../panels/useUnits.ts";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { $activation, activationForm } from "./activationModel.ts";
import { $objectClasses } from "./configurationModel.ts";
import { $mayUpdate, retrySystem } from "./place.ts";
import { setupMessages, type SetupMessages } from "./setupMessages.ts";
import { SystemFrame } from "./SystemFrame.tsx";

const LEAVING = ["keep", "disable", "remove"] as const;

/** What happens to the accounts of people who leave and return. */
export function View() {
  return (
    <SystemFrame screen="activation">{(system) => <Activation system={system} />}</SystemFrame>
  );
}

function Activation({ system }: { readonly system: ConnectedSystem }) {
  const t = useMessages(setupMessages);
  const translate = useTranslate();
  const form = useForm(activationForm);
  const { query, view, classes, mayUpdate, retry } = useUnit({
    query: $activation,
    classes: $objectClasses,
    view: activationForm.$view,
    mayUpdate: $mayUpdate,
    retry: retrySystem,
  });
  // A field that changes its kind would lose the focus.
  if (form === null || view === null || classes.status === "loading") {
    return query.failure === null ? (
      <Skeleton height={320} />
    ) : (
      <LoadFailed
        title={t.loadFailed}
        reason={translate(reasonOf(query.failure))}
        onRetry={() => retry({})}
      />
    );
  }
  const possible = {
    keep: true,
    disable: system.outbound && supportsActivation(system),
    remove: system.outbound,
  };
  const { onLeave } = view.values;
  const attribute = view.values.activityAttribute ?? "";
  const known = accountAttributes(classes.value?.objectClasses ?? []);
  const names = attribute === "" || known.includes(attribute) ? known : [attribute, ...known];
  return (
    <FormPanel
      label={t.activation}
      form={form}
      readOnly={!mayUpdate}
      failedTitle={t.activationNotSaved}
      sections={[
        {
          title: t.activation,
          context: t.activationWhat,
          fields: [
            {
              name: "onLeave",
              label: t.onLeave,
              kind: "select",
              description: leavingHint(system, onLeave, t),
              options: LEAVING.map((value) => ({
                value,
                label: t.leaving[value],
                disabled: !possible[value],
              })),
            },
            ...(onLeave === "keep"
              ? []
              : [
                  {
                    name: "afterDays",
                    label: t.afterDays,
                    kind: "number",
                    min: 0,
                    max: 365,
                    unit: t.daysUnit,
                    half: true,
                  } as const,
                ]),
            ...(onLeave === "disable"
              ? [{ name: "enableOnReturn", label: t.enableOnReturn, kind: "checkbox" } as const]
              : []),
          ],
        },
        ...(isProvisionable(system.kind, system.outbound)
          ? [
              {
                title: t.previews,
                context: t.previewsWhat,
                fields: [
                  {
                    name: "automaticPreviews",
                    label: t.automaticPreviews,
                    kind: "checkbox",
                  } as const,
                ],
              },
            ]
          : []),
        {
          title: t.dormancy,
          context: t.dormancyWhat,
          fields: [
            {
              name: "activityAttribute",
              label: t.activityAttribute,
              description: t.activityFormats,
              ...(known.length === 0
                ? { kind: "text" }
                : {
                    kind: "select",
                    options: [
                      { value: "", label: t.noActivityAttribute },
                      ...names.map((value) => ({ value, label: value })),
                    ],
                  }),
            },
            ...(attribute === ""
              ? []
              : [
                  {
                    name: "dormantAfterDays",
                    label: t.dormantAfterDays,
                    kind: "number",
                    min: 1,
                    max: DORMANT_DAYS_MAX,
                    unit: t.daysUnit,
                    half: true,
                  } as const,
                ]),
          ],
        },
      ]}
    />
  );
}

function supportsActivation({ connector }: ConnectedSystem): boolean {
  return connector?.supportsActivation === true;
}

/** What the choice does, or why there is none. */
function leavingHint(
  system: ConnectedSystem,
  onLeave: (typeof LEAVING)[number],
  t: SetupMessages,
): string {
  if (!system.outbound) return system.kind === "manual" ? t.changedByPeople : t.cannotWrite;
  return [
    ...(supportsActivation(system) ? [] : [t.cannotDisable]),
    ...(onLeave === "disable" ? [t.disabledKeep] : []),
    t.othersKeep,
  ].join(" ");
}
