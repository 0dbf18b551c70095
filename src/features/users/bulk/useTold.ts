import type { BulkLine } from "#events/entities/bulkChange.ts";
import type { FieldChange, UserField } from "#events/entities/managedUser.ts";
import { USER_LABELS } from "#events/rules/users.ts";
import { useSay, useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { describeField, tell } from "../editRules.ts";
import { userMessages } from "../messages.ts";

/** How fields, values, changes and problems of a line read in the language of the page. */
export function useTold() {
  const t = useMessages(userMessages);
  const say = useSay();
  const label = (field: string) => say(USER_LABELS[field as UserField] ?? field);
  const value = (told: FieldChange["before"]) => tell(told, t);
  return {
    label,
    value,
    change: (change: FieldChange) => describeField(change, t, say),
    /** Of a user who has nothing yet. */
    given: ({ field, after }: FieldChange) => `${label(field)}: ${value(after)}`,
    problem: ({ field, message }: BulkLine["problems"][number]) => {
      const said = say(message);
      const names = field === null || said.startsWith(label(field));
      return names ? said : `${label(field)}: ${said}`;
    },
  };
}
