import { useUnit } from "effector-react";
import { useCallback, type ReactNode } from "react";
import { $language, chooseLanguage } from "../kernel/language.ts";
import type { Language } from "../ui/language/catalogue.ts";
import { LanguageProvider } from "../ui/language/LanguageProvider.tsx";

/** Sets the language of its children from the scope. */
export function LocaleProvider({ children }: { readonly children: ReactNode }) {
  const { language, choose } = useUnit({ language: $language, choose: chooseLanguage });
  const onChoose = useCallback((next: Language) => choose({ language: next }), [choose]);
  return (
    <LanguageProvider language={language} onChoose={onChoose}>
      {children}
    </LanguageProvider>
  );
}
