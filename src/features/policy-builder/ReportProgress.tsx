import { useUnit } from "effector-react";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { $polling } from "./report.ts";
import { describeWaiting } from "./rules.ts";
import styles from "./View.module.css";

/** Stands where the table will be while the report is being mined. */
export function ReportProgress() {
  const { polling } = useUnit({ polling: $polling });
  return (
    <section className={styles.progress} aria-busy="true" aria-label="Report">
      <p role="status" className={styles.progressText}>
        {describeWaiting(polling.attempts)}
      </p>
      <div className={styles.progressBar} aria-hidden="true" />
      <div className={styles.bones} aria-hidden="true">
        {Array.from({ length: 10 }, (_, at) => (
          <div key={at} className={styles.bone}>
            <Skeleton width={`${28 + ((at * 17) % 30)}%`} />
            <Skeleton width="20%" />
          </div>
        ))}
      </div>
    </section>
  );
}
