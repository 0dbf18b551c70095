import { useUnit } from "effector-react";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { StatCard } from "../../ui/StatCard.tsx";
import { OpenCaseDialog, ReportCases } from "../cases/index.ts";
import { $showsHolders, HoldersDialog } from "../holders/index.ts";
import { AccessPanel } from "./AccessPanel.tsx";
import { HandActions, HandDialogs } from "./HandDialogs.tsx";
import { identityMessages } from "./messages.ts";
import { AccountsPanel, PersonPanel } from "./PersonPanels.tsx";
import { ReportFrame } from "./ReportFrame.tsx";
import { $identity } from "./reportModel.ts";
import styles from "./identities.module.css";

/** A person's report: accounts, and entitlements with their reasons. */
export function View() {
  const { mapsAllRoles, showsHolders } = useUnit({
    mapsAllRoles: $mapsAllRoles,
    showsHolders: $showsHolders,
  });
  return (
    <ReportFrame tab="report" actions={<HandActions />}>
      <Figures />
      <AccessPanel />
      {mapsAllRoles && <ReportCases />}
      <AccountsPanel />
      <PersonPanel />
      <OpenCaseDialog isCovered={showsHolders} />
      <HoldersDialog />
      <HandDialogs />
    </ReportFrame>
  );
}

const FIGURES = ["byPolicy", "outsidePolicy", "missing"] as const;

function Figures() {
  const t = useMessages(identityMessages);
  const { value } = useUnit($identity);
  return (
    <div className={styles.figures}>
      {FIGURES.map((figure) => (
        <StatCard
          key={figure}
          label={t.figures[figure]}
          value={value && value.counts[figure]}
          hint={t.figureHints[figure]}
        />
      ))}
    </div>
  );
}
