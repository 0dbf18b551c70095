import { useUnit } from "effector-react";
import type { ChangeLine } from "#events/entities/policyChange.ts";
import { useList } from "../../panels/useUnits.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListDialog } from "../../ui/list-panel/ListDialog.tsx";
import { toAccessRole } from "../access-roles/index.ts";
import { toEntitlement } from "../holders/index.ts";
import { $openChange, changeLines, historyList, openChange, undo } from "./historyModel.ts";
import { LineList } from "./LineList.tsx";
import { policyChangeMessages } from "./messages.ts";
import { PeopleDialog, PeopleSummary } from "./PeopleDialog.tsx";
import styles from "./policyChanges.module.css";

/** Everything that a change added and removed, and its people. */
export function ChangeDetail() {
  const t = useMessages(policyChangeMessages);
  const { changeId, open, history, ask } = useUnit({
    changeId: $openChange,
    open: openChange,
    history: historyList.$view,
    ask: undo.open,
  });
  const lines = useList(changeLines);
  const change = history.find(({ id }) => id === changeId);
  const close = () => open({ changeId: null });
  return (
    <ListDialog
      open={changeId !== null}
      onClose={close}
      title={t.changeTitle}
      cancelLabel={t.close}
      continueLabel={t.undo}
      {...(change?.undoneBy === null && {
        onContinue: () => {
          close();
          ask({ subject: { changeId: change.id } });
        },
      })}
      className={styles.dialog}
    >
      {changeId !== null && <PeopleSummary changeId={changeId} />}
      <LineList list={lines} searchLabel={t.searchLines} hrefOf={hrefOf} empty={t.nothingDone} />
      <PeopleDialog of="made" isHere={changeId !== null} />
    </ListDialog>
  );
}

const hrefOf = ({ isAccessRole, roleOid }: ChangeLine) =>
  isAccessRole ? toAccessRole(roleOid) : toEntitlement(roleOid);
