import { Button, buttonClass } from "../ui/Button.tsx";
import { useWords } from "../ui/language/LanguageProvider.tsx";
import { Link } from "../ui/Link.tsx";
import { appWords } from "./words.ts";
import styles from "./App.module.css";

/**
 * Stands for a screen whose code could not be loaded or that broke.
 *
 * @param support where the event log is exported; null for those who cannot go there.
 */
export function ScreenFailure({
  onRetry,
  support,
}: {
  readonly onRetry: () => void;
  readonly support: string | null;
}) {
  const words = useWords(appWords);
  return (
    <section className={styles.failure} role="alert">
      <h1>{words.screenFailed}</h1>
      <p>{words.screenFailedWhy}</p>
      <p className={styles.failureActions}>
        <Button variant="primary" onClick={onRetry}>
          {words.loadAgain}
        </Button>
        {support !== null && (
          <Link className={buttonClass("secondary")} href={support}>
            {words.exportLog}
          </Link>
        )}
      </p>
    </section>
  );
}
