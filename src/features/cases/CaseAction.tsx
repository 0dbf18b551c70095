import { IconBriefcase } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { useMinWidth } from "../../ui/useMedia.ts";
import { caseMessages } from "./messages.ts";
import { openCaseOf, type ChosenFinding } from "./model.ts";
import { toCase } from "./route.ts";
import styles from "./cases.module.css";

/** The room of a `CaseAction` in a row, in pixels: on phones it is an icon. */
export function useCaseActionWidth(): number {
  return useMinWidth(768) ? 148 : 56;
}

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
  const icon = <IconBriefcase size={14} aria-hidden="true" />;
  if (caseId !== null) {
    return (
      <Link
        className={buttonClass("quiet", "small")}
        href={toCase(caseId)}
        aria-label={t.showOne(finding.name)}
      >
        {icon}
        <span className={styles.wideOnly}>{t.show}</span>
      </Link>
    );
  }
  return (
    <Button
      size="small"
      variant="quiet"
      icon={icon}
      aria-label={t.openOne(finding.name)}
      onClick={() => open({ finding })}
    >
      <span className={styles.wideOnly}>{t.open}</span>
    </Button>
  );
}
