import type { CaseOwner } from "#events/entities/case.ts";
import { useList } from "../../panels/useUnits.ts";
import type { FormState } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { SearchedSelect } from "../../ui/SearchedSelect.tsx";
import { caseMessages } from "./messages.ts";
import { ownerChoices } from "./model.ts";
import styles from "./cases.module.css";

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
  const { ownerId, ownerName } = form.values as {
    readonly ownerId: string;
    readonly ownerName: string;
  };
  return (
    <SearchedSelect
      groupClass={styles.owner}
      label={t.columns.owner}
      name="ownerId"
      error={form.problems["ownerId"] ?? null}
      list={list}
      searchLabel={t.findOwner}
      optionOf={optionOf}
      noneLabel={noneLabel ?? t.nobody}
      chosenLabel={ownerName}
      value={ownerId}
      onChange={(id, name) => form.onChange({ ownerId: id, ownerName: id === "" ? "" : name })}
    />
  );
}

const optionOf = ({ id, username }: CaseOwner) => ({ value: id, label: username });
