import { IconCircleCheck } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { uiWords } from "../../ui/words.ts";
import { ORG_KIND_NAMES } from "../orgs/index.ts";
import { toRoleMapping, toRoleMappingDetail } from "../role-mapping/index.ts";
import { $mayMapRoles, $nextSteps, $worthAPolicy } from "./model.ts";
import { FEW, IMPORT_COMMAND, type NextStep } from "./rules.ts";
import { dashboardWords } from "./words.ts";
import styles from "./View.module.css";

export function NextSteps() {
  const words = useWords(dashboardWords);
  const { steps } = useUnit({ steps: $nextSteps });
  return (
    <Panel title={words.next} flush>
      <div className={styles.steps} aria-busy={steps === null}>
        {steps === null ? (
          <Loading />
        ) : steps.length === 0 ? (
          <EmptyState icon={<IconCircleCheck size={20} />} title={words.nothingToDo}>
            {words.nothingToDoWhy}
          </EmptyState>
        ) : (
          <ol>
            {steps.map((step) => (
              <li key={step.kind} className={styles.step}>
                <Step step={step} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </Panel>
  );
}

function Step({ step }: { readonly step: NextStep }) {
  const words = useWords(dashboardWords);
  switch (step.kind) {
    case "import":
      return (
        <>
          <h3>{words.import}</h3>
          <p>{words.importHow}</p>
          <pre className={styles.command} tabIndex={0} aria-label={words.command}>
            <code>{IMPORT_COMMAND}</code>
          </pre>
        </>
      );
    case "policies":
      return (
        <>
          <h3>{words.withoutPolicy(step.withoutPolicy)}</h3>
          <p>{words.withoutPolicyHow(step.withMembers)}</p>
          <LargestOrgs withoutPolicy={step.withoutPolicy} />
        </>
      );
    case "orphaned":
      return (
        <>
          <h3>{words.orphanedAccounts(step.orphaned)}</h3>
          <p>{words.orphanedHow(step.accounts)}</p>
        </>
      );
    default:
      return step satisfies never;
  }
}

/** @param withoutPolicy how many orgs there are to name, at most: room is kept for them. */
function LargestOrgs({ withoutPolicy }: { readonly withoutPolicy: number }) {
  const words = useWords(dashboardWords);
  const say = useSay();
  const { orgs, mayMapRoles } = useUnit({ orgs: $worthAPolicy, mayMapRoles: $mayMapRoles });
  if (!mayMapRoles) {
    return <p>{words.somebodyElse}</p>;
  }
  const rooms = Math.min(FEW, withoutPolicy);
  return (
    <>
      {orgs?.length !== 0 && (
        <ul className={styles.orgs} aria-busy={orgs === null}>
          {orgs === null
            ? Array.from({ length: rooms }, (_, at) => (
                <li key={at} className={styles.org}>
                  <Skeleton width={`${24 + ((at * 17) % 30)}%`} />
                </li>
              ))
            : orgs.map(({ oid, displayName, orgType, memberCount }) => (
                <li key={oid} className={styles.org}>
                  <Link className={styles.orgName} href={toRoleMappingDetail(oid)}>
                    {displayName}
                  </Link>
                  <span className={styles.orgType}>{say(ORG_KIND_NAMES[orgType])}</span>
                  <span className={styles.orgMembers}>{words.members(memberCount)}</span>
                </li>
              ))}
        </ul>
      )}
      <Link className={buttonClass("secondary")} href={toRoleMapping()}>
        {words.openRoleMapping}
      </Link>
    </>
  );
}

function Loading() {
  return (
    <div className={styles.step} role="status">
      <span className="visually-hidden">{useWords(uiWords).loading}</span>
      <Skeleton width="32%" />
      <Skeleton width="64%" />
      {[52, 46, 58, 40, 50].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
