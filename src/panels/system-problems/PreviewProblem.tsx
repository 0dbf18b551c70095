import { REMEDIES, type Remedy } from "#events/entities/connector.ts";
import type { ProvisionProblem } from "#events/entities/provisioning.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Problem } from "./Problem.tsx";
import { problemMessages } from "./problemMessages.ts";
import styles from "./problems.module.css";

/** Why a change cannot be approved or written, and what to do. */
export function PreviewProblem({
  problem: { code, detail },
}: {
  readonly problem: ProvisionProblem;
}) {
  const t = useMessages(problemMessages);
  if (isRemedy(code)) return <Problem code={code} detail={detail} />;
  return (
    <div className={styles.problemText}>
      <p>{t.changes[code]}</p>
      {detail !== "" && <p className={styles.muted}>{detail}</p>}
    </div>
  );
}

function isRemedy(code: ProvisionProblem["code"]): code is Remedy {
  return (REMEDIES as readonly string[]).includes(code);
}
