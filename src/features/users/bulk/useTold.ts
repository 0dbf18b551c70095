import type { BulkLine } from "#events/entities/bulkChange.ts";
import type { FieldChange } from "#events/entities/managedUser.ts";
import { useTranslate } from "../../../panels/useTranslate.ts";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { describeField, describeValue } from "../editRules.ts";
import { userMessages } from "../messages.ts";

/** The texts of fields, values, changes and problems of a line in the page's language. */
export function useTold() {
  const t = useMessages(userMessages);
  const translate = useTranslate();
  const labels: Readonly<Record<string, string>> = t.fields;
  const label = (field: string) => labels[field] ?? field;
  const value = (told: FieldChange["before"]) => describeValue(told, t);
  return {
    label,
    value,
    change: (change: FieldChange) => describeField(change, t),
    /** A value of a new user, without a previous one. */
    given: ({ field, after }: FieldChange) => `${label(field)}: ${value(after)}`,
    problem: ({ field, reason }: BulkLine["problems"][number]) => {
      const said = translate(reason);
      const names = field === null || said.startsWith(label(field));
      return names ? said : `${label(field)}: ${said}`;
    },
  };
}
