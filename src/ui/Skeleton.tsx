import { cx } from "./cx.ts";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./Skeleton.module.css";

/** From this height on, the placeholder shows several lines in a frame. */
const FRAME_HEIGHT = 90;

/** A grey bar in place of a line of text that is loading; a page without one (`data-loading`) shows all it has. */
export function Skeleton({
  width = "100%",
  height = 10,
  end = false,
}: {
  width?: string | number;
  height?: number;
  end?: boolean;
}) {
  return (
    <span
      className={cx(height < FRAME_HEIGHT ? styles.bone : styles.frame, end && styles.end)}
      style={{ width, height }}
      data-loading
      aria-hidden
    />
  );
}

/** The placeholder of a screen while its code loads, for cards and tables alike: title row and lines. */
export function GenericPlaceholder() {
  const t = useMessages(uiMessages);
  return (
    <div className={styles.screen} role="status" aria-busy="true">
      <h1 className="visually-hidden">{t.loading}</h1>
      <div className={styles.crumbs}>
        <Skeleton width={180} height={8} />
      </div>
      <div className={styles.title}>
        <Skeleton width={220} height={18} />
      </div>
      <div className={styles.lines}>
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} width={`${48 + ((at * 13) % 32)}%`} />
        ))}
      </div>
    </div>
  );
}

/** The placeholder of a sign-in style screen while its code loads: the card, its fields and its button. */
export function LoginPlaceholder() {
  const t = useMessages(uiMessages);
  return (
    <main className={styles.login} aria-busy="true">
      <h1 className="visually-hidden">{t.loading}</h1>
      <div className={styles.card}>
        <Skeleton width={32} height={32} />
        <Skeleton width="55%" height={18} />
        <Skeleton height={32} />
        <Skeleton height={32} />
        <Skeleton height={32} />
      </div>
    </main>
  );
}
