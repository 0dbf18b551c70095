import { Alert } from "./Alert.tsx";
import { Button } from "./Button.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { sentence } from "./language/sentence.ts";
import { uiMessages } from "./messages.ts";

/** An announced error in place of something that could not be loaded, with a way to try again. */
export function LoadFailed({
  title,
  reason,
  onRetry,
}: {
  readonly title: string;
  readonly reason: string | null;
  readonly onRetry: () => void;
}) {
  const t = useMessages(uiMessages);
  return (
    <Alert
      severity="error"
      title={title}
      live
      actions={
        <Button size="small" onClick={onRetry}>
          {t.tryAgain}
        </Button>
      }
    >
      {reason !== null && sentence(reason)}
    </Alert>
  );
}
