import { PasswordField } from "./PasswordField.tsx";
import { useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";

type NewPasswordFieldsProps = {
  label: string;
  /** What a good password consists of. */
  description: string;
  password: string;
  repeated: string;
  /** What is wrong with either, or null. */
  passwordError: string | null;
  repeatedError: string | null;
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
  onPassword,
  onRepeated,
  autoFocus = false,
}: NewPasswordFieldsProps) {
  const words = useWords(uiWords);
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
        onChange={onPassword}
      />
      <PasswordField
        label={words.onceMore(label)}
        name="repeated-password"
        autoComplete="new-password"
        value={repeated}
        error={repeatedError}
        onChange={onRepeated}
      />
    </>
  );
}
