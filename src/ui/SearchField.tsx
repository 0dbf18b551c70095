import { IconSearch } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { TextField } from "./TextField.tsx";
import type { TextFieldProps } from "./TextField.tsx";

export type SearchFieldProps = Omit<TextFieldProps, "type" | "icon" | "clearable">;

/** A text filter: its label is its placeholder by default, and Escape clears it. */
export function SearchField({ hideLabel = true, onKeyDown, ...rest }: SearchFieldProps) {
  const clearOnEscape = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event);
    if (event.key !== "Escape" || event.defaultPrevented || rest.value === "") return;
    event.preventDefault();
    event.stopPropagation();
    rest.onChange("");
  };
  return (
    <TextField
      placeholder={rest.label}
      autoComplete="off"
      spellCheck={false}
      {...rest}
      hideLabel={hideLabel}
      type="search"
      clearable
      icon={<IconSearch size={16} />}
      onKeyDown={clearOnEscape}
    />
  );
}
