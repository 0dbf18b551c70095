import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { TextField } from "./TextField.tsx";
import type { TextFieldProps } from "./TextField.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./Field.module.css";

export type PasswordFieldProps = Omit<TextFieldProps, "type" | "trailing" | "clearable"> & {
  /** Whether it is visible. */
  eye: Eye;
};

export type Eye = { open: boolean; onOpenChange: (open: boolean) => void };

/** A password with a button that reveals it; pass `autoComplete="new-password"` for a new one. */
export function PasswordField({ eye, ...props }: PasswordFieldProps) {
  const t = useMessages(uiMessages);
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
          aria-label={shown ? t.hidePassword : t.showPassword}
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
