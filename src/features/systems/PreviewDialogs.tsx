import { needsConsent } from "#events/rules/provisioning.ts";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { GateList } from "./GateList.tsx";
import { previewMessages } from "./previewMessages.ts";
import { approval, rejection } from "./previewModel.ts";

export function ApproveDialog({ isManual }: { readonly isManual: boolean }) {
  const t = useMessages(previewMessages);
  const dialog = useConfirmation(approval);
  const gates = dialog.subject?.gates?.filter(needsConsent) ?? [];
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.approveTitle(dialog.subject?.no ?? 0)}
      description={isManual ? t.giveTasksWhat : t.writeWhat}
      confirmLabel={t.approve}
      typeLabel={t.typeNumber(dialog.expected ?? "")}
      mismatch={t.otherNumber}
      failedTitle={t.notApproved}
      variant="primary"
    >
      {gates.length > 0 && (
        <Alert severity="warning" title={t.gatesTitle}>
          <GateList gates={gates} texts={t.gates} />
        </Alert>
      )}
    </ConfirmDialog>
  );
}

export function RejectDialog() {
  const t = useMessages(previewMessages);
  const dialog = useConfirmation(rejection);
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.rejectTitle(dialog.subject?.no ?? 0)}
      description={t.rejectWhat}
      confirmLabel={t.reject}
      failedTitle={t.notRejected}
    />
  );
}
