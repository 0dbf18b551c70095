import { IconCircleCheck } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount } from "../../ui/format.ts";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ORG_KIND_NAMES } from "../orgs/index.ts";
import { toRoleMapping, toRoleMappingDetail } from "../role-mapping/index.ts";
import { $mayMapRoles, $nextSteps, $worthAPolicy } from "./model.ts";
import { FEW, IMPORT_COMMAND, type NextStep } from "./rules.ts";
import styles from "./View.module.css";

export function NextSteps() {
  const { steps } = useUnit({ steps: $nextSteps });
  return (
    <Panel title="What to do next" flush>
      <div className={styles.steps} aria-busy={steps === null}>
        {steps === null ? (
          <Loading />
        ) : steps.length === 0 ? (
          <EmptyState icon={<IconCircleCheck size={20} />} title="Nothing to do">
            Every org that has members has an access policy, and every account belongs to an
            identity.
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
  switch (step.kind) {
    case "import":
      return (
        <>
          <h3>Import your directory</h3>
          <p>
            There are no identities yet. They come from CSV files: run this where Provision is
            installed. With the embedded database, stop Provision first.
          </p>
          <pre className={styles.command} tabIndex={0} aria-label="Command">
            <code>{IMPORT_COMMAND}</code>
          </pre>
        </>
      );
    case "policies":
      return (
        <>
          <h3>
            {step.withoutPolicy === 1
              ? "1 org has members and no access policy"
              : `${formatCount(step.withoutPolicy)} orgs have members and no access policy`}
          </h3>
          <p>
            That is out of {formatCount(step.withMembers)} orgs with members. Begin with a large
            one: the Access Policy Builder shows what its members have in common.
          </p>
          <LargestOrgs withoutPolicy={step.withoutPolicy} />
        </>
      );
    case "unlinked":
      return (
        <>
          <h3>
            {step.unlinked === 1
              ? "1 account belongs to no identity"
              : `${formatCount(step.unlinked)} accounts belong to no identity`}
          </h3>
          <p>
            That is out of {formatCount(step.accounts)}. Nobody answers for an unlinked account, and
            mining does not count what it holds. To link it, give its line in the access file an
            identityId and import the file again.
          </p>
        </>
      );
    default:
      return step satisfies never;
  }
}

/** @param withoutPolicy how many orgs there are to name, at most: room is kept for them. */
function LargestOrgs({ withoutPolicy }: { readonly withoutPolicy: number }) {
  const { orgs, mayMapRoles } = useUnit({ orgs: $worthAPolicy, mayMapRoles: $mayMapRoles });
  if (!mayMapRoles) {
    return <p>Somebody with access to Role Mapping can do this.</p>;
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
                  <span className={styles.orgType}>{ORG_KIND_NAMES[orgType]}</span>
                  <span className={styles.orgMembers}>
                    {formatCount(memberCount)} {memberCount === 1 ? "member" : "members"}
                  </span>
                </li>
              ))}
        </ul>
      )}
      <Link className={buttonClass("secondary")} href={toRoleMapping()}>
        Open Role Mapping
      </Link>
    </>
  );
}

function Loading() {
  return (
    <div className={styles.step} role="status">
      <span className="visually-hidden">Loading</span>
      <Skeleton width="32%" />
      <Skeleton width="64%" />
      {[52, 46, 58, 40, 50].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
