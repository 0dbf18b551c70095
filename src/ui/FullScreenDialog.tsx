import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import styles from "./FullScreenDialog.module.css";

/**
 * Covers the page, which stays as it is behind it and cannot be reached. Only its owner takes it away: what was found
 * in it is not lost to a stray Escape.
 */
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
