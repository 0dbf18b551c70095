import type { ReactNode } from "react";
import { Alert } from "./Alert.tsx";
import { Modal } from "./Modal.tsx";
import { TextField } from "./TextField.tsx";
import styles from "./ConfirmDialog.module.css";

/** The state and actions of a confirmation, as `useConfirmation` returns them. */
export interface ConfirmState {
  readonly isOpen: boolean;
  readonly text: string;
  /** The text that must be typed; null if there is none. */
  readonly expected: string | null;
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly failure: string | null;
  readonly onType: (text: string) => void;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asks before an action. If a text must be typed first, Enter in its field confirms like the button. */
export function ConfirmDialog({
  dialog,
  title,
  description,
  confirmLabel,
  cancelLabel,
  typeLabel,
  mismatch,
  failedTitle,
  variant = "danger",
  children,
}: {
  readonly dialog: ConfirmState;
  readonly title: string;
  readonly description: ReactNode;
  readonly confirmLabel: string;
  /** Instead of Cancel, where the action itself cancels something. */
  readonly cancelLabel?: string;
  /** The label of the field for the text. */
  readonly typeLabel?: string;
  /** The error for a text other than the expected one. */
  readonly mismatch?: string;
  readonly failedTitle: string;
  readonly variant?: "primary" | "danger";
  readonly children?: ReactNode;
}) {
  const { isReady, isBusy, text, expected, failure } = dialog;
  const hasContent = Boolean(children) || failure !== null || expected !== null;
  return (
    <Modal
      open={dialog.isOpen}
      onClose={dialog.onCancel}
      size="small"
      role="alertdialog"
      title={title}
      description={description}
      continueLabel={confirmLabel}
      {...(cancelLabel !== undefined && { cancelLabel })}
      continueVariant={variant}
      continueDisabled={!isReady}
      busy={isBusy}
      onContinue={dialog.onConfirm}
      persistent
    >
      {hasContent && (
        <div className={styles.content}>
          {children}
          {failure !== null && (
            <Alert severity="error" title={failedTitle} live>
              {failure}
            </Alert>
          )}
          {expected !== null && (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                if (isReady && !isBusy) dialog.onConfirm();
              }}
            >
              <TextField
                label={typeLabel ?? ""}
                autoComplete="off"
                spellCheck={false}
                value={text}
                error={text === "" || isReady ? null : (mismatch ?? null)}
                reserveMessage
                onChange={dialog.onType}
              />
            </form>
          )}
        </div>
      )}
    </Modal>
  );
}
