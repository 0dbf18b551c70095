import { useUnit } from "effector-react";
import { DESCRIPTION_MAX_LENGTH } from "#events/rules/systems.ts";
import { $openSystem, ownerOptions } from "../../data/systems/index.ts";
import { $user } from "../../data/session/index.ts";
import { useForm } from "../../panels/useUnits.ts";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import type { FormField } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { systemMessages } from "./messages.ts";
import { $mayChangeOwner, $mayUpdate, $owners } from "./place.ts";
import { setupForm } from "./setupModel.ts";
import { SystemFrame } from "./SystemFrame.tsx";

/** Names a system, describes it, and says who answers for it. */
export function View() {
  return <SystemFrame screen="setup">{() => <Setup />}</SystemFrame>;
}

function Setup() {
  const t = useMessages(systemMessages);
  const form = useForm(setupForm);
  const [mayUpdate, mayChangeOwner] = useUnit([$mayUpdate, $mayChangeOwner]);
  const fields = useSetupFields().map((field) =>
    field.name === "ownerId" && mayUpdate && !mayChangeOwner
      ? { ...field, disabled: true, description: t.ownerLocked }
      : field,
  );
  if (form === null) return null;
  return (
    <FormPanel
      label={t.titles.setup}
      form={form}
      readOnly={!mayUpdate}
      failedTitle={t.setupNotSaved}
      sections={[{ title: t.titles.setup, context: t.setupWhat, fields }]}
    />
  );
}

/** The fields that every system has. */
export function useSetupFields(): readonly FormField[] {
  const t = useMessages(systemMessages);
  const { owners, user, system } = useUnit({ owners: $owners, user: $user, system: $openSystem });
  return [
    { name: "name", kind: "text", label: t.fields.name, required: true },
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
      description: t.ownerHint,
      options: [
        { value: "", label: t.nobody },
        ...ownerOptions(owners.value ?? [], user ? [user] : [], system.value),
      ],
    },
  ];
}
