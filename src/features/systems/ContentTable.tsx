import type { ObjectContent } from "#events/entities/systemRun.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { runMessages, type RunMessages } from "./runMessages.ts";
import { contentLines, type ContentLine } from "./runRules.ts";
import styles from "./systems.module.css";

/** An object line by line, before and after a change. */
export function ContentTable({
  before,
  after,
}: {
  readonly before: ObjectContent | null;
  readonly after: ObjectContent | null;
}) {
  const t = useMessages(runMessages);
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t.attribute}>
      <table className={styles.values}>
        <thead>
          <tr>
            <th scope="col">{t.attribute}</th>
            <th scope="col">{t.before}</th>
            <th scope="col">{t.after}</th>
          </tr>
        </thead>
        <tbody>
          {contentLines(before, after).map((line) => (
            <tr key={`${line.kind} ${line.name}`} data-changed={line.isChanged}>
              <th scope="row">{nameOf(line, t)}</th>
              <td>{textOf(line, line.before, t)}</td>
              <td>{textOf(line, line.after, t)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function nameOf({ kind, name }: ContentLine, t: RunMessages): string {
  if (kind === "attribute") return name;
  return kind === "active" ? t.active : t.entitlementNames;
}

function textOf({ kind }: ContentLine, values: readonly string[], t: RunMessages): string {
  if (values.length === 0) return t.nothing;
  if (kind === "active") return values[0] === "true" ? t.yes : t.no;
  return values.join(", ");
}
