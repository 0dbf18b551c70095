import { useUnit } from "effector-react";
import { $org } from "../../../data/orgs/index.ts";
import { useTranslate } from "../../../panels/useTranslate.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { Modal } from "../../../ui/Modal.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { StatCard } from "../../../ui/StatCard.tsx";
import { EffectDialog, EntitlementEffects, openEffect } from "../../policy-changes/index.ts";
import { builderMessages } from "../messages.ts";
import { $summary } from "../report/phase.ts";
import { $applyDialog, confirmApply, dropApply } from "./confirm.ts";
import styles from "./ApplyDialog.module.css";

/** What people gain and lose by the change, before it is made. */
export function ApplyDialog() {
  const t = useMessages(builderMessages);
  const { dialog, org, confirm, drop } = useUnit({
    dialog: $applyDialog,
    org: $org,
    confirm: confirmApply,
    drop: dropApply,
  });
  const { isOpen, held } = dialog;
  return (
    <Modal
      open={isOpen}
      onClose={() => drop({})}
      title={t.applyTitle(org?.displayName ?? "")}
      description={held ? t.applyCounts(held.added, held.removed) : ""}
      size="large"
      onContinue={() => confirm({})}
      continueLabel={t.applyConfirm}
    >
      {held && <Effect />}
      <EffectDialog />
    </Modal>
  );
}

function Effect() {
  const t = useMessages(builderMessages);
  const translate = useTranslate();
  const { dialog, summary, open } = useUnit({
    dialog: $applyDialog,
    summary: $summary,
    open: openEffect,
  });
  const { effect, failure, isTooLarge } = dialog;
  if (isTooLarge) return <p role="status">{t.effectTooLarge(summary?.totalUsers ?? 0)}</p>;
  if (failure) {
    return (
      <Alert severity="warning" title={t.effectFailed} live>
        {t.effectFailedWhat(translate(failure))}
      </Alert>
    );
  }
  if (effect === null) return <Skeleton height={160} />;
  const { previewId } = effect;
  const { gaining, losing, unchanged } = effect.people;
  return (
    <section className={styles.effect} aria-label={t.effectOnPeople}>
      <div className={styles.stats} role="status">
        <StatCard label={t.gaining} value={gaining} />
        <StatCard label={t.losing} value={losing} />
        <StatCard label={t.unchangedPeople} value={unchanged} />
      </div>
      {previewId !== null && gaining + losing > 0 && (
        <div>
          <Button onClick={() => open({ effect: { previewId, part: "people" } })}>
            {t.showPeople}
          </Button>
        </div>
      )}
      <EntitlementEffects effect={effect} />
    </section>
  );
}
