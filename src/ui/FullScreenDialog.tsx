import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import styles from "./FullScreenDialog.module.css";

/** A full-screen dialog above the inert page. Only its owner closes it, so that a stray Escape loses nothing. */
export function FullScreenDialog({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Dialog.Root open disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Popup className={styles.popup} aria-label={title} data-full-screen="">
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
