import type { AuditEntry } from "#events/entities/auditEntry.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { auditMessages } from "./messages.ts";
import styles from "./View.module.css";

/** Before and after, side by side. */
export function ChangedValues({ fields }: Pick<AuditEntry, "fields">) {
  const t = useMessages(auditMessages);
  if (fields.length === 0) return <p>{t.noValues}</p>;
  return (
    <table className={styles.values}>
      <thead>
        <tr>
          <th scope="col">{t.field}</th>
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{before ?? "–"}</td>
            <td>{after ?? "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
