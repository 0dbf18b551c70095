import { useUnit } from "effector-react";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useForm } from "../../panels/useUnits.ts";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { $activation, activationForm } from "./activationModel.ts";
import { $mayUpdate, retrySystem } from "./place.ts";
import { setupMessages } from "./setupMessages.ts";
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
  const { query, view, mayUpdate, retry } = useUnit({
    query: $activation,
    view: activationForm.$view,
    mayUpdate: $mayUpdate,
    retry: retrySystem,
  });
  if (form === null || view === null) {
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
  const supportsActivation = system.connector?.supportsActivation === true;
  const possible = {
    keep: true,
    disable: system.outbound && supportsActivation,
    remove: system.outbound,
  };
  const { onLeave } = view.values;
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
              description: system.outbound
                ? [
                    ...(supportsActivation ? [] : [t.cannotDisable]),
                    ...(onLeave === "disable" ? [t.disabledKeep] : []),
                    t.othersKeep,
                  ].join(" ")
                : t.cannotWrite,
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
      ]}
    />
  );
}
