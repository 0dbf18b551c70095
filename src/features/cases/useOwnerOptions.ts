import { useUnit } from "effector-react";
import type { Choice } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { caseMessages } from "./messages.ts";
import { $case, $owners } from "./model.ts";

/** The choices of an owner. The current one stays a choice, even if the user was archived since. */
export function useOwnerOptions(): readonly Choice[] {
  const t = useMessages(caseMessages);
  const { owners, current } = useUnit({ owners: $owners, current: $case });
  const { ownerId = null, owner = null } = current.value ?? {};
  const users = owners.value ?? [];
  const isListed = ownerId === null || users.some(({ id }) => id === ownerId);
  return [
    { value: "", label: t.nobody },
    ...(isListed ? [] : [{ value: ownerId, label: owner ?? "–" }]),
    ...users.map(({ id, username }) => ({ value: id, label: username })),
  ];
}
