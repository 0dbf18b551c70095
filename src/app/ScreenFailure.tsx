import { Button } from "../ui/Button.tsx";
import { useWords } from "../ui/language/LanguageProvider.tsx";
import { appWords } from "./words.ts";
import styles from "./App.module.css";

/** Stands for a screen whose code could not be loaded or that broke. */
export function ScreenFailure({ onRetry }: { readonly onRetry: () => void }) {
  const words = useWords(appWords);
  return (
    <section className={styles.failure} role="alert">
      <h1>{words.screenFailed}</h1>
      <p>{words.screenFailedWhy}</p>
      <Button variant="primary" onClick={onRetry}>
        {words.loadAgain}
      </Button>
    </section>
  );
}
