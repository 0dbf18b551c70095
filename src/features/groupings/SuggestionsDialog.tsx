import { useUnit } from "effector-react";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { groupingMessages } from "./messages.ts";
import {
  $kept,
  $leftOut,
  $suggestions,
  keepSuggestion,
  retrySuggestions,
  suggestions,
} from "./suggestionModel.ts";
import styles from "./groupings.module.css";

/** Org names that a suggestion shows. */
const SHOWN = 6;

/** Groups that names suggest, each to keep or to leave out before they are created. */
export function SuggestionsDialog() {
  const t = useMessages(groupingMessages);
  const dialog = useConfirmation(suggestions);
  const kept = useUnit($kept);
  const createsAll = kept.every(({ groupOid }) => groupOid === null);
  const orgs = kept.reduce((sum, { orgs: { length } }) => sum + length, 0);
  return (
    <ConfirmDialog
      dialog={{ ...dialog, isReady: dialog.isReady && kept.length > 0 }}
      title={t.suggestTitle}
      description={t.suggestWhat}
      confirmLabel={createsAll ? t.suggestConfirm(kept.length) : t.suggestMove(orgs)}
      failedTitle={t.notCreatedMany}
      variant="primary"
    >
      <Suggestions />
    </ConfirmDialog>
  );
}

function Suggestions() {
  const t = useMessages(groupingMessages);
  const translate = useTranslate();
  const { found, leftOut, keep, retry } = useUnit({
    found: $suggestions,
    leftOut: $leftOut,
    keep: keepSuggestion,
    retry: retrySuggestions,
  });
  if (found.status === "failed") {
    return (
      <LoadFailed
        title={t.failed}
        reason={found.failure && translate(found.failure.reason)}
        onRetry={() => retry({})}
      />
    );
  }
  if (found.value === null) return <Skeleton height={160} />;
  if (found.value.length === 0) return <p>{t.noSuggestions}</p>;
  return (
    <ul className={styles.suggestions}>
      {found.value.map(({ name, groupOid, orgs }) => (
        <li key={name}>
          <Checkbox
            label={groupOid === null ? name : t.extends(name)}
            description={t.suggested(
              orgs
                .slice(0, SHOWN)
                .map(({ displayName }) => displayName)
                .join(", "),
              orgs.length - SHOWN,
            )}
            checked={!leftOut.includes(name)}
            onChange={(isKept) => keep({ name, isKept })}
          />
        </li>
      ))}
    </ul>
  );
}
