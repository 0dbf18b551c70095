import type { BulkLine } from "#events/entities/bulkChange.ts";
import type { FieldChange, UserField } from "#events/entities/managedUser.ts";
import { USER_LABELS } from "#events/policy/users.ts";
import { useSay, useWords } from "../../../ui/language/LanguageProvider.tsx";
import { describeField, tell } from "../editRules.ts";
import { userWords } from "../words.ts";

/** How fields, values, changes and problems of a line read in the language of the page. */
export function useTold() {
  const words = useWords(userWords);
  const say = useSay();
  const label = (field: string) => say(USER_LABELS[field as UserField] ?? field);
  const value = (told: FieldChange["before"]) => tell(told, words);
  return {
    label,
    value,
    change: (change: FieldChange) => describeField(change, words, say),
    /** Of a user who has nothing yet. */
    given: ({ field, after }: FieldChange) => `${label(field)}: ${value(after)}`,
    problem: ({ field, message }: BulkLine["problems"][number]) => {
      const said = say(message);
      const names = field === null || said.startsWith(label(field));
      return names ? said : `${label(field)}: ${said}`;
    },
  };
}
