import type { PolicyEffect } from "#events/entities/policyChange.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { policyChangeMessages } from "./messages.ts";
import styles from "./policyChanges.module.css";

/** The entitlements that most people gain or lose. */
export function EntitlementEffects({
  effect: { entitlementEffects, affectedEntitlements },
}: {
  readonly effect: Pick<PolicyEffect, "entitlementEffects" | "affectedEntitlements">;
}) {
  const t = useMessages(policyChangeMessages);
  const { count } = useFormats();
  if (entitlementEffects.length === 0) return <p className={styles.muted}>{t.nobodyAffected}</p>;
  const { entitlement, resource, gaining, losing } = t.effectColumns;
  return (
    <div className={styles.scroll} role="group" aria-label={t.byEntitlement} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t.byEntitlement}</caption>
        <thead>
          <tr>
            <th scope="col">{entitlement}</th>
            <th scope="col">{resource}</th>
            <th scope="col" className={styles.number}>
              {gaining}
            </th>
            <th scope="col" className={styles.number}>
              {losing}
            </th>
          </tr>
        </thead>
        <tbody>
          {entitlementEffects.map((row) => (
            <tr key={row.roleOid}>
              <th scope="row">{row.name}</th>
              <td>{row.resourceName}</td>
              <td className={styles.number}>{count(row.gaining)}</td>
              <td className={styles.number}>{count(row.losing)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {affectedEntitlements > entitlementEffects.length && (
        <p className={styles.muted}>
          {t.moreEntitlements(affectedEntitlements - entitlementEffects.length)}
        </p>
      )}
    </div>
  );
}
