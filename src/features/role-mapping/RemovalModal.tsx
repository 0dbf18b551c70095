import { useUnit } from "effector-react";
import { Alert } from "../../ui/Alert.tsx";
import { ConfirmModal } from "../../ui/Modal.tsx";
import { $org } from "../orgs/index.ts";
import { $removal, cancelRemoval, confirmRemovalNow } from "./detailModel.ts";

/** Asks before an entitlement leaves the policy, and says so where that failed. */
export function RemovalModal() {
  const { removal, org, confirm, cancel } = useUnit({
    removal: $removal,
    org: $org,
    confirm: confirmRemovalNow,
    cancel: cancelRemoval,
  });
  return (
    <ConfirmModal
      open={removal?.isOpen ?? false}
      title="Remove from the policy?"
      message={`${removal?.name ?? ""}${removal?.resourceName ? ` (${removal.resourceName})` : ""} will no longer be in the policy of ${org?.displayName ?? "this org"}.`}
      continueLabel="Remove"
      danger
      busy={removal !== null && removal.confirmedId !== null}
      onContinue={() => confirm({})}
      onClose={() => cancel({})}
    >
      {removal?.failure && (
        <Alert severity="error" title="It was not removed" collapsible={false} live>
          {removal.failure.message} The policy is as it was.
        </Alert>
      )}
    </ConfirmModal>
  );
}
