import { useUnit } from "effector-react";
import type { ProvisionPreview } from "#events/entities/provisioning.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Table } from "../../ui/Table.tsx";
import { $mayUpdate } from "./place.ts";
import { previewMessages } from "./previewMessages.ts";
import { leaveOut } from "./previewModel.ts";
import styles from "./systems.module.css";

/** The changes of a preview by kind. While it waits for a decision, users leave out whole kinds. */
export function PreviewKinds({ preview }: { readonly preview: ProvisionPreview }) {
  const t = useMessages(previewMessages);
  const { count } = useFormats();
  const { mayUpdate, leave } = useUnit({ mayUpdate: $mayUpdate, leave: leaveOut });
  const { id, status, resourcePreview } = preview;
  const isOpen = status === "planned" && mayUpdate;
  const figures =
    status === "planned"
      ? (["count", "blocked", "leftOut"] as const)
      : (["count", "blocked", "leftOut", "open", "applied", "failed", "tasks"] as const);
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t.byKind}>
      <Table>
        <thead>
          <tr>
            {isOpen && <th scope="col">{t.include}</th>}
            <th scope="col">{t.columns.kind}</th>
            {figures.map((figure) => (
              <th key={figure} scope="col">
                {t.figures[figure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {resourcePreview.map((row) => {
            const free = row.count - row.blocked;
            const included = free - row.leftOut;
            return (
              <tr key={row.kind}>
                {isOpen && (
                  <td>
                    <Checkbox
                      hideLabel
                      label={t.includeKind(t.kinds[row.kind])}
                      checked={included === 0 ? false : row.leftOut === 0 ? true : "partial"}
                      disabled={free === 0}
                      onChange={(checked) =>
                        leave({ id, no: null, change: row.kind, leftOut: !checked })
                      }
                    />
                  </td>
                )}
                <th scope="row">{t.kinds[row.kind]}</th>
                {figures.map((figure) => (
                  <td key={figure}>{count(row[figure])}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
