import type { ReactNode } from "react";
import { Alert } from "./Alert.tsx";
import { Button } from "./Button.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";

/** Said where nobody knows yet whether a mailed link is good. */
export function LinkCheckFailed({
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
  const t = useMessages(uiMessages);
  return (
    <>
      <Alert severity="error" title={t.linkUnchecked} live>
        {message}
      </Alert>
      <Button variant="primary" onClick={onRetry}>
        {t.tryAgain}
      </Button>
      {children}
    </>
  );
}
