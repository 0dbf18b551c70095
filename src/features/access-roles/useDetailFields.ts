import { useUnit } from "effector-react";
import { ROLE_DESCRIPTION_MAX } from "#events/entities/accessRole.ts";
import { $resources } from "../../data/directory/index.ts";
import type { FormField } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { accessRoleMessages } from "./messages.ts";

/** Name, description and resource of a role. */
export function useDetailFields(): readonly FormField[] {
  const t = useMessages(accessRoleMessages);
  const resources = useUnit($resources);
  return [
    { name: "name", kind: "text", label: t.fields.name, required: true },
    {
      name: "description",
      kind: "textarea",
      label: t.fields.description,
      maxLength: ROLE_DESCRIPTION_MAX,
    },
    {
      name: "resourceOid",
      kind: "select",
      label: t.fields.resource,
      options: [
        { value: "", label: t.noResource },
        ...resources.value.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
  ];
}
