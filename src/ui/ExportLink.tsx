import { buttonClass } from "./Button.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";

/** Downloads all rows of a list as a file, by default as CSV. */
export function ExportLink({
  href,
  label,
  onExport,
}: {
  readonly href: string;
  readonly label?: string | undefined;
  readonly onExport: () => void;
}) {
  const t = useMessages(uiMessages);
  return (
    <a className={buttonClass("secondary", "small")} href={href} download onClick={onExport}>
      {label ?? t.exportCsv}
    </a>
  );
}
