import type { ReactNode } from "react";
import { Alert } from "./Alert.tsx";
import { Button } from "./Button.tsx";
import { useSay, useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";

/** Said where nobody knows yet whether a mailed link is good. */
export function UncheckedLink({
  message,
  onRetry,
  children,
}: {
  /** Why it could not be checked. */
  readonly message: string | undefined;
  readonly onRetry: () => void;
  /** The way elsewhere. */
  readonly children: ReactNode;
}) {
  const words = useWords(uiWords);
  const say = useSay();
  return (
    <>
      <Alert severity="error" title={words.linkUnchecked} live>
        {message !== undefined && say(message)}
      </Alert>
      <Button variant="primary" onClick={onRetry}>
        {words.tryAgain}
      </Button>
      {children}
    </>
  );
}
