import { Button, buttonClass } from "../ui/Button.tsx";
import { useMessages } from "../ui/language/LanguageProvider.tsx";
import { Link } from "../ui/Link.tsx";
import { appMessages } from "./messages.ts";
import styles from "./App.module.css";

/**
 * Replaces a screen whose code could not be loaded or that crashed.
 *
 * @param support address of the event log export; null for users without access to it.
 */
export function ScreenFailure({
  onRetry,
  support,
}: {
  readonly onRetry: () => void;
  readonly support: string | null;
}) {
  const t = useMessages(appMessages);
  return (
    <section className={styles.failure} role="alert">
      <h1>{t.screenFailed}</h1>
      <p>{t.screenFailedWhy}</p>
      <p className={styles.failureActions}>
        <Button variant="primary" onClick={onRetry}>
          {t.loadAgain}
        </Button>
        {support !== null && (
          <Link className={buttonClass("secondary")} href={support}>
            {t.exportLog}
          </Link>
        )}
      </p>
    </section>
  );
}
