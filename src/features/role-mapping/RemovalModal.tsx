import { useUnit } from "effector-react";
import { isReportable } from "../../kernel/calls.ts";
import { Alert } from "../../ui/Alert.tsx";
import { useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ConfirmModal } from "../../ui/Modal.tsx";
import { $org } from "../../data/orgs/index.ts";
import { $removal, cancelRemoval, confirmRemovalNow } from "./detailModel.ts";
import { roleMappingMessages } from "./messages.ts";

/** Asks before an entitlement leaves the policy, and says so where that failed. */
export function RemovalModal() {
  const t = useMessages(roleMappingMessages);
  const say = useSay();
  const { removal, org, confirm, cancel } = useUnit({
    removal: $removal,
    org: $org,
    confirm: confirmRemovalNow,
    cancel: cancelRemoval,
  });
  return (
    <ConfirmModal
      open={removal?.isOpen ?? false}
      title={t.removal}
      message={t.removalWhat(
        removal?.name ?? "",
        removal?.resourceName ?? "",
        org?.displayName ?? null,
      )}
      continueLabel={t.remove}
      danger
      busy={removal !== null && removal.confirmedId !== null}
      onContinue={() => confirm({})}
      onClose={() => cancel({})}
    >
      {removal?.failure && isReportable(removal.failure) && (
        <Alert severity="error" title={t.notRemoved} live>
          {t.policyStays(say(removal.failure.message))}
        </Alert>
      )}
    </ConfirmModal>
  );
}
