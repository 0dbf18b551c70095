import type { ReactNode } from "react";
import { Alert } from "./Alert.tsx";
import { Button } from "./Button.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";

/** Shown while it is unknown whether a mailed link is valid. */
export function LinkCheckFailed({
  message,
  onRetry,
  children,
}: {
  /** Why it could not be checked. */
  readonly message: string | undefined;
  readonly onRetry: () => void;
  /** The link to another screen. */
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
