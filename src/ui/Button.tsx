import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cx } from "./cx.ts";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./Button.module.css";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger" | "dangerOutline";
export type ButtonSize = "medium" | "small";

export type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /**
   * Pass it (true or false) on every button that can become busy. Such a button reserves the width of both labels, so
   * that its width never changes. A busy button keeps focus but does nothing.
   */
  busy?: boolean;
  /** Does nothing for now, but keeps the focus, unlike `disabled`. */
  idle?: boolean;
  icon?: ReactNode;
  /** On phones, shows the icon only. The text remains the accessible name. */
  iconOnPhones?: boolean;
};

/**
 * Classes that style an anchor as a button.
 *
 * @param iconOnPhones hides the `span` with its text below 768 px.
 */
export function buttonClass(
  variant: ButtonVariant = "secondary",
  size: ButtonSize = "medium",
  iconOnPhones = false,
): string {
  return cx(
    styles.button,
    styles[variant],
    size === "small" && styles.small,
    iconOnPhones && styles.iconOnPhones,
  );
}

export function Button({
  variant = "secondary",
  size = "medium",
  busy,
  idle = false,
  icon,
  iconOnPhones = false,
  type = "button",
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const t = useMessages(uiMessages);
  const label = typeof children === "string" ? children : "";
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || idle) {
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
      className={cx(buttonClass(variant, size, iconOnPhones), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || idle || rest["aria-disabled"] || undefined}
      onClick={click}
    >
      {icon != null && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <span
        className={styles.label}
        data-reserve={busy === undefined ? undefined : busy ? label : t.busy}
      >
        <span>{busy ? t.busy : children}</span>
      </span>
    </button>
  );
}
