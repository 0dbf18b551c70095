import { Dialog } from "@base-ui/react/dialog";
import { IconX } from "@tabler/icons-react";
import { useRef } from "react";
import type { ReactNode, RefObject } from "react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { useOverlayContainer } from "./overlayContainer.ts";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import { useReturnedFocus } from "./useReturnedFocus.ts";
import { useScrollStop } from "./useScrollStop.ts";
import styles from "./Modal.module.css";
import overlay from "./Overlay.module.css";

export type ModalProps = {
  open: boolean;
  /** The close control, Escape, Cancel and (unless `persistent`) a press outside. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  size?: "small" | "medium" | "large";
  /** Shows the continue button. */
  onContinue?: () => void;
  /** Also shows it: the id of the form that it submits, like Enter in a field of that form. */
  continueForm?: string;
  continueLabel?: string;
  continueVariant?: "primary" | "danger";
  continueDisabled?: boolean;
  busy?: boolean;
  /** By default Close if there is nothing to continue, otherwise Cancel; `null` omits the button. */
  cancelLabel?: string | null;
  /** The second button's action, if it is not closing. */
  onCancel?: () => void;
  /** Replaces both buttons. */
  footer?: ReactNode;
  /** A press outside does not close it: for forms whose input would be lost. */
  persistent?: boolean;
  role?: "dialog" | "alertdialog";
  initialFocus?: RefObject<HTMLElement | null>;
  finalFocus?: RefObject<HTMLElement | null>;
};

const FIELDS =
  "input:not([type='hidden'], [disabled]), select:not([disabled]), textarea:not([disabled])";

/**
 * A modal dialog: the page behind it cannot be scrolled or reached. Focus goes to its first field, or else to the
 * continue button (to cancel if continuing is dangerous), and returns afterwards.
 */
export function Modal({
  open,
  onClose,
  title,
  description,
  children,
  size = "medium",
  onContinue,
  continueForm,
  continueLabel,
  continueVariant = "primary",
  continueDisabled = false,
  busy = false,
  cancelLabel,
  onCancel,
  footer,
  persistent = false,
  role = "dialog",
  initialFocus,
  finalFocus,
}: ModalProps) {
  const t = useMessages(uiMessages);
  const continues = onContinue !== undefined || continueForm !== undefined;
  const body = useRef<HTMLDivElement>(null);
  const footerRef = useRef<HTMLElement>(null);
  const { container, modal, focus } = useOverlayContainer();
  const { isScrollStop, watch } = useScrollStop();
  const focusFirst = () =>
    initialFocus?.current ??
    body.current?.querySelector<HTMLElement>(FIELDS) ??
    buttonOf(footerRef.current, continueVariant) ??
    true;
  useReturnedFocus(open, modal);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      disablePointerDismissal={persistent || !modal}
      modal={modal}
    >
      <Dialog.Portal container={container}>
        <Dialog.Backdrop className={cx(overlay.backdrop, styles.backdrop)} />
        <Dialog.Viewport className={cx(overlay.viewport, styles.viewport)}>
          <Dialog.Popup
            role={role}
            className={cx(overlay.popup, styles.popup, styles[size])}
            initialFocus={focus ?? focusFirst}
            finalFocus={focus ?? finalFocus}
          >
            <header className={styles.header}>
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
              <Dialog.Close className={styles.close} aria-label={t.close}>
                <IconX size={18} aria-hidden="true" />
              </Dialog.Close>
            </header>
            <div
              ref={(element) => {
                body.current = element;
                return watch(element);
              }}
              className={styles.body}
              {...(isScrollStop && { role: "group", tabIndex: 0, "aria-label": t.content })}
            >
              {description != null && (
                <Dialog.Description className={styles.description}>
                  {description}
                </Dialog.Description>
              )}
              {children}
            </div>
            {(footer !== undefined || continues || cancelLabel !== null) && (
              <footer ref={footerRef} className={styles.footer}>
                {footer ?? (
                  <>
                    {cancelLabel !== null && (
                      <Button onClick={onCancel ?? onClose}>
                        {cancelLabel ?? (continues ? t.cancel : t.close)}
                      </Button>
                    )}
                    {continues && (
                      <Button
                        type={continueForm === undefined ? "button" : "submit"}
                        form={continueForm}
                        variant={continueVariant}
                        busy={busy}
                        disabled={continueDisabled}
                        onClick={onContinue}
                      >
                        {continueLabel ?? t.continue}
                      </Button>
                    )}
                  </>
                )}
              </footer>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function buttonOf(footer: HTMLElement | null, variant: "primary" | "danger"): HTMLElement | null {
  const buttons = [...(footer?.querySelectorAll<HTMLElement>("button:not([disabled])") ?? [])];
  return (variant === "danger" ? buttons.at(0) : buttons.at(-1)) ?? null;
}

export type ConfirmModalProps = Pick<
  ModalProps,
  "open" | "onClose" | "title" | "children" | "continueLabel" | "cancelLabel" | "busy" | "onCancel"
> & {
  message: ReactNode;
  onContinue: () => void;
  /** The action cannot be undone: the continue button is red. */
  danger?: boolean;
  continueDisabled?: boolean;
};

/** A confirmation dialog. */
export function ConfirmModal({ message, danger = false, ...rest }: ConfirmModalProps) {
  return (
    <Modal
      {...rest}
      size="small"
      role="alertdialog"
      description={message}
      continueVariant={danger ? "danger" : "primary"}
    />
  );
}
