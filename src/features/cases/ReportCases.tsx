import { useUnit } from "effector-react";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { caseMessages } from "./messages.ts";
import { $casesForReport, $reportCases } from "./model.ts";
import { toCase } from "./route.ts";
import { aboutText } from "./texts.ts";
import styles from "./cases.module.css";

/** The open cases of the person whose report is open. */
export function ReportCases() {
  const t = useMessages(caseMessages);
  const { request, cases } = useUnit({ request: $reportCases, cases: $casesForReport });
  return (
    <Panel title={t.reportCases} context={request.value ? t.found(request.value) : null}>
      {request.status === "loading" ? (
        <Skeleton height={48} />
      ) : cases.length === 0 ? (
        <p>{t.noReportCases}</p>
      ) : (
        <ul className={styles.comments}>
          {cases.map((one) => (
            <li key={one.id}>
              <Link href={toCase(one.id)}>{aboutText(one)}</Link>
              <p className={styles.muted}>
                {[
                  t.kinds[one.kind],
                  t.filters[one.state],
                  one.owner ?? t.nobody,
                  one.dueOn === null ? t.noDue : t.dueBy(one.dueOn),
                ].join(" · ")}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
