import { useUnit } from "effector-react";
import type { CaseOwner } from "#events/entities/case.ts";
import { useList } from "../../panels/useUnits.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { SearchedSelect } from "../../ui/SearchedSelect.tsx";
import { caseMessages } from "./messages.ts";
import { caseList, filterOwners } from "./model.ts";
import { ownerOf } from "./rules.ts";
import styles from "./cases.module.css";

/** Filters the list by who takes care of its cases. */
export function OwnerFilter() {
  const t = useMessages(caseMessages);
  const owners = useList(filterOwners);
  const { cases, change } = useUnit({ cases: caseList.$view, change: caseList.change });
  const owner = ownerOf(cases.query);
  // The owner may be none of the choices, such as an archived user whose cases are listed.
  const name =
    cases.find(({ ownerId }) => ownerId === owner)?.owner ??
    owners.find(({ id }) => id === owner)?.username;
  return (
    <SearchedSelect
      groupClass={styles.ownerFilter}
      label={t.owner}
      hideLabel
      list={owners}
      searchLabel={t.findOwner}
      optionOf={optionOf}
      noneLabel={t.anyOwner}
      pinned={[
        { value: "me", label: t.mine },
        { value: "nobody", label: t.nobody },
      ]}
      chosenLabel={name ?? t.chosenOwner}
      value={owner === "all" ? "" : owner}
      onChange={(id) => change({ change: { owner: id || "all" } })}
    />
  );
}

const optionOf = ({ id, username }: CaseOwner) => ({ value: id, label: username });
