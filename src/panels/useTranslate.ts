import { useMemo } from "react";
import { renderMessage, type Message } from "#events/kernel/message.ts";
import { useLanguage, useSay } from "../ui/language/LanguageProvider.tsx";
import { textsIn, translateTexts } from "./texts.ts";

export type Translate = (message: Message) => string;

/** Renders messages in the language of the page. */
export function useTranslate(): Translate {
  const { language } = useLanguage();
  const say = useSay();
  const texts = textsIn(language);
  return useMemo(
    () => (message) => renderMessage({ language, texts }, translateTexts(message, say)),
    [language, texts, say],
  );
}
