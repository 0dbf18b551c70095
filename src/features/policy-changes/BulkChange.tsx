import { reasonOf } from "../../kernel/calls.ts";
import { useUnit } from "effector-react";
import { POLICY_OPERATIONS } from "#events/entities/policyChange.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import {
  $bulk,
  $bulkResourceId,
  $isOfAccess,
  $isPreviewed,
  $preview,
  $request,
  bulkApply,
  chooseOperation,
  preview,
  resourceBulkApply,
} from "./bulkModel.ts";
import { Effect } from "./Effect.tsx";
import { undo } from "./historyModel.ts";
import { policyChangeMessages } from "./messages.ts";
import { openPeople } from "./peopleModel.ts";
import { describeCounts } from "./rules.ts";
import styles from "./policyChanges.module.css";

/** What is done with the choice, its exact effect, and making the change. */
export function BulkChange() {
  const t = useMessages(policyChangeMessages);
  const { bulk, request, choose, show, isOfAccess } = useUnit({
    isOfAccess: $isOfAccess,
    bulk: $bulk,
    request: $request,
    choose: chooseOperation,
    show: preview,
  });
  return (
    <Panel
      title={t.changeStep}
      context={(isOfAccess ? t.accessOperationWhat : t.operationWhat)[bulk.operation]}
    >
      <div className={styles.stack}>
        <div className={styles.row}>
          <SegmentedControl
            label={t.operation}
            options={POLICY_OPERATIONS.map((id) => ({ id, label: t.operations[id] }))}
            value={bulk.operation}
            onChange={(operation) => choose({ operation })}
          />
          <Button
            variant="primary"
            idle={request === null}
            onClick={() => request && show({ request })}
          >
            {t.showEffect}
          </Button>
          {request === null && (
            <p className={styles.muted}>{isOfAccess ? t.chooseRolesFirst : t.chooseFirst}</p>
          )}
        </div>
        <Outcome />
        <Preview />
      </div>
      <Confirmation of={bulkApply} />
      <Confirmation of={resourceBulkApply} />
    </Panel>
  );
}

/** The change that was made, with its undo. */
function Outcome() {
  const t = useMessages(policyChangeMessages);
  const { bulk, ask, open } = useUnit({ bulk: $bulk, ask: undo.open, open: openPeople });
  const { made } = bulk;
  if (made === null) return null;
  const isUndone = made.undoneBy !== null;
  return (
    <Alert
      severity={isUndone ? "info" : "success"}
      title={isUndone ? t.undone : t.madeTitle(made.orgCount)}
      live
      actions={
        <>
          <Button size="small" onClick={() => open({ people: { changeId: made.id, of: "made" } })}>
            {t.showPeople}
          </Button>
          {!isUndone && (
            <Button size="small" onClick={() => ask({ subject: { changeId: made.id } })}>
              {t.undo}
            </Button>
          )}
        </>
      }
    >
      {describeCounts(made, t)}
    </Alert>
  );
}

function Preview() {
  const t = useMessages(policyChangeMessages);
  const translate = useTranslate();
  const { isPreviewed, query, request, resourceId, show, askAll, askResource } = useUnit({
    isPreviewed: $isPreviewed,
    resourceId: $bulkResourceId,
    query: $preview,
    request: $request,
    show: preview,
    askAll: bulkApply.open,
    askResource: resourceBulkApply.open,
  });
  if (!isPreviewed) return null;
  if (query.status === "failed") {
    return (
      <LoadFailed
        title={t.effectFailed}
        reason={query.failure && translate(reasonOf(query.failure))}
        onRetry={() => request && show({ request })}
      />
    );
  }
  if (query.value === null) return <Skeleton height={240} />;
  const { changeId, fingerprint, orgs } = query.value;
  const ask = resourceId === null ? askAll : askResource;
  return (
    <Effect preview={query.value}>
      <Button
        variant="primary"
        idle={query.isBusy || request === null}
        onClick={() =>
          request && ask({ subject: { request, changeId, fingerprint, orgs: orgs.changed } })
        }
      >
        {t.applyTo(orgs.changed)}
      </Button>
    </Effect>
  );
}

function Confirmation({ of }: { readonly of: typeof bulkApply }) {
  const t = useMessages(policyChangeMessages);
  const dialog = useConfirmation(of);
  const { value } = useUnit($preview);
  const orgs = dialog.subject?.orgs ?? 0;
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.applyTitle(orgs)}
      description={value && t.people(value.people.gaining, value.people.losing)}
      confirmLabel={t.applyConfirm}
      failedTitle={t.notApplied}
      variant="primary"
    />
  );
}
