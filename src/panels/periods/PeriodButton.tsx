import { IconCalendar } from "@tabler/icons-react";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { periodMessages } from "./messages.ts";

/** The control of a row that opens the period of its grant. */
export function PeriodButton({
  name,
  onClick,
}: {
  readonly name: string;
  readonly onClick: () => void;
}) {
  const t = useMessages(periodMessages);
  return (
    <Button
      size="small"
      variant="quiet"
      icon={<IconCalendar size={14} />}
      iconOnPhones
      aria-label={t.changePeriodOf(name)}
      onClick={onClick}
    >
      {t.changePeriod}
    </Button>
  );
}
