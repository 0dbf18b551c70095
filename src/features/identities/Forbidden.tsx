import { EmptyState } from "../../ui/EmptyState.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { identityMessages } from "./messages.ts";

/** Shown to users who may open the screen but not see people. */
export function Forbidden() {
  const t = useMessages(identityMessages);
  return <EmptyState title={t.forbidden}>{t.forbiddenWhy}</EmptyState>;
}
