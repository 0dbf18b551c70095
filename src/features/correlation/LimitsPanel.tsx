import { useUnit } from "effector-react";
import { useForm } from "../../panels/useUnits.ts";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { limitsForm } from "./limitsModel.ts";
import { $correlation, $mayUpdate } from "./place.ts";
import { simulationMessages } from "./simulationMessages.ts";

/** How sure the rules have to be. */
export function LimitsPanel() {
  const t = useMessages(simulationMessages);
  const mayUpdate = useUnit($mayUpdate);
  return (
    <Panel title={t.limits} context={t.limitsWhat}>
      {mayUpdate ? <LimitsForm /> : <Limits />}
    </Panel>
  );
}

function Limits() {
  const t = useMessages(simulationMessages);
  const { percent } = useFormats();
  const { value } = useUnit($correlation);
  if (value === null) return null;
  const { linkFrom, reviewFrom } = value.settings;
  return (
    <p>
      {t.linkFrom} {percent(100 * linkFrom)} · {t.reviewFrom} {percent(100 * reviewFrom)}
    </p>
  );
}

function LimitsForm() {
  const t = useMessages(simulationMessages);
  const form = useForm(limitsForm);
  if (form === null) return null;
  const percentage = { kind: "number", max: 100, unit: "%", half: true } as const;
  return (
    <FormPanel
      label={t.limits}
      form={form}
      failedTitle={t.limitsNotSaved}
      submitLabel={t.saveLimits}
      sections={[
        {
          fields: [
            {
              name: "linkFrom",
              label: t.linkFrom,
              description: t.linkFromWhat,
              min: 50,
              ...percentage,
            },
            {
              name: "reviewFrom",
              label: t.reviewFrom,
              description: t.reviewFromWhat,
              min: 1,
              ...percentage,
            },
          ],
        },
      ]}
    />
  );
}
