import { useUnit } from "effector-react";
import type { Correlation } from "#events/entities/correlation.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LinkTabs } from "../../ui/LinkTabs.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { CorrelationFrame } from "./CorrelationFrame.tsx";
import { LimitsPanel } from "./LimitsPanel.tsx";
import { LearnedPanel } from "./LearnedPanel.tsx";
import { correlationMessages } from "./messages.ts";
import { DecisionsPanel } from "./DecisionsPanel.tsx";
import { $section } from "./place.ts";
import { ResultsPanel } from "./ResultsPanel.tsx";
import { SECTIONS, toSection, type Section } from "./route.ts";
import { RulesPanel } from "./RulesPanel.tsx";
import { simulationMessages } from "./simulationMessages.ts";
import { SimulationPanel } from "./SimulationPanel.tsx";

/** How the owners of a resource's accounts are found: all of it, or the part that the address names. */
export function View() {
  const t = useMessages(correlationMessages);
  const section = useUnit($section);
  return (
    <CorrelationFrame title={t.title}>
      {(correlation) => (
        <>
          <LinkTabs
            label={t.parts}
            links={SECTIONS.map((id) => ({
              id,
              href: toSection(correlation.resourceId, id),
              label: t.partNames[id],
            }))}
            current={section}
          />
          <Content correlation={correlation} section={section} />
        </>
      )}
    </CorrelationFrame>
  );
}

function Content({
  correlation,
  section,
}: {
  readonly correlation: Correlation;
  readonly section: Section;
}) {
  const { simulation } = correlation;
  const shows = (one: Section) => section === "all" || section === one;
  return (
    <>
      {shows("rules") && <RulesPanel />}
      {shows("rules") && <LimitsPanel />}
      {shows("simulation") && <SimulationPanel correlation={correlation} />}
      {shows("simulation") && simulation?.counts && <ResultsPanel simulation={simulation} />}
      {shows("simulation") && simulation !== null && simulation.weights.length > 0 && (
        <LearnedPanel simulation={simulation} />
      )}
      {shows("decisions") && correlation.decidedCount > 0 && <DecisionsPanel />}
      {section === "decisions" && correlation.decidedCount === 0 && <NoDecisions />}
    </>
  );
}

function NoDecisions() {
  const t = useMessages(simulationMessages);
  return (
    <Panel title={t.decisions} context={t.decisionsWhat}>
      <p>{t.noDecisions}</p>
    </Panel>
  );
}
