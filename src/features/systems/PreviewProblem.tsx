import type { ProvisionProblem } from "#events/entities/provisioning.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { previewMessages } from "./previewMessages.ts";
import styles from "./systems.module.css";

/** Why a change cannot be approved, and what to do. */
export function PreviewProblem({
  problem: { code, detail },
}: {
  readonly problem: ProvisionProblem;
}) {
  const t = useMessages(previewMessages);
  return (
    <div className={styles.problemText}>
      <p>{t.problems[code]}</p>
      {detail !== "" && <p className={styles.muted}>{detail}</p>}
    </div>
  );
}
