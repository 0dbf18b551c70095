import { useMemo } from "react";
import type { Message } from "#events/kernel/message.ts";
import { useLanguage } from "../ui/language/LanguageProvider.tsx";
import { textOf } from "./texts.ts";

export type Translate = (message: Message) => string;

/** Renders messages in the language that is spoken here. */
export function useTranslate(): Translate {
  const { language, version } = useLanguage();
  // Another version has other texts.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => (message) => textOf(message, language), [language, version]);
}
