import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { CorrelationFrame } from "./CorrelationFrame.tsx";
import { correlationMessages } from "./messages.ts";
import { RulesPanel } from "./RulesPanel.tsx";

/** How the owners of a resource's accounts are found. */
export function View() {
  const t = useMessages(correlationMessages);
  return <CorrelationFrame title={t.title}>{() => <RulesPanel />}</CorrelationFrame>;
}
