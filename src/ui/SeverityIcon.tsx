import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
  IconNote,
} from "@tabler/icons-react";
import type { Severity } from "./severity.ts";

const ICONS = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconCircleX,
  secondary: IconNote,
};

/** The icon of a severity; decorative, because the text beside it names the severity. */
export function SeverityIcon({ severity, size = 18 }: { severity: Severity; size?: number }) {
  const Icon = ICONS[severity];
  return <Icon size={size} stroke={1.75} aria-hidden="true" />;
}
