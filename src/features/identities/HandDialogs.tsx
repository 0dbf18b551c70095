import { useUnit } from "effector-react";
import { personName } from "#events/rules/personName.ts";
import { useConfirmation, useForm } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import type { FormField } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { $editable, identityEnding, identityForm, newIdentityForm } from "./handModel.ts";
import { identityMessages, type IdentityMessages } from "./messages.ts";

/** Creates a person. */
export function NewIdentityDialog() {
  const t = useMessages(identityMessages);
  const form = useForm(newIdentityForm);
  if (form === null) return null;
  return (
    <FormDialog
      label={t.newPerson}
      description={t.newPersonWhat}
      form={form}
      sections={[
        {
          fields: [
            { name: "externalId", kind: "text", label: t.fields.externalId, required: true },
            ...fieldsOf(t),
          ],
        },
      ]}
      submitLabel={t.create}
      failedTitle={t.notCreated}
    />
  );
}

/** What can be done with a person who was created by hand. */
export function HandActions() {
  const t = useMessages(identityMessages);
  const { identity, toggle, ask } = useUnit({
    identity: $editable,
    toggle: identityForm.toggle,
    ask: identityEnding.open,
  });
  if (identity === null) return null;
  const subject = {
    identityOid: identity.oid,
    name: personName(identity),
    version: identity.version ?? 0,
  };
  return (
    <>
      <Button onClick={() => toggle({ open: true })}>{t.edit}</Button>
      <Button variant="dangerOutline" onClick={() => ask({ subject })}>
        {t.end}
      </Button>
    </>
  );
}

export function HandDialogs() {
  const t = useMessages(identityMessages);
  const form = useForm(identityForm);
  const dialog = useConfirmation(identityEnding);
  return (
    <>
      {form !== null && (
        <FormDialog
          label={t.editPerson}
          form={form}
          sections={[{ fields: fieldsOf(t) }]}
          submitLabel={t.save}
          failedTitle={t.notSaved}
        />
      )}
      <ConfirmDialog
        dialog={dialog}
        title={t.endTitle(dialog.subject?.name ?? "")}
        description={t.endWhat}
        confirmLabel={t.end}
        failedTitle={t.notEnded}
      />
    </>
  );
}

function fieldsOf({ fields, orgName, managerId }: IdentityMessages): readonly FormField[] {
  return [
    { name: "givenName", kind: "text", label: fields.givenName, half: true },
    { name: "familyName", kind: "text", label: fields.familyName, required: true, half: true },
    { name: "username", kind: "text", label: fields.username, half: true },
    { name: "email", kind: "email", label: fields.email, half: true },
    { name: "jobTitle", kind: "text", label: fields.jobTitle, description: orgName },
    { name: "department", kind: "text", label: fields.department, description: orgName },
    { name: "location", kind: "text", label: fields.location, description: orgName },
    { name: "manager", kind: "text", label: fields.manager, description: managerId },
  ];
}
