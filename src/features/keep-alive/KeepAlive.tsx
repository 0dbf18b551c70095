import { useUnit } from "effector-react";
import { Modal } from "../../ui/Modal.tsx";
import { $warning, logOut, stay } from "./model.ts";
import { countdownText, spokenText } from "./rules.ts";
import styles from "./KeepAlive.module.css";

/** Asks people who have done nothing for a while whether they are still there. */
export function KeepAlive() {
  const { warning, onStay, onLogOut } = useUnit({
    warning: $warning,
    onStay: stay,
    onLogOut: logOut,
  });
  return (
    <Modal
      open={warning.open}
      title="Still there?"
      role="alertdialog"
      size="small"
      persistent
      description="Nothing was done for a while. For your safety you will be signed out in"
      continueLabel="I'm still here"
      onContinue={() => onStay({})}
      cancelLabel="Log Out"
      onCancel={() => onLogOut({})}
      onClose={() => onStay({})}
    >
      <p role="timer" className={styles.countdown}>
        {countdownText(warning.remaining)}
      </p>
      <p aria-live="polite" className="visually-hidden">
        {spokenText(warning.remaining)}
      </p>
    </Modal>
  );
}
