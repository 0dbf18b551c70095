import styles from "./systems.module.css";

/** What a person should check before deciding, and how. */
export function GateList<Gate extends string>({
  gates,
  texts,
  figures,
}: {
  readonly gates: readonly Gate[];
  readonly texts: Readonly<Record<Gate, { readonly what: string; readonly todo: string }>>;
  /** A text with figures that replaces `what`; null if they are not known. */
  readonly figures?: (gate: Gate) => string | null;
}) {
  return (
    <ul className={styles.lost}>
      {gates.map((gate) => (
        <li key={gate}>
          {figures?.(gate) ?? texts[gate].what} {texts[gate].todo}
        </li>
      ))}
    </ul>
  );
}
