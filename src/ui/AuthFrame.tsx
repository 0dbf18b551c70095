import type { ReactNode } from "react";
import { LanguageChoice } from "./LanguageChoice.tsx";
import { ProductMark } from "./ProductMark.tsx";
import styles from "./AuthFrame.module.css";

/** The frame of screens for visitors: sign-in, forgotten password, activation, errors. */
export function AuthFrame({
  title,
  context,
  product = "Provision",
  footer,
  children,
}: {
  title: string;
  context?: ReactNode;
  product?: string;
  footer?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.frame}>
      <main id="main" tabIndex={-1} className={styles.card}>
        <p className={styles.product}>
          <ProductMark size={28} />
          {product}
        </p>
        <h1>{title}</h1>
        {context != null && <div className={styles.context}>{context}</div>}
        {children != null && <div className={styles.body}>{children}</div>}
      </main>
      <footer className={styles.footer}>
        {footer}
        <LanguageChoice />
      </footer>
    </div>
  );
}
