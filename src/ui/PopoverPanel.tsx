import { Popover } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { useOverlayContainer } from "./overlayContainer.ts";
import styles from "./Popup.module.css";

/** The popup of a `Popover.Root`; `className` sets its width. */
export function PopoverPanel({
  label,
  align = "start",
  className,
  children,
}: {
  label: string;
  align?: "start" | "end";
  className?: string | undefined;
  children: ReactNode;
}) {
  const { container, focus } = useOverlayContainer();
  return (
    <Popover.Portal container={container}>
      <Popover.Positioner
        className={styles.positioner}
        align={align}
        sideOffset={4}
        collisionPadding={8}
      >
        <Popover.Popup
          className={cx(styles.popup, styles.panel, className)}
          aria-label={label}
          initialFocus={focus}
          finalFocus={focus}
        >
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  );
}
