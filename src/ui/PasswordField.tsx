import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState } from "react";
import { TextField } from "./TextField.tsx";
import type { TextFieldProps } from "./TextField.tsx";
import { useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";
import styles from "./Field.module.css";

export type PasswordFieldProps = Omit<TextFieldProps, "type" | "trailing" | "clearable">;

/** A password with a button that shows it; give `autoComplete="new-password"` where one is chosen. */
export function PasswordField(props: PasswordFieldProps) {
  const words = useWords(uiWords);
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? "text" : "password"}
      trailing={
        <button
          type="button"
          className={styles.inset}
          aria-label={shown ? words.hidePassword : words.showPassword}
          aria-pressed={shown}
          disabled={props.disabled}
          onClick={() => setShown(!shown)}
        >
          <Icon size={16} aria-hidden="true" />
        </button>
      }
    />
  );
}
