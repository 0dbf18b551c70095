import { IconBriefcase } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import type { ActionsWidth } from "../../ui/list-panel/types.ts";
import { caseMessages } from "./messages.ts";
import { openCaseOf, type ChosenFinding } from "./model.ts";
import { toCase } from "./route.ts";

/** The room of a `CaseAction` in a row. */
export const CASE_ACTION_WIDTH: ActionsWidth = { wide: 148, narrow: 56 };

const icon = <IconBriefcase size={16} aria-hidden="true" />;

/**
 * Opens a case about the finding of a row, or leads to its open case. Users who may not manage cases see nothing. The screen
 * shows an `OpenCaseDialog`.
 */
export function CaseAction({
  finding,
  caseId,
}: {
  readonly finding: ChosenFinding;
  /** The case about it that is not settled; null without one. */
  readonly caseId: string | null;
}) {
  const t = useMessages(caseMessages);
  const { mayOpen, open } = useUnit({ mayOpen: $mapsAllRoles, open: openCaseOf });
  if (!mayOpen) return null;
  if (caseId !== null) {
    return (
      <Link
        className={buttonClass("quiet", "small", true)}
        href={toCase(caseId)}
        aria-label={t.showOne(finding.name)}
      >
        {icon}
        <span>{t.show}</span>
      </Link>
    );
  }
  return <OpenButton name={finding.name} onClick={() => open({ finding })} />;
}

/** A disabled `CaseAction` that says in a tooltip of the surrounding `SharedTooltip` why the row cannot become a case. */
export function UnavailableCase({
  name,
  reason,
}: {
  readonly name: string;
  readonly reason: string;
}) {
  const mayOpen = useUnit($mapsAllRoles);
  return mayOpen && <OpenButton name={name} obstacle={reason} />;
}

function OpenButton({
  name,
  obstacle,
  onClick,
}: {
  readonly name: string;
  /** Disables the button. */
  readonly obstacle?: string;
  readonly onClick?: () => void;
}) {
  const t = useMessages(caseMessages);
  return (
    <Button
      size="small"
      variant="quiet"
      icon={icon}
      iconOnPhones
      // An idle button would keep a tap from the tooltip.
      aria-disabled={obstacle !== undefined}
      aria-label={t.openOne(name)}
      aria-description={obstacle}
      data-tooltip={obstacle}
      onClick={onClick}
    >
      {t.open}
    </Button>
  );
}
