import { useUnit } from "effector-react";
import { isToldByScreen } from "../../kernel/calls.ts";
import { Alert } from "../../ui/Alert.tsx";
import { useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
import { ConfirmModal } from "../../ui/Modal.tsx";
import { $org } from "../orgs/index.ts";
import { $removal, cancelRemoval, confirmRemovalNow } from "./detailModel.ts";
import { roleMappingWords } from "./words.ts";

/** Asks before an entitlement leaves the policy, and says so where that failed. */
export function RemovalModal() {
  const words = useWords(roleMappingWords);
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
      title={words.removal}
      message={words.removalWhat(
        removal?.name ?? "",
        removal?.resourceName ?? "",
        org?.displayName ?? null,
      )}
      continueLabel={words.remove}
      danger
      busy={removal !== null && removal.confirmedId !== null}
      onContinue={() => confirm({})}
      onClose={() => cancel({})}
    >
      {removal?.failure && isToldByScreen(removal.failure) && (
        <Alert severity="error" title={words.notRemoved} live>
          {words.policyStays(say(removal.failure.message))}
        </Alert>
      )}
    </ConfirmModal>
  );
}
