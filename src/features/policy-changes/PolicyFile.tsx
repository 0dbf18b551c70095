import { useUnit } from "effector-react";
import { CheckedFilePanel } from "../../panels/checked-file/CheckedFile.tsx";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { $bulkResourceId, $isOfAccess } from "./bulkModel.ts";
import { Effect } from "./Effect.tsx";
import { fileApply, policyFile } from "./fileModel.ts";
import { policyChangeMessages } from "./messages.ts";

/** Policies from a CSV file, with their effect before anything is written. */
export function PolicyFile() {
  const t = useMessages(policyChangeMessages);
  const { resourceId, isOfAccess, ask } = useUnit({
    resourceId: $bulkResourceId,
    isOfAccess: $isOfAccess,
    ask: fileApply.open,
  });
  const ofEntitlements = resourceId === null ? t.fileWhat : t.resourceFileWhat;
  return (
    <CheckedFilePanel
      unit={policyFile}
      disclosure="policyChanges/severalFiles"
      context={isOfAccess ? t.accessFileWhat : ofEntitlements}
      dialog={<Confirmation />}
    >
      {(preview) => (
        <Effect preview={preview}>
          <Button
            variant="primary"
            onClick={() => {
              const { changeId, fingerprint, orgs } = preview;
              ask({ subject: { changeId, fingerprint, orgs: orgs.changed } });
            }}
          >
            {t.applyTo(preview.orgs.changed)}
          </Button>
        </Effect>
      )}
    </CheckedFilePanel>
  );
}

function Confirmation() {
  const t = useMessages(policyChangeMessages);
  const dialog = useConfirmation(fileApply);
  const { check } = useUnit(policyFile.$file);
  const people = check?.preview?.people;
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.applyTitle(dialog.subject?.orgs ?? 0)}
      description={people && t.people(people.gaining, people.losing)}
      confirmLabel={t.applyConfirm}
      failedTitle={t.notApplied}
      variant="primary"
    />
  );
}
