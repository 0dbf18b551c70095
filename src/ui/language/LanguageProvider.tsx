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
  /** Another number whenever texts came. */
  readonly version: number;
  readonly onChoose?: (language: Language) => void;
}

const LanguageContext = createContext<LocaleProvider>({
  language: "en",
  version: 0,
});

export type LanguageProviderProps = {
  language: Language;
  /** Somebody wants another language. */
  onChoose: (language: Language) => void;
  children: ReactNode;
};

/** Everything below speaks this language, as soon as its texts are there; until then it speaks on as before. */
export function LanguageProvider({ language, onChoose, children }: LanguageProviderProps) {
  const version = useSyncExternalStore(subscribeMessages, messagesVersion);
  const [shown, setShown] = useState(language);
  if (shown !== language && hasMessages(language)) setShown(language);
  const value = useMemo(() => ({ version, language: shown, onChoose }), [version, shown, onChoose]);
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

/** The texts of a catalogue in the language that is spoken here. */
export function useMessages<Words>(catalogue: Catalogue<Words>): Words {
  return messagesOf(catalogue, useContext(LanguageContext).language);
}

export function useFormats(): Formats {
  return formatsOf(useContext(LanguageContext).language);
}

/** The language that is spoken here, and how to ask for another; nobody can be asked where there is no provider. */
export function useLanguage(): LocaleProvider {
  return useContext(LanguageContext);
}
