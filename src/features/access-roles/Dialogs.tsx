import { useUnit } from "effector-react";
import { useConfirmation, useForm } from "../../panels/useUnits.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { $effect, copyForm, roleArchiving, roleDeletion } from "./detailModel.ts";
import { accessRoleMessages } from "./messages.ts";
import { $role } from "./place.ts";
import { RoleEffect } from "./RoleEffect.tsx";

/** Confirms the deletion once the user saw what people would lose, and typed the name. */
export function DeletionDialog() {
  const t = useMessages(accessRoleMessages);
  const { effect } = useUnit({ effect: $effect });
  const dialog = useConfirmation(roleDeletion);
  return (
    <ConfirmDialog
      dialog={{ ...dialog, isReady: dialog.isReady && effect.value !== null }}
      title={t.deleteTitle(dialog.subject?.name ?? "")}
      description={t.deleteWhat}
      confirmLabel={t.deleteConfirm}
      typeLabel={t.typeName}
      mismatch={t.nameMismatch}
      failedTitle={t.notDeleted}
    >
      <RoleEffect inDialog />
    </ConfirmDialog>
  );
}

export function ArchivingDialog() {
  const t = useMessages(accessRoleMessages);
  const { effect } = useUnit({ effect: $effect });
  const dialog = useConfirmation(roleArchiving);
  const archives = dialog.subject?.status !== "active";
  const name = dialog.subject?.name ?? "";
  return (
    <ConfirmDialog
      dialog={{ ...dialog, isReady: dialog.isReady && effect.value !== null }}
      title={archives ? t.archiveTitle(name) : t.takeBackTitle(name)}
      description={archives ? t.archiveWhat : t.takeBackWhat}
      confirmLabel={archives ? t.archiveConfirm : t.takeBackConfirm}
      failedTitle={t.statusNotChanged}
      variant={archives ? "danger" : "primary"}
    >
      <RoleEffect inDialog />
    </ConfirmDialog>
  );
}

export function CopyDialog() {
  const t = useMessages(accessRoleMessages);
  const form = useForm(copyForm);
  const role = useUnit($role);
  if (form === null) return null;
  return (
    <FormDialog
      label={t.copyTitle(role.value?.name ?? "")}
      description={t.copyWhat}
      form={form}
      failedTitle={t.notCreated}
      submitLabel={t.copyConfirm}
      sections={[
        { fields: [{ name: "name", kind: "text", label: t.fields.name, required: true }] },
      ]}
    />
  );
}
