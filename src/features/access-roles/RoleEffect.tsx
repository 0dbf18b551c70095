import { useUnit } from "effector-react";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { EffectDialog, openEffect } from "../policy-changes/index.ts";
import { $effect, retryEffect } from "./detailModel.ts";
import { $isConfirming } from "./grantModel.ts";
import { accessRoleMessages } from "./messages.ts";
import styles from "./accessRoles.module.css";

/** Entitlements that are named. */
const NAMED = 5;

/**
 * What people gain and lose by the change, with the entitlements that most of them gain or lose, and a list of all people.
 *
 * @param inDialog whether a dialog that confirms the change shows it, with the orgs and people who have the role
 */
export function RoleEffect({ of = $effect, inDialog = false }: EffectProps) {
  const isConfirming = useUnit($isConfirming);
  return (
    <>
      <Effect of={of} inDialog={inDialog} />
      <EffectDialog isCovered={!inDialog && isConfirming} />
    </>
  );
}

interface EffectProps {
  readonly of?: typeof $effect;
  readonly inDialog?: boolean;
}

function Effect({ of, inDialog }: Required<EffectProps>) {
  const t = useMessages(accessRoleMessages);
  const translate = useTranslate();
  const { effect, retry, open } = useUnit({ effect: of, retry: retryEffect, open: openEffect });
  const { value, failure } = effect;
  if (effect.status === "failed") {
    return (
      <LoadFailed
        title={t.effectFailed}
        reason={failure && translate(reasonOf(failure))}
        onRetry={() => retry({})}
      />
    );
  }
  if (value === null) return <Skeleton height={96} />;
  const { people, entitlements, affectedEntitlements, orgs, orgCount, assignedCount, previewId } =
    value;
  const named = entitlements.slice(0, NAMED);
  const rest = affectedEntitlements - named.length;
  const orgNames = orgs.slice(0, NAMED).map(({ displayName }) => displayName);
  return (
    <div className={styles.stack}>
      <div className={styles.stack} role="status">
        <ul className={styles.effects}>
          {people.gaining > 0 && <li>{t.gaining(people.gaining)}</li>}
          {people.losing > 0 && <li>{t.losing(people.losing)}</li>}
          {people.gaining + people.losing === 0 && <li>{t.nobody}</li>}
          {inDialog && orgCount > 0 && (
            <li>
              {t.inducedBy(orgCount)} {orgNames.join(", ")}
              {orgCount > orgNames.length && ` ${t.moreOrgs(orgCount - orgNames.length)}`}
            </li>
          )}
          {inDialog && assignedCount > 0 && <li>{t.assignedTo(assignedCount)}</li>}
        </ul>
        {named.length > 0 && (
          <>
            <p className={styles.strong}>
              {people.gaining === 0 ? t.lostEntitlements : t.changedEntitlements}
            </p>
            <ul className={styles.effects}>
              {named.map(({ roleOid, name, resourceName, gaining, losing }) => (
                <li key={roleOid}>
                  {name} ({resourceName}): {t.entitlementChange(gaining, losing)}
                </li>
              ))}
              {rest > 0 && <li>{t.moreEntitlements(rest)}</li>}
            </ul>
          </>
        )}
      </div>
      {people.gaining + people.losing > 0 && (
        <div className={styles.showPeople}>
          <Button size="small" onClick={() => open({ effect: { previewId, part: "people" } })}>
            {t.showPeople}
          </Button>
        </div>
      )}
    </div>
  );
}
