import type { MouseEvent } from "react";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";

/** The first tab stop of a page: moves focus to its main part without changing the address. */
export function SkipLink({ targetId = "main" }: { targetId?: string }) {
  const t = useMessages(uiMessages);
  const skip = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const target = event.currentTarget.ownerDocument.getElementById(targetId);
    target?.focus();
    target?.scrollIntoView();
  };
  return (
    <a href={`#${targetId}`} className="skip-link" onClick={skip}>
      {t.skip}
    </a>
  );
}
