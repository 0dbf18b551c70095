import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { CorrelationFrame } from "./CorrelationFrame.tsx";
import { correlationMessages } from "./messages.ts";
import { DecisionsPanel } from "./DecisionsPanel.tsx";
import { ResultsPanel } from "./ResultsPanel.tsx";
import { RulesPanel } from "./RulesPanel.tsx";
import { SimulationPanel } from "./SimulationPanel.tsx";

/** How the owners of a resource's accounts are found. */
export function View() {
  const t = useMessages(correlationMessages);
  return (
    <CorrelationFrame title={t.title}>
      {(correlation) => (
        <>
          <RulesPanel />
          <SimulationPanel correlation={correlation} />
          {correlation.simulation?.counts && <ResultsPanel simulation={correlation.simulation} />}
          {correlation.decidedCount > 0 && <DecisionsPanel />}
        </>
      )}
    </CorrelationFrame>
  );
}
