import { PasswordField, type Eye } from "./PasswordField.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";

type NewPasswordFieldsProps = {
  label: string;
  /** What a good password consists of. */
  description: string;
  password: string;
  repeated: string;
  /** What is wrong with either, or null. */
  passwordError: string | null;
  repeatedError: string | null;
  passwordEye: Eye;
  repeatedEye: Eye;
  onPassword: (password: string) => void;
  onRepeated: (repeated: string) => void;
  autoFocus?: boolean;
};

/** A password that somebody chooses, written twice as nobody sees it. */
export function NewPasswordFields({
  label,
  description,
  password,
  repeated,
  passwordError,
  repeatedError,
  passwordEye,
  repeatedEye,
  onPassword,
  onRepeated,
  autoFocus = false,
}: NewPasswordFieldsProps) {
  const t = useMessages(uiMessages);
  return (
    <>
      <PasswordField
        label={label}
        name="new-password"
        autoComplete="new-password"
        description={description}
        autoFocus={autoFocus}
        value={password}
        error={passwordError}
        eye={passwordEye}
        onChange={onPassword}
      />
      <PasswordField
        label={t.onceMore(label)}
        name="repeated-password"
        autoComplete="new-password"
        value={repeated}
        error={repeatedError}
        eye={repeatedEye}
        onChange={onRepeated}
      />
    </>
  );
}
