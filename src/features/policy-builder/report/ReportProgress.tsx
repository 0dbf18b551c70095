import { useUnit } from "effector-react";
import { useLayoutEffect, useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { CohesionBones } from "./Banners.tsx";
import { $progress } from "./download.ts";
import type { Progress } from "./progress.ts";
import { cancelLoading, retryReport } from "./report.ts";
import { builderMessages } from "../messages.ts";
import styles from "./ReportProgress.module.css";

/** The placeholder of threshold and table while the report is mined and loaded, and after cancelling. */
export function ReportProgress() {
  const t = useMessages(builderMessages);
  const { progress, cancel, again } = useUnit({
    progress: $progress,
    cancel: cancelLoading,
    again: retryReport,
  });
  const panel = useRef<HTMLElement>(null);
  const pressed = useRef(false);
  // The pressed button is replaced by another, which gets the focus.
  useLayoutEffect(() => {
    if (pressed.current) panel.current?.querySelector("button")?.focus();
    pressed.current = false;
  }, [progress.cancelled]);
  const press = (act: (payload: Record<string, never>) => void) => {
    pressed.current = true;
    act({});
  };
  return (
    <div className={styles.all}>
      <section
        ref={panel}
        className={styles.panel}
        aria-busy={!progress.cancelled}
        aria-label={t.report}
      >
        <p role="status" className="visually-hidden">
          {progress.announcement}
        </p>
        {progress.cancelled ? (
          <EmptyState
            title={progress.text}
            action={<Button onClick={() => press(again)}>{t.loadAgain}</Button>}
          >
            {t.cancelledWhat}
          </EmptyState>
        ) : (
          <Running progress={progress} onCancel={() => press(cancel)} />
        )}
      </section>
      {!progress.cancelled && <Bones />}
    </div>
  );
}

function Running({
  progress: { text, percent },
  onCancel,
}: {
  readonly progress: Progress;
  readonly onCancel: () => void;
}) {
  const t = useMessages(builderMessages);
  return (
    <div className={styles.running}>
      {/* The bar and the announcements have the same information. */}
      <p className={styles.text} aria-hidden="true">
        {text}
      </p>
      <ProgressBar className={styles.bar} label={t.report} percent={percent} text={text} />
      <Button onClick={onCancel}>{t.cancelLoading}</Button>
    </div>
  );
}

/** Replaces the filters and the table. */
function Bones() {
  return (
    <>
      <CohesionBones />
      <FilterBones />
      <div className={styles.rows} aria-hidden="true">
        {Array.from({ length: 10 }, (_, at) => (
          <div key={at} className={styles.bone}>
            <Skeleton width={`${28 + ((at * 17) % 30)}%`} />
            <Skeleton width="20%" />
          </div>
        ))}
      </div>
    </>
  );
}

/** Replaces the threshold, between the progress and the table. */
export function ThresholdBones() {
  return <div className={styles.panel} aria-hidden="true" />;
}

export function FilterBones() {
  return (
    <div className={styles.filters} aria-hidden="true">
      <div className={styles.field}>
        <Skeleton height={32} />
      </div>
      <Skeleton width={190} height={32} />
      <Skeleton width={152} height={32} />
      <Skeleton width={112} height={32} end />
    </div>
  );
}
