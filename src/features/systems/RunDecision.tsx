import { useUnit } from "effector-react";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { message } from "#events/messages/message.ts";
import { isLeftToOthers, needsFirstApproval } from "#events/rules/runs.ts";
import { $user } from "../../data/session/index.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { $mayUpdate } from "./place.ts";
import { runMessages } from "./runMessages.ts";
import { approval, rejection, runUndo } from "./runsModel.ts";
import styles from "./systems.module.css";

/** The reasons why the user cannot apply the plan, or undo the import, for assistive technology. */
const REASON_ID = "run-other-person";
const UNDO_REASON_ID = "run-other-undoer";

/** Whether the client's approval rules keep a user who may decide about imports from deciding about this one. */
function useIsLeftToOthers(run: SystemRun): boolean {
  const { user, mayUpdate } = useUnit({ user: $user, mayUpdate: $mayUpdate });
  return mayUpdate && isLeftToOthers(run, user?.id);
}

/** Whether the approval of a user who may decide about imports would apply the plan. */
export function useWouldApply(run: SystemRun): boolean {
  return !useIsLeftToOthers(run) && !needsFirstApproval(run);
}

/** Rejects the waiting plan of an import, or approves it. */
export function RunDecision({ run }: { readonly run: SystemRun }) {
  const t = useMessages(runMessages);
  const { approve, reject } = useUnit({ approve: approval.open, reject: rejection.open });
  const isLeft = useIsLeftToOthers(run);
  const { oid, no, status, hash } = run;
  if (status !== "planned") return null;
  const isFirst = needsFirstApproval(run);
  return (
    <>
      <Button variant="dangerOutline" onClick={() => reject({ subject: { oid, no } })}>
        {t.reject}
      </Button>
      {hash !== null && (
        <Button
          variant="primary"
          {...(isLeft && { idle: true, "aria-describedby": REASON_ID })}
          onClick={() => approve({ subject: { oid, no, hash, isFirst } })}
        >
          {isFirst ? t.approvePlan : t.applyPlan}
        </Button>
      )}
    </>
  );
}

/** Says why the user cannot apply the waiting plan alone, or that another person has approved it. */
export function SecondPerson({ run }: { readonly run: SystemRun }) {
  const t = useMessages(runMessages);
  const translate = useTranslate();
  const mayUpdate = useUnit($mayUpdate);
  const isLeft = useIsLeftToOthers(run);
  const { firstApproval, needsOtherPerson, status } = run;
  if (!mayUpdate || !needsOtherPerson || status !== "planned") return null;
  if (isLeft) {
    return (
      <Alert severity="info" title={firstApproval ? t.secondApprover : t.otherApprover}>
        <p id={REASON_ID}>
          {translate(
            message(firstApproval ? "systemRuns.approvedFirst" : "systemRuns.otherApprover"),
          )}
        </p>
      </Alert>
    );
  }
  if (firstApproval) {
    return (
      <Alert severity="info" title={t.isSecond(firstApproval.username)}>
        <p>{t.isSecondWhy}</p>
      </Alert>
    );
  }
  if (!needsFirstApproval(run)) return null;
  return (
    <Alert severity="info" title={t.twoPersons}>
      <p>{t.twoPersonsWhy}</p>
    </Alert>
  );
}

/** Undoes an applied import. */
export function UndoButton({ run }: { readonly run: SystemRun }) {
  const t = useMessages(runMessages);
  const undo = useUnit(runUndo.open);
  const isLeft = useIsLeftToOthers(run);
  const { oid, no, undoable } = run;
  if (!undoable) return null;
  return (
    <Button
      {...(isLeft && { idle: true, "aria-describedby": UNDO_REASON_ID })}
      onClick={() => undo({ subject: { oid, no } })}
    >
      {t.undo}
    </Button>
  );
}

/** Says why the user cannot undo the import. */
export function OtherUndoer({ run }: { readonly run: SystemRun }) {
  const translate = useTranslate();
  if (!useIsLeftToOthers(run) || !run.undoable) return null;
  const { firstApproval } = run;
  return (
    <p id={UNDO_REASON_ID} className={styles.muted}>
      {translate(
        message(firstApproval ? "systemRuns.firstApproverUndoes" : "systemRuns.otherUndoer"),
      )}
    </p>
  );
}
