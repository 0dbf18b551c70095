import { IconX } from "@tabler/icons-react";
import { useRef } from "react";
import type { FocusEvent } from "react";
import { cx } from "./cx.ts";
import { SeverityIcon } from "./SeverityIcon.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./Notifications.module.css";

export type NotificationType = "info" | "success" | "warning" | "error";

export type NotificationItem = {
  id: string;
  message: string;
  type: NotificationType;
  /** Its lifetime; the owner of the list removes it then. */
  milliseconds?: number;
};

export type NotificationsProps = {
  items: readonly NotificationItem[];
  onClose: (id: string) => void;
  /** The pointer or the focus entered the list or left it: held notifications do not close. */
  onHold: (held: boolean) => void;
};

/**
 * The notifications, errors assertive and the others polite. Both live regions are always in the document, because
 * assistive technology would otherwise miss the first message.
 */
export function Notifications({ items, onClose, onHold }: NotificationsProps) {
  const t = useMessages(uiMessages);
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const isUnderPointer = useRef(false);

  const enter = (event: FocusEvent) => {
    const from = event.relatedTarget;
    if (from instanceof HTMLElement && !region.current?.contains(from)) cameFrom.current = from;
    onHold(true);
  };
  const leave = (event: FocusEvent) => {
    if (!region.current?.contains(event.relatedTarget)) onHold(isUnderPointer.current);
  };
  const point = (isUnder: boolean) => {
    isUnderPointer.current = isUnder;
    onHold(isUnder || region.current?.contains(document.activeElement) === true);
  };
  const close = (id: string, button: HTMLButtonElement) => {
    const buttons = [...(region.current?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(button);
    // After a click the pointer may be on the next notification; focus that stayed here would hold it.
    const next = button.matches(":focus-visible") ? (buttons[at + 1] ?? buttons[at - 1]) : null;
    if (button.ownerDocument.activeElement === button) (next ?? cameFrom.current)?.focus();
    onClose(id);
  };
  const list = (urgent: boolean) => (
    <ol
      className={styles.list}
      aria-live={urgent ? "assertive" : "polite"}
      aria-relevant="additions"
    >
      {items
        .filter((item) => (item.type === "error") === urgent)
        .map((item) => (
          <li key={item.id} className={cx(styles.item, styles[item.type])} data-type={item.type}>
            <span className={styles.icon}>
              <SeverityIcon severity={item.type} />
            </span>
            <p className={styles.message}>
              <span className="visually-hidden">{t.severities[item.type]}: </span>
              {item.message}
            </p>
            <button
              type="button"
              className={styles.close}
              aria-label={t.closeNotification}
              onClick={(event) => close(item.id, event.currentTarget)}
            >
              <IconX size={16} aria-hidden="true" />
            </button>
          </li>
        ))}
    </ol>
  );
  return (
    <section
      ref={region}
      className={styles.region}
      aria-label={t.notifications}
      onFocus={enter}
      onBlur={leave}
      onPointerEnter={() => point(true)}
      onPointerLeave={() => point(false)}
    >
      {list(false)}
      {list(true)}
    </section>
  );
}
