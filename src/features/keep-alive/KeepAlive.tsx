import { useUnit } from "effector-react";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { $leaving, $warning, logOut, stay } from "./model.ts";
import { countdownText, spokenText } from "./rules.ts";
import { keepAliveMessages } from "./messages.ts";
import styles from "./KeepAlive.module.css";

/** Asks inactive users whether they are still there. */
export function KeepAlive() {
  const t = useMessages(keepAliveMessages);
  const translate = useTranslate();
  const { warning, leaving, onStay, onLogOut } = useUnit({
    warning: $warning,
    leaving: $leaving,
    onStay: stay,
    onLogOut: logOut,
  });
  return (
    <Modal
      open={warning.open}
      title={t.title}
      role="alertdialog"
      size="small"
      persistent
      description={t.why}
      onClose={() => {
        if (!leaving.underWay) onStay({});
      }}
      footer={
        <>
          <Button busy={leaving.underWay} onClick={() => onLogOut({})}>
            {leaving.failure === null ? t.logOut : t.again}
          </Button>
          <Button variant="primary" idle={leaving.underWay} onClick={() => onStay({})}>
            {t.stay}
          </Button>
        </>
      }
    >
      <p role="timer" className={styles.countdown}>
        {countdownText(warning.remaining, t)}
      </p>
      <p aria-live="polite" className="visually-hidden">
        {spokenText(warning.remaining, t)}
      </p>
      {leaving.failure !== null && (
        <Alert severity="error" title={t.notSignedOut} live>
          {translate(leaving.failure.reason)}
        </Alert>
      )}
    </Modal>
  );
}
