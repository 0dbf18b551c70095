import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { memo } from "react";
import { LOW_COHESION_PERCENT } from "#events/rules/builder.ts";
import type { EntitlementTableRow, ResourceRow, TableRow } from "#workers/analytics/contract.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { textDirection } from "../../../ui/textDirection.ts";
import { useTranslate } from "../../../panels/useTranslate.ts";
import { useFormats, useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { PercentBar } from "../../../ui/PercentBar.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Tag } from "../../../ui/Tag.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { checkedOf } from "./rules.ts";
import { builderMessages } from "../messages.ts";
import styles from "./EntitlementTable.module.css";

/** Memoized by row, because a row may be rendered in the table and as the sticky one. */
export const ResourceCells = memo(function ResourceCells({
  row,
  onToggle,
  onCollapse,
}: {
  readonly row: ResourceRow;
  readonly onToggle: (row: TableRow) => void;
  readonly onCollapse: (resource: number, collapsed: boolean) => void;
}) {
  const t = useMessages(builderMessages);
  const Chevron = row.expanded ? IconChevronDown : IconChevronRight;
  return (
    <>
      <div role="gridcell" className={styles.name}>
        <Checkbox
          tabIndex={-1}
          label={row.name}
          hideLabel
          checked={checkedOf(row.state)}
          onChange={() => onToggle(row)}
        />
        <button
          type="button"
          tabIndex={-1}
          className={styles.expander}
          aria-label={row.expanded ? t.collapse(row.name) : t.expand(row.name)}
          onClick={() => onCollapse(row.resource, row.expanded)}
        >
          <span className={styles.text} dir={textDirection(row.name)} data-tooltip={row.name}>
            {row.name}
          </span>
          <Chevron size={16} aria-hidden="true" />
        </button>
      </div>
      <div role="gridcell" className={styles.selected}>
        {t.selected(row.selected, row.shown)}
      </div>
    </>
  );
});

export function EntitlementCells({
  row,
  onToggle,
  onWho,
}: {
  readonly row: EntitlementTableRow;
  readonly onToggle: (row: TableRow, isRange: boolean) => void;
  /** Opens the list of the entitlement's holders. */
  readonly onWho: (row: TableRow) => void;
}) {
  const t = useMessages(builderMessages);
  const translate = useTranslate();
  const { count } = useFormats();
  const hint = row.hint === null ? null : translate(row.hint);
  return (
    <>
      <div role="gridcell" className={styles.entitlement}>
        <Checkbox
          tabIndex={-1}
          label={row.name}
          hideLabel
          checked={row.ticked}
          onChange={(_ticked, isRange) => onToggle(row, isRange)}
        />
        <span className={styles.nameAndHint}>
          <span className={styles.text} dir={textDirection(row.name)} data-tooltip={row.name}>
            {row.name}
          </span>
          {hint !== null && (
            <span className={styles.hint} data-tooltip={hint}>
              {hint}
            </span>
          )}
        </span>
        {row.inherited && (
          <span className={styles.path} data-tooltip={t.inheritedFrom(row.inherited)}>
            {t.origin(row.inherited)}
          </span>
        )}
      </div>
      <div role="gridcell" className={styles.percent}>
        <PercentBar
          percent={row.percent}
          tone={row.percent < LOW_COHESION_PERCENT ? "warning" : "accent"}
        />
      </div>
      <div role="gridcell" className={styles.heads}>
        <button
          type="button"
          tabIndex={-1}
          className={styles.who}
          aria-label={t.whoHas(row.name, row.holders, row.members)}
          onClick={() => onWho(row)}
        >
          {row.holders === null ? t.who : count(row.holders)}
          {row.holders !== null && <span className={styles.of}>{t.ofMembers(row.members)}</span>}
        </button>
      </div>
      <div role="gridcell" className={styles.mark}>
        {row.inPolicy && <Tag>{row.ticked ? t.inPolicy : t.toBeRemoved}</Tag>}
        {row.inherited && (
          // Clearing the checkbox does not end what another policy or an access role grants.
          <span data-tooltip={t.inheritedFrom(row.inherited)}>
            <Tag>{row.ticked ? t.inherited : t.stays}</Tag>
          </span>
        )}
      </div>
    </>
  );
}

export function LoadingCells() {
  return (
    <div role="gridcell" className={styles.entitlement} aria-busy="true">
      <span className="visually-hidden">{useMessages(uiMessages).loading}</span>
      <Skeleton width="40%" />
    </div>
  );
}
