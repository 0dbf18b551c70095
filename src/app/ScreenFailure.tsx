import { Button } from "../ui/Button.tsx";
import styles from "./App.module.css";

/** Stands for a screen whose code could not be loaded or that broke. */
export function ScreenFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <section className={styles.failure} role="alert">
      <h1>This screen could not be shown</h1>
      <p>
        Your work on the server is safe. The screen could not be loaded, or it met an error while it
        was drawn. Load it again; if it fails again, tell your support what you did.
      </p>
      <Button variant="primary" onClick={onRetry}>
        Load the screen again
      </Button>
    </section>
  );
}
