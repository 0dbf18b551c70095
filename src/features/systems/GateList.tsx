import styles from "./systems.module.css";

/** What a person should check before deciding, and how. */
export function GateList<Gate extends string>({
  gates,
  texts,
}: {
  readonly gates: readonly Gate[];
  readonly texts: Readonly<Record<Gate, { readonly what: string; readonly todo: string }>>;
}) {
  return (
    <ul className={styles.lost}>
      {gates.map((gate) => (
        <li key={gate}>
          {texts[gate].what} {texts[gate].todo}
        </li>
      ))}
    </ul>
  );
}
