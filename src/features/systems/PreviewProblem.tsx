import type { ProvisionProblem } from "#events/entities/provisioning.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { previewMessages } from "./previewMessages.ts";
import { Problem } from "./Problem.tsx";
import styles from "./systems.module.css";

/** Why a change cannot be planned or applied, and what to do. */
export function PreviewProblem({
  problem: { code, detail },
}: {
  readonly problem: ProvisionProblem;
}) {
  const t = useMessages(previewMessages);
  if (t.isRemedy(code)) return <Problem code={code} detail={detail} />;
  return (
    <div className={styles.problemText}>
      <p>{t.problems[code]}</p>
      {detail !== "" && <p className={styles.muted}>{detail}</p>}
    </div>
  );
}
