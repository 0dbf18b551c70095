import { useUnit } from "effector-react";
import type { KindCounts, ProvisionPreview } from "#events/entities/provisioning.ts";
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
      <Table fits>
        <thead>
          <tr>
            {isOpen && (
              <th scope="col">
                <span className={styles.include}>{t.include}</span>
              </th>
            )}
            <th scope="col">{t.columns.kind}</th>
            {figures.map((figure) => (
              <th key={figure} scope="col" data-number>
                {t.figures[figure]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {resourcePreview.map((row) => (
            <tr key={row.kind}>
              {isOpen && (
                <td>
                  <Checkbox
                    hideLabel
                    label={t.includeKind(t.kinds[row.kind])}
                    checked={inclusionOf(row)}
                    disabled={row.count === row.blocked}
                    onChange={(checked) =>
                      leave({ id, no: null, change: row.kind, leftOut: !checked })
                    }
                  />
                </td>
              )}
              <th scope="row">{t.kinds[row.kind]}</th>
              {figures.map((figure) => (
                <td key={figure} data-number>
                  {count(row[figure])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** Whether all, some or none of the changes that are not blocked are included. */
function inclusionOf({ count, blocked, leftOut }: KindCounts): boolean | "partial" {
  if (count - blocked === leftOut) return false;
  return leftOut === 0 ? true : "partial";
}
