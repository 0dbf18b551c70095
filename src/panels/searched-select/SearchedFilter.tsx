import { SearchedSelect, type SearchedSelectProps } from "../../ui/SearchedSelect.tsx";
import styles from "./searchedSelect.module.css";

/** A filter of a list among too many choices to list, in a row below the other filters. */
export function SearchedFilter<Item>(
  props: Omit<SearchedSelectProps<Item>, "groupClass" | "hideLabel">,
) {
  return <SearchedSelect {...props} groupClass={styles.filter} hideLabel />;
}
