import type { AuditEntry } from "#events/entities/auditEntry.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { fieldMessages } from "./fieldMessages.ts";
import { changesInWords, type SettingTexts } from "./fieldTexts.ts";

interface Change extends Pick<AuditEntry, "fields" | "names"> {
  /** The kind of the change, if it is an entry of the audit trail. */
  readonly kind?: string | undefined;
  /** Names of the settings of a connector. */
  readonly settings?: SettingTexts | undefined;
}

/** The changed fields of the open change, as `ValueChanges` shows them; none while nothing is open. */
export function useChangesInWords(change: Change | null) {
  const t = useMessages(fieldMessages);
  const formats = useFormats();
  if (change === null) return [];
  const { fields, names, kind, settings } = change;
  return changesInWords(fields, { t, formats, names, kind, settings });
}
