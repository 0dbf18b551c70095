import { useUnit } from "effector-react";
import { useWords } from "../../ui/language/LanguageProvider.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { $warning, logOut, stay } from "./model.ts";
import { countdownText, spokenText } from "./rules.ts";
import { keepAliveWords } from "./words.ts";
import styles from "./KeepAlive.module.css";

/** Asks people who have done nothing for a while whether they are still there. */
export function KeepAlive() {
  const words = useWords(keepAliveWords);
  const { warning, onStay, onLogOut } = useUnit({
    warning: $warning,
    onStay: stay,
    onLogOut: logOut,
  });
  return (
    <Modal
      open={warning.open}
      title={words.title}
      role="alertdialog"
      size="small"
      persistent
      description={words.why}
      continueLabel={words.stay}
      onContinue={() => onStay({})}
      cancelLabel={words.logOut}
      onCancel={() => onLogOut({})}
      onClose={() => onStay({})}
    >
      <p role="timer" className={styles.countdown}>
        {countdownText(warning.remaining, words)}
      </p>
      <p aria-live="polite" className="visually-hidden">
        {spokenText(warning.remaining, words)}
      </p>
    </Modal>
  );
}
