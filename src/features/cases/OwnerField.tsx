import type { CaseOwner } from "#events/entities/case.ts";
import { SearchedField } from "../../panels/searched-select/SearchedField.tsx";
import { useList } from "../../panels/useUnits.ts";
import type { FormState } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { caseMessages } from "./messages.ts";
import { ownerChoices } from "./model.ts";

/** Chooses the user who takes care of a case; `noneLabel` says what no choice means, by default nobody. */
export function OwnerField({
  form,
  noneLabel,
}: {
  readonly form: FormState;
  readonly noneLabel?: string;
}) {
  const t = useMessages(caseMessages);
  const list = useList(ownerChoices);
  return (
    <SearchedField
      form={form}
      name="ownerId"
      labelName="ownerName"
      label={t.columns.owner}
      list={list}
      searchLabel={t.findOwner}
      optionOf={optionOf}
      noneLabel={noneLabel ?? t.nobody}
    />
  );
}

const optionOf = ({ id, username }: CaseOwner) => ({ value: id, label: username });
