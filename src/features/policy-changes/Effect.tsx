import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import type { PolicyChangePreview } from "#events/entities/policyChange.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { StatCard } from "../../ui/StatCard.tsx";
import { openEffect } from "./effectModel.ts";
import { EffectTable } from "./EffectTable.tsx";
import { EntitlementEffects } from "./EntitlementEffects.tsx";
import { policyChangeMessages } from "./messages.ts";
import styles from "./policyChanges.module.css";

/** What a change would do: to how many people and orgs, and to which. */
export function Effect({
  preview,
  children,
}: {
  readonly preview: PolicyChangePreview;
  /** What can be done with it. */
  readonly children: ReactNode;
}) {
  const t = useMessages(policyChangeMessages);
  const open = useUnit(openEffect);
  const { people, orgs, added, removed, periods = 0, changeId: previewId } = preview;
  if (added + removed + periods === 0) {
    return <EmptyState title={t.noEffect}>{t.noEffectWhy}</EmptyState>;
  }
  return (
    <section className={styles.stack} aria-label={t.effect}>
      <div className={styles.stats} role="status">
        <StatCard label={t.gaining} value={people.gaining} />
        <StatCard label={t.losing} value={people.losing} />
        <StatCard label={t.unchanged} value={people.unchanged} />
        <StatCard label={t.orgsChanged} value={orgs.changed} hint={t.ofChosen(orgs.chosen)} />
        {periods > 0 && <StatCard label={t.periodsChanged} value={periods} />}
      </div>
      <div className={styles.row}>
        {people.gaining + people.losing > 0 && (
          <Button onClick={() => open({ effect: { previewId, part: "people" } })}>
            {t.showPeople}
          </Button>
        )}
        <Button onClick={() => open({ effect: { previewId, part: "lines" } })}>
          {t.showLines}
        </Button>
      </div>
      <OrgEffects preview={preview} />
      <EntitlementEffects effect={preview} />
      <div className={styles.row}>{children}</div>
    </section>
  );
}

function OrgEffects({ preview }: { readonly preview: PolicyChangePreview }) {
  const t = useMessages(policyChangeMessages);
  const { count } = useFormats();
  const { orgEffects, orgs, periods = 0 } = preview;
  const { name, added, removed, period, gaining, losing } = t.effectColumns;
  const unlisted = orgs.changed - orgEffects.length;
  return (
    <EffectTable
      label={t.byOrg}
      columns={[
        { header: name },
        ...[added, removed, ...(periods > 0 ? [period] : []), gaining, losing].map((header) => ({
          header,
          isNumber: true,
        })),
      ]}
      more={unlisted > 0 ? t.moreOrgs(unlisted) : null}
    >
      {orgEffects.map((org) => (
        <tr key={org.oid}>
          <th scope="row">{org.displayName}</th>
          <td className={styles.number}>{count(org.added)}</td>
          <td className={styles.number}>{count(org.removed)}</td>
          {periods > 0 && <td className={styles.number}>{count(org.periods ?? 0)}</td>}
          <td className={styles.number}>{count(org.gaining)}</td>
          <td className={styles.number}>{count(org.losing)}</td>
        </tr>
      ))}
    </EffectTable>
  );
}
