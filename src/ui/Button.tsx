import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./Button.module.css";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "medium" | "small";

/** What a busy button reads. */
export const BUSY_LABEL = "Please wait...";

export type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /**
   * Pass it (true or false) on every button that can become busy: such a button reserves the room
   * of both labels, so that it never changes its width. A busy button keeps focus but does nothing.
   */
  busy?: boolean;
  icon?: ReactNode;
};

/** Classes that make an anchor look like a button. */
export function buttonClass(
  variant: ButtonVariant = "secondary",
  size: ButtonSize = "medium",
): string {
  return cx(styles.button, styles[variant], size === "small" && styles.small);
}

export function Button({
  variant = "secondary",
  size = "medium",
  busy,
  icon,
  type = "button",
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const idle = typeof children === "string" ? children : "";
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={cx(buttonClass(variant, size), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest["aria-disabled"] || undefined}
      onClick={click}
    >
      {icon != null && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <span
        className={styles.label}
        data-reserve={busy === undefined ? undefined : busy ? idle : BUSY_LABEL}
      >
        <span>{busy ? BUSY_LABEL : children}</span>
      </span>
    </button>
  );
}
