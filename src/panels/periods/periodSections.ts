import type { FormSection } from "../../ui/form-panel/types.ts";
import type { PeriodMessages } from "./messages.ts";

/** The fields `from` and `until` of a form. */
export function periodSections(t: PeriodMessages): readonly FormSection[] {
  return [
    {
      fields: [
        { name: "from", kind: "date", label: t.from, description: t.hint, half: true },
        { name: "until", kind: "date", label: t.until, description: t.hint, half: true },
      ],
    },
  ];
}
