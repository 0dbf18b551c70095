import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import type { Severity } from "./severity.ts";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./Tag.module.css";

export type TagTone = Severity | "accent";

export type TagProps = {
  children: ReactNode;
  tone?: TagTone;
  icon?: ReactNode;
  /** Adds a remove button, labelled "Remove" and the tag's text (or `removeLabel`). */
  onRemove?: () => void;
  removeLabel?: string;
};

export function Tag({ children, tone = "secondary", icon, onRemove, removeLabel }: TagProps) {
  const t = useMessages(uiMessages);
  const name = removeLabel ?? (typeof children === "string" ? t.removeOne(children) : t.remove);
  return (
    <span className={cx(styles.tag, styles[tone])}>
      {icon != null && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <span className={styles.text}>{children}</span>
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={name} onClick={onRemove}>
          <IconX size={12} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
