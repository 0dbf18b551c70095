import { useUnit } from "effector-react";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { message } from "#events/messages/message.ts";
import { mayDecide } from "#events/rules/provisioning.ts";
import { $user } from "../../data/session/index.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { $mayUpdate } from "./place.ts";
import { runMessages } from "./runMessages.ts";
import { approval, rejection } from "./runsModel.ts";

/** The reason why the user cannot apply the plan, for assistive technology. */
const REASON_ID = "run-other-person";

/** Whether the client's approval rules keep a user who may decide about plans from applying this one. */
export function useNeedsOther(run: SystemRun): boolean {
  const { user, mayUpdate } = useUnit({ user: $user, mayUpdate: $mayUpdate });
  return mayUpdate && run.status === "planned" && !mayDecide(run, user?.id);
}

/** Rejects the waiting plan of an import, or applies it. */
export function RunDecision({ run }: { readonly run: SystemRun }) {
  const t = useMessages(runMessages);
  const { approve, reject } = useUnit({ approve: approval.open, reject: rejection.open });
  const needsOther = useNeedsOther(run);
  const { oid, no, status, hash } = run;
  if (status !== "planned") return null;
  return (
    <>
      <Button variant="dangerOutline" onClick={() => reject({ subject: { oid, no } })}>
        {t.reject}
      </Button>
      {hash !== null && (
        <Button
          variant="primary"
          {...(needsOther && { idle: true, "aria-describedby": REASON_ID })}
          onClick={() => approve({ subject: { oid, no, hash } })}
        >
          {t.applyPlan}
        </Button>
      )}
    </>
  );
}

/** Says why the user cannot apply the plan. */
export function OtherApprover({ run }: { readonly run: SystemRun }) {
  const t = useMessages(runMessages);
  const translate = useTranslate();
  if (!useNeedsOther(run)) return null;
  const isPrepared = run.preparedBy !== undefined && run.preparedBy.length > 0;
  const reason = message(isPrepared ? "systemRuns.otherApprover" : "systemRuns.twoPersons");
  return (
    <Alert severity="info" title={isPrepared ? t.otherApprover : t.twoPersons}>
      <p id={REASON_ID}>{translate(reason)}</p>
    </Alert>
  );
}
