import { EmptyState } from "../../ui/EmptyState.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { reportMessages } from "./messages.ts";

/** Shown to users who may open the screen but not see reports. */
export function Forbidden() {
  const t = useMessages(reportMessages);
  return <EmptyState title={t.forbidden}>{t.forbiddenWhy}</EmptyState>;
}
