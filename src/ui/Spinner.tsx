import styles from "./Spinner.module.css";

/** A spinner. With a label it is a status; without one it is decorative. */
export function Spinner({ label, size = 16 }: { label?: string; size?: number }) {
  const ring = <span className={styles.ring} style={{ width: size, height: size }} aria-hidden />;
  if (label === undefined) return ring;
  return (
    <span role="status" className={styles.status}>
      {ring}
      <span>{label}</span>
    </span>
  );
}
