import type { PolicyEffect } from "#events/entities/policyChange.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { EntitlementLink } from "../holders/index.ts";
import { EffectTable } from "./EffectTable.tsx";
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
  const unlisted = affectedEntitlements - entitlementEffects.length;
  return (
    <EffectTable
      label={t.byEntitlement}
      columns={[
        { header: entitlement },
        { header: resource },
        { header: gaining, isNumber: true },
        { header: losing, isNumber: true },
      ]}
      more={unlisted > 0 ? t.moreEntitlements(unlisted) : null}
    >
      {entitlementEffects.map((row) => (
        <tr key={row.roleOid}>
          <th scope="row">
            <EntitlementLink roleOid={row.roleOid} name={row.name} />
          </th>
          <td>{row.resourceName}</td>
          <td className={styles.number}>{count(row.gaining)}</td>
          <td className={styles.number}>{count(row.losing)}</td>
        </tr>
      ))}
    </EffectTable>
  );
}
