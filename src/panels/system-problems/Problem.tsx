import type { RunProblem } from "#events/entities/systemRun.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { problemMessages } from "./problemMessages.ts";
import styles from "./problems.module.css";

/** What went wrong, what to do, and what the system said. */
export function Problem({ code, detail }: Pick<RunProblem, "code" | "detail">) {
  const t = useMessages(problemMessages);
  const { what, todo } = t.problems[code];
  return (
    <div className={styles.problemText}>
      <p>
        {what} {todo}
      </p>
      {detail !== "" && (
        <>
          <p className={styles.muted}>{t.systemSaid}</p>
          <pre className={styles.detail} tabIndex={0} aria-label={t.systemSaid} role="region">
            {detail}
          </pre>
        </>
      )}
    </div>
  );
}
