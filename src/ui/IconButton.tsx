import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { Tooltip } from "./Tooltip.tsx";
import type { TooltipSide } from "./Tooltip.tsx";
import styles from "./IconButton.module.css";

export type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label"> & {
  /** The name of the action: announced, and shown as a tooltip on hover and focus. */
  label: string;
  icon: ReactNode;
  variant?: "quiet" | "secondary";
  size?: "medium" | "small";
  busy?: boolean;
  /** Does nothing for now, but keeps the focus, unlike `disabled`. */
  idle?: boolean;
  tooltipSide?: TooltipSide;
};

export function IconButton({
  label,
  icon,
  variant = "quiet",
  size = "medium",
  busy = false,
  idle = false,
  tooltipSide = "bottom",
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} side={tooltipSide}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-busy={busy || undefined}
        aria-disabled={busy || idle || undefined}
        className={cx(styles.button, styles[variant], size === "small" && styles.small, className)}
        onClick={busy || idle ? undefined : onClick}
      >
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      </button>
    </Tooltip>
  );
}
