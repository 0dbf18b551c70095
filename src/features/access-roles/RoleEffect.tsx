import { useUnit } from "effector-react";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { $effect, retryEffect } from "./detailModel.ts";
import { accessRoleMessages } from "./messages.ts";
import styles from "./accessRoles.module.css";

/** Entitlements that are named. */
const NAMED = 5;

/** What people gain and lose by the change, with the entitlements that most of them gain or lose. */
export function RoleEffect({ withReach = false }: { readonly withReach?: boolean }) {
  const t = useMessages(accessRoleMessages);
  const translate = useTranslate();
  const { effect, retry } = useUnit({ effect: $effect, retry: retryEffect });
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
  const { people, entitlements, affectedEntitlements, orgs, orgCount, assignedCount } = value;
  const named = entitlements.slice(0, NAMED);
  const rest = affectedEntitlements - named.length;
  const orgNames = orgs.slice(0, NAMED).map(({ displayName }) => displayName);
  return (
    <div className={styles.stack} role="status">
      <ul className={styles.effects}>
        {people.gaining > 0 && <li>{t.gaining(people.gaining)}</li>}
        {people.losing > 0 && <li>{t.losing(people.losing)}</li>}
        {people.gaining + people.losing === 0 && <li>{t.nobody}</li>}
        {withReach && orgCount > 0 && (
          <li>
            {t.inducedBy(orgCount)} {orgNames.join(", ")}
            {orgCount > orgNames.length && ` ${t.moreOrgs(orgCount - orgNames.length)}`}
          </li>
        )}
        {withReach && assignedCount > 0 && <li>{t.assignedTo(assignedCount)}</li>}
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
  );
}
