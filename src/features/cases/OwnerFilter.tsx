import { useUnit } from "effector-react";
import type { CaseOwner } from "#events/entities/case.ts";
import { SearchedFilter } from "../../panels/searched-select/SearchedFilter.tsx";
import { useList } from "../../panels/useUnits.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { caseMessages } from "./messages.ts";
import { caseList, filterOwners } from "./model.ts";
import { ownerOf } from "./rules.ts";

/** Filters the list by the owner of its cases. */
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
    <SearchedFilter
      label={t.owner}
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
