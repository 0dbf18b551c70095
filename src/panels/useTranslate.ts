import { useMemo } from "react";
import { renderMessage, type Message } from "#events/kernel/message.ts";
import { useLanguage } from "../ui/language/LanguageProvider.tsx";
import { textsIn } from "./texts.ts";

export type Translate = (message: Message) => string;

/** Renders messages in the language of the page. */
export function useTranslate(): Translate {
  const { language } = useLanguage();
  const texts = textsIn(language);
  return useMemo(() => (message) => renderMessage({ language, texts }, message), [language, texts]);
}
