import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { TextField } from "./TextField.tsx";
import type { TextFieldProps } from "./TextField.tsx";
import { useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";
import styles from "./Field.module.css";

export type PasswordFieldProps = Omit<TextFieldProps, "type" | "trailing" | "clearable"> & {
  /** Whether it can be read. */
  eye: Eye;
};

export type Eye = { open: boolean; onOpenChange: (open: boolean) => void };

/** A password with a button that shows it; give `autoComplete="new-password"` where one is chosen. */
export function PasswordField({ eye, ...props }: PasswordFieldProps) {
  const words = useWords(uiWords);
  const shown = eye.open;
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
          onClick={() => eye.onOpenChange(!shown)}
        >
          <Icon size={16} aria-hidden="true" />
        </button>
      }
    />
  );
}
