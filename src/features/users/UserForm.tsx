import { useUnit } from "effector-react";
import type { ManagedUser } from "#events/entities/managedUser.ts";
import { $resources } from "../../data/directory/index.ts";
import { $user } from "../../data/session/index.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useSearchedPart } from "../../kernel/useDisclosure.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useForm } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import type { FormField } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { $roles, retryUser, userForm } from "./editModel.ts";
import { userMessages } from "./messages.ts";
import { nameFields } from "./nameFields.ts";
import { describePermissions } from "./permissionTexts.ts";
import { toUserRoles } from "./route.ts";
import styles from "./EditView.module.css";

/** All editable fields of a user, saved together. */
export function UserForm({ user }: { readonly user: ManagedUser }) {
  const t = useMessages(userMessages);
  const form = useForm(userForm);
  const me = useUnit($user);
  const roles = useRolesField(user);
  const resources = useResourcesField(form?.values.resourceIds);
  if (form === null) return null;
  const isSelf = user.id === me?.id;
  const isBilling = form.values.isHr !== true && form.values.isAd !== true;
  return (
    <FormPanel
      label={t.user}
      form={form}
      readOnly={user.refusal !== null}
      failedTitle={t.notSaved}
      sections={[
        {
          title: t.person,
          fields: [
            ...nameFields(t),
            {
              name: "email",
              kind: "email",
              label: t.fields.email,
              required: true,
              disabled: isSelf,
              description: isSelf ? t.ownEmail : undefined,
            },
            { name: "phoneNumber", kind: "tel", label: t.fields.phoneNumber, half: true },
            { name: "phoneExtension", kind: "text", label: t.fields.phoneExtension, half: true },
            { name: "jobTitle", kind: "text", label: t.fields.jobTitle },
          ],
        },
        {
          title: t.roles,
          context: t.rolesWhat,
          actions: <Link href={toUserRoles()}>{t.aboutRoles}</Link>,
          fields: [roles],
        },
        {
          title: t.responsibilities,
          context: isSelf ? t.ownResponsibilities : t.responsibilitiesWhat,
          fields: [
            { name: "isHr", kind: "checkbox", label: t.fields.isHr, disabled: isSelf },
            { name: "isAd", kind: "checkbox", label: t.fields.isAd, disabled: isSelf },
            { name: "billing", kind: "custom", label: "", render: () => isBilling && t.neither },
            isSelf ? { ...resources, disabled: true } : resources,
          ],
        },
      ]}
    />
  );
}

function useRolesField(user: ManagedUser): FormField {
  const t = useMessages(userMessages);
  const translate = useTranslate();
  const { roles, me } = useUnit({ roles: $roles, me: $user });
  const isSelf = user.id === me?.id;
  const field = { name: "roleIds", label: t.roles };
  if (roles.value === null) {
    const { failure } = roles;
    return {
      ...field,
      kind: "custom",
      render: () =>
        failure === null ? (
          <Skeleton height={72} />
        ) : (
          <NotLoaded text={t.rolesFailed(translate(reasonOf(failure)))} />
        ),
    };
  }
  return {
    ...field,
    kind: "checkboxes",
    description: isSelf ? t.ownRoles : undefined,
    disabled: isSelf,
    options: roles.value.map(({ id, name, grantable, permissions }) => ({
      value: id,
      label: name,
      description: [
        ...(grantable ? [] : [t.lacking]),
        describePermissions(
          permissions.map((permission) => permission.name),
          t,
        ),
      ].join(". "),
      disabled: !grantable,
    })),
  };
}

function useResourcesField(chosen: unknown): FormField {
  const t = useMessages(userMessages);
  const translate = useTranslate();
  const resources = useUnit($resources);
  const disclosure = useSearchedPart("users/resources");
  const { failure } = resources;
  if (failure !== null) {
    return {
      name: "resourceIds",
      label: t.fields.resourceIds,
      kind: "custom",
      render: () => <NotLoaded text={t.resourcesFailed(translate(reasonOf(failure)))} />,
    };
  }
  return {
    name: "resourceIds",
    kind: "multi",
    label: t.assignedResources(Array.isArray(chosen) ? chosen.length : 0),
    searchLabel: t.searchResources,
    disclosure,
    disabled: resources.status !== "ready",
    options: resources.value.map(({ id, name }) => ({ id, label: name })),
  };
}

/** Replaces options that could not be loaded; the current selection is kept. */
function NotLoaded({ text }: { readonly text: string }) {
  const t = useMessages(userMessages);
  const retry = useUnit(retryUser);
  return (
    <div className={styles.notLoaded}>
      <p role="alert">{text}</p>
      <Button size="small" onClick={() => retry({})}>
        {t.retry}
      </Button>
    </div>
  );
}
