import {
  createContext,
  useContext,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import {
  hasMessages,
  subscribeMessages,
  messagesOf,
  messagesVersion,
  type Catalogue,
  type Language,
} from "./catalogue.ts";
import { formatsOf, type Formats } from "./formats.ts";

interface LocaleProvider {
  readonly language: Language;
  /** Changes whenever texts were loaded. */
  readonly version: number;
  readonly onChoose?: (language: Language) => void;
}

const LanguageContext = createContext<LocaleProvider>({
  language: "en",
  version: 0,
});

export type LanguageProviderProps = {
  language: Language;
  /** The user chose another language. */
  onChoose: (language: Language) => void;
  children: ReactNode;
};

/** Sets the language of its children once its texts are loaded; until then the previous one stays. */
export function LanguageProvider({ language, onChoose, children }: LanguageProviderProps) {
  const version = useSyncExternalStore(subscribeMessages, messagesVersion);
  const [shown, setShown] = useState(language);
  if (shown !== language && hasMessages(language)) setShown(language);
  const value = useMemo(() => ({ version, language: shown, onChoose }), [version, shown, onChoose]);
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

/** The texts of a catalogue in the current language. */
export function useMessages<Words>(catalogue: Catalogue<Words>): Words {
  return messagesOf(catalogue, useContext(LanguageContext).language);
}

export function useFormats(): Formats {
  return formatsOf(useContext(LanguageContext).language);
}

/** The current language and how to change it; without a provider it cannot be changed. */
export function useLanguage(): LocaleProvider {
  return useContext(LanguageContext);
}
