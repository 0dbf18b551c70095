import { useUnit } from "effector-react";
import type { SystemDeletion } from "#events/entities/systemConfiguration.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import {
  $deletion,
  $removesGrants,
  chooseGrantsRemoval,
  systemDeletion,
} from "./publicationModel.ts";
import { runMessages, type RunMessages } from "./runMessages.ts";
import styles from "./systems.module.css";

/** Confirms the deletion once the user saw what is lost, and typed the name. */
export function DeletionDialog() {
  const t = useMessages(runMessages);
  const translate = useTranslate();
  const dialog = useConfirmation(systemDeletion);
  const { query, removesGrants, choose } = useUnit({
    query: $deletion,
    removesGrants: $removesGrants,
    choose: chooseGrantsRemoval,
  });
  const lost = query.value;
  const needsRemoval = lost !== null && (lost.grantCount > 0 || lost.accessRoleCount > 0);
  const isReady = dialog.isReady && lost !== null && (!needsRemoval || removesGrants);
  return (
    <ConfirmDialog
      dialog={{ ...dialog, isReady }}
      title={t.deleteTitle(dialog.subject?.name ?? "")}
      description={t.deleteWhat}
      confirmLabel={t.deleteConfirm}
      typeLabel={t.typeName}
      mismatch={dialog.isReady ? undefined : t.nameMismatch}
      failedTitle={t.notDeleted}
    >
      {lost !== null ? (
        <Lost lost={lost} />
      ) : query.failure === null ? (
        <Skeleton height={96} />
      ) : (
        <Alert severity="error" title={t.lossFailed}>
          {translate(reasonOf(query.failure))}
        </Alert>
      )}
      {needsRemoval && (
        <Checkbox
          label={t.removesGrants}
          checked={removesGrants}
          onChange={(checked) => choose({ removesGrants: checked })}
        />
      )}
    </ConfirmDialog>
  );
}

function Lost({ lost }: { readonly lost: SystemDeletion }) {
  const t = useMessages(runMessages);
  const { policies, policyCount, grantCount, accessRoleCount, userCount, setup } = lost;
  const openTasks = setup?.openTaskCount ?? 0;
  return (
    <section className={styles.stack} aria-label={t.lost}>
      <h3 className={styles.cardTitle}>{t.lost}</h3>
      {openTasks > 0 && <Alert severity="warning" title={t.lostOpenTasks(openTasks)} />}
      <ul className={styles.lost}>
        <li>{t.lostContent(lost.accountCount, lost.entitlementCount, lost.runCount)}</li>
        {grantCount > 0 && (
          <li>
            {t.lostGrants(grantCount, policyCount)}
            <ul>
              {policies.map((policy) => (
                <li key={policy.orgOid}>{t.policyOf(policy.orgName, policy.grantCount)}</li>
              ))}
              {policyCount > policies.length && (
                <li>{t.morePolicies(policyCount - policies.length)}</li>
              )}
            </ul>
          </li>
        )}
        {accessRoleCount > 0 && <li>{t.lostRoles(accessRoleCount)}</li>}
        {userCount > 0 && <li>{t.lostUsers(userCount)}</li>}
        {setup && lostOf(setup, t).map((text) => <li key={text}>{text}</li>)}
      </ul>
    </section>
  );
}

/** What people set up and decided, in one line for each kind that there is. */
function lostOf(setup: NonNullable<SystemDeletion["setup"]>, t: RunMessages): readonly string[] {
  const { mappingCount, ruleCount, simulationCount, decisionCount, reviewCount } = setup;
  const { taskCount, previewCount, fileCount } = setup;
  return [
    mappingCount > 0 && t.lostMappings(mappingCount),
    ruleCount + simulationCount + decisionCount > 0 &&
      t.lostCorrelation(ruleCount, simulationCount, decisionCount),
    reviewCount > 0 && t.lostReviews(reviewCount),
    taskCount > 0 && t.lostTasks(taskCount),
    previewCount > 0 && t.lostPreviews(previewCount),
    fileCount > 0 && t.lostFiles(fileCount),
  ].filter((text) => text !== false);
}
