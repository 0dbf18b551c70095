import { useUnit } from "effector-react";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListDialog } from "../../ui/list-panel/ListDialog.tsx";
import { OpenCaseDialog } from "../cases/index.ts";
import { HolderCounts, HolderList } from "./HolderList.tsx";
import { $counts, $isOfAll, $isOpen, openHolders } from "./model.ts";
import { holderMessages } from "./messages.ts";
import styles from "./holders.module.css";

/** Who holds an entitlement among the members of an org or all people, who lacks it, and which policies say so. */
export function HoldersDialog() {
  const t = useMessages(holderMessages);
  const { isOpen, counts, isOfAll, open } = useUnit({
    isOpen: $isOpen,
    counts: $counts,
    isOfAll: $isOfAll,
    open: openHolders,
  });
  const { value } = counts;
  const among = isOfAll ? t.allPeople : value?.orgName;
  return (
    <ListDialog
      open={isOpen}
      onClose={() => open({ place: null })}
      title={value ? t.title(value.entitlement.name) : t.loadingTitle}
      description={value && [value.entitlement.resourceName, among].filter(Boolean).join(" · ")}
      className={styles.content}
    >
      <HolderCounts />
      <HolderList />
      <OpenCaseDialog />
    </ListDialog>
  );
}
