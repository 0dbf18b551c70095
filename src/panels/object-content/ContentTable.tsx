import type { ObjectContent } from "#events/entities/systemRun.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ValueChanges } from "../../ui/ValueChanges.tsx";
import { contentMessages, type ContentMessages } from "./contentMessages.ts";
import { contentLines, type ContentLine } from "./lines.ts";
import styles from "./content.module.css";

/** An object line by line, before and after a change. */
export function ContentTable({
  before,
  after,
}: {
  readonly before: ObjectContent | null;
  readonly after: ObjectContent | null;
}) {
  const t = useMessages(contentMessages);
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t.attribute}>
      <ValueChanges
        header={t.attribute}
        changes={contentLines(before, after).map((line) => ({
          field: `${line.kind} ${line.name}`,
          label: nameOf(line, t),
          before: textOf(line, line.before, t),
          after: textOf(line, line.after, t),
          isMarked: line.isChanged,
        }))}
      />
    </div>
  );
}

function nameOf({ kind, name }: ContentLine, t: ContentMessages): string {
  if (kind === "attribute") return name;
  return kind === "active" ? t.active : t.entitlementNames;
}

function textOf({ kind }: ContentLine, values: readonly string[], t: ContentMessages): string {
  if (values.length === 0) return t.nothing;
  if (kind === "active") return values[0] === "true" ? t.yes : t.no;
  return values.join(", ");
}
