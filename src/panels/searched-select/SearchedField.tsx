import type { FormState } from "../../ui/form-panel/types.ts";
import { SearchedSelect, type SearchedSelectProps } from "../../ui/SearchedSelect.tsx";
import styles from "./searchedSelect.module.css";

/**
 * A field of a form among too many choices to list. The form keeps the label of the choice as well, because the choices
 * change with the search.
 */
export function SearchedField<Item>({
  form,
  name,
  labelName,
  ...props
}: Omit<SearchedSelectProps<Item>, FilledProp> & {
  readonly form: FormState;
  /** The form's value of the choice; empty without one. */
  readonly name: string;
  /** The form's value of the label of the choice. */
  readonly labelName: string;
}) {
  return (
    <SearchedSelect
      {...props}
      groupClass={styles.field}
      name={name}
      error={form.problems[name] ?? null}
      chosenLabel={String(form.values[labelName])}
      value={String(form.values[name])}
      onChange={(value, label) =>
        form.onChange({ [name]: value, [labelName]: value === "" ? "" : label })
      }
    />
  );
}

type FilledProp = "groupClass" | "form" | "name" | "error" | "chosenLabel" | "value" | "onChange";
