import { LANGUAGE_NAMES, LANGUAGES } from "./language/catalogue.ts";
import { useLanguage, useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./LanguageChoice.module.css";

/** The languages, each by its own name, for pages without a menu. */
export function LanguageChoice() {
  const { language, onChoose } = useLanguage();
  const t = useMessages(uiMessages);
  if (!onChoose) return null;
  return (
    <div role="group" aria-label={t.language} className={styles.languages}>
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          lang={one}
          className={styles.language}
          aria-pressed={one === language}
          onClick={() => onChoose(one)}
        >
          {LANGUAGE_NAMES[one]}
        </button>
      ))}
    </div>
  );
}
