import { PASSWORD_HINT } from "#events/rules/validation.ts";
import { useDisclosure } from "../kernel/useDisclosure.ts";
import type { FormField } from "../ui/form-panel/types.ts";
import { useMessages } from "../ui/language/LanguageProvider.tsx";
import { uiMessages } from "../ui/messages.ts";
import { useTranslate } from "./useTranslate.ts";

/**
 * The fields of a new password, which is typed twice because it is hidden.
 *
 * @param name the secret of the form; the other one is `repeated`
 */
export function useNewPassword(
  screen: string,
  name: string,
  label: string,
  autoFocus = false,
): readonly FormField[] {
  const t = useMessages(uiMessages);
  const translate = useTranslate();
  const field = { kind: "password", autoComplete: "new-password" } as const;
  const eyes = [useDisclosure(`${screen}/new`), useDisclosure(`${screen}/repeated`)] as const;
  return [
    {
      ...field,
      name,
      label,
      description: translate(PASSWORD_HINT),
      autoFocus,
      eye: eyes[0],
    },
    { ...field, name: "repeated", label: t.onceMore(label), eye: eyes[1] },
  ];
}
