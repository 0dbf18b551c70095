import type { MouseEvent } from "react";
import { useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";

/** First tab stop of a page: moves focus to its main part without touching the address. */
export function SkipLink({ targetId = "main" }: { targetId?: string }) {
  const words = useWords(uiWords);
  const skip = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const target = event.currentTarget.ownerDocument.getElementById(targetId);
    target?.focus();
    target?.scrollIntoView();
  };
  return (
    <a href={`#${targetId}`} className="skip-link" onClick={skip}>
      {words.skip}
    </a>
  );
}
