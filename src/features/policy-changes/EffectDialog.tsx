import { useUnit } from "effector-react";
import type { PolicyLine } from "#events/entities/policyChange.ts";
import { useList } from "../../panels/useUnits.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListDialog } from "../../ui/list-panel/ListDialog.tsx";
import { toAccessRole } from "../access-roles/index.ts";
import { toEntitlement } from "../holders/index.ts";
import { AffectedList } from "./AffectedList.tsx";
import { $isOfAccess } from "./bulkModel.ts";
import { $openEffect, effectLines, effectPeople, openEffect } from "./effectModel.ts";
import { LineList } from "./LineList.tsx";
import { policyChangeMessages } from "./messages.ts";
import styles from "./policyChanges.module.css";

/**
 * All people whom a previewed change affects, or all its lines.
 *
 * @param isCovered whether a dialog above this place shows it instead
 */
export function EffectDialog({ isCovered = false }: { readonly isCovered?: boolean }) {
  const t = useMessages(policyChangeMessages);
  const { effect, open } = useUnit({ effect: $openEffect, open: openEffect });
  const isOfLines = effect?.part === "lines";
  return (
    <ListDialog
      open={effect !== null && !isCovered}
      onClose={() => open({ effect: null })}
      title={isOfLines ? t.linesTitle : t.affectedTitle}
      description={isOfLines ? t.linesWhat : t.affectedWhat}
      className={styles.dialog}
    >
      {isOfLines ? <Lines /> : <AffectedList of={effectPeople} columns={t.affectedColumns} />}
    </ListDialog>
  );
}

function Lines() {
  const t = useMessages(policyChangeMessages);
  const list = useList(effectLines);
  const isOfAccess = useUnit($isOfAccess);
  return (
    <LineList
      list={list}
      searchLabel={t.searchOrgs}
      hrefOf={isOfAccess ? accessRoleOf : entitlementOf}
      empty={t.noLines}
    />
  );
}

const accessRoleOf = ({ roleOid }: PolicyLine) => toAccessRole(roleOid);
const entitlementOf = ({ roleOid }: PolicyLine) => toEntitlement(roleOid);
