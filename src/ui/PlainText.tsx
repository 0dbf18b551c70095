import styles from "./PlainText.module.css";

/** What somebody wrote, with its line breaks. */
export function PlainText({ text }: { readonly text: string }) {
  return <p className={styles.text}>{text}</p>;
}
