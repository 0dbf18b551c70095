import { IconCircleCheck } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { Onboarding } from "#events/entities/onboarding.ts";
import { ORG_KIND_NAMES, ORG_TYPE_NAMES, ORG_TYPES } from "#events/entities/orgTypes.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { uiMessages } from "../../ui/messages.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { importRoute } from "../import/index.ts";
import { toOrgsOfType, toRoleMapping, toRoleMappingDetail } from "../role-mapping/index.ts";
import { $mayMapRoles, $nextSteps, $reach, $worthAPolicy } from "./model.ts";
import { $isMailing, $onboardingSteps, sendCompleteEmail } from "./onboardingModel.ts";
import { FEW, IMPORT_COMMAND, type NextStep } from "./rules.ts";
import { dashboardMessages } from "./messages.ts";
import styles from "./View.module.css";

export function NextSteps() {
  const t = useMessages(dashboardMessages);
  const { steps, onboarding } = useUnit({ steps: $nextSteps, onboarding: $onboardingSteps });
  // The steps of onboarding are something to do.
  if (steps?.length === 0 && onboarding !== null) return null;
  return (
    <Panel title={t.next} flush>
      <div className={styles.steps} aria-busy={steps === null}>
        {steps === null ? (
          <Loading />
        ) : steps.length === 0 ? (
          <EmptyState icon={<IconCircleCheck size={20} />} title={t.nothingToDo}>
            {t.nothingToDoWhy}
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
  const t = useMessages(dashboardMessages);
  switch (step.kind) {
    case "import":
      return <Import />;
    case "policies":
      return (
        <>
          <h3>{t.withoutPolicy(step.withoutPolicy)}</h3>
          <p>{t.withoutPolicyHow(step.withMembers)}</p>
          <LargestOrgs withoutPolicy={step.withoutPolicy} />
        </>
      );
    case "announce":
      return <Announce systems={step.systems} />;
    case "orphaned":
      return (
        <>
          <h3>{t.orphanedAccounts(step.orphaned)}</h3>
          <p>{t.orphanedHow(step.accounts)}</p>
        </>
      );
    default:
      return step satisfies never;
  }
}

function Import() {
  const t = useMessages(dashboardMessages);
  const { imports } = useUnit($reach);
  return (
    <>
      <h3>{t.import}</h3>
      <p>{t.importHow}</p>
      {imports && (
        <div className={styles.links}>
          <Link className={buttonClass("secondary")} href={importRoute.path}>
            {t.openImport}
          </Link>
        </div>
      )}
      <pre className={styles.command} tabIndex={0} aria-label={t.command}>
        <code>{IMPORT_COMMAND}</code>
      </pre>
    </>
  );
}

function Announce({ systems }: { readonly systems: Onboarding["unannounced"] }) {
  const t = useMessages(dashboardMessages);
  const { isMailing, send } = useUnit({ isMailing: $isMailing, send: sendCompleteEmail });
  return (
    <>
      <h3>{t.announce(systems.length)}</h3>
      <p>{t.announceHow(systems.map(({ name }) => name))}</p>
      <Button busy={isMailing} onClick={() => send({ resources: systems.map(({ id }) => id) })}>
        {t.sendEmail}
      </Button>
    </>
  );
}

/** @param withoutPolicy maximum number of orgs to list, for which space is reserved. */
function LargestOrgs({ withoutPolicy }: { readonly withoutPolicy: number }) {
  const t = useMessages(dashboardMessages);
  const translate = useTranslate();
  const { orgs, mayMapRoles } = useUnit({ orgs: $worthAPolicy, mayMapRoles: $mayMapRoles });
  if (!mayMapRoles) {
    return <p>{t.somebodyElse}</p>;
  }
  const rooms = Math.min(FEW, withoutPolicy);
  return (
    <>
      {orgs?.length !== 0 && (
        <>
          <p>{t.suggestedOrder}</p>
          <ol className={styles.orgs} aria-busy={orgs === null}>
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
                    <span className={styles.orgType}>{translate(ORG_KIND_NAMES[orgType])}</span>
                    <span className={styles.orgMembers}>{t.members(memberCount)}</span>
                  </li>
                ))}
          </ol>
        </>
      )}
      <div className={styles.links}>
        {ORG_TYPES.map((type) => (
          <Link
            key={type}
            className={buttonClass("secondary")}
            href={toOrgsOfType(type, { policy: "missing" })}
          >
            {t.withoutAPolicy(translate(ORG_TYPE_NAMES[type]))}
          </Link>
        ))}
        <Link className={buttonClass("secondary")} href={toRoleMapping()}>
          {t.openRoleMapping}
        </Link>
      </div>
    </>
  );
}

function Loading() {
  return (
    <div className={styles.step} role="status">
      <span className="visually-hidden">{useMessages(uiMessages).loading}</span>
      <Skeleton width="32%" />
      <Skeleton width="64%" />
      {[52, 46, 58, 40, 50].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
