import { IconFolder, IconId } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useCallback } from "react";
import type { TreeOrg } from "#events/entities/grouping.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { NoResults } from "../../ui/NoResults.tsx";
import { VirtualRows } from "../../ui/virtual-rows/VirtualRows.tsx";
import { Whole } from "../../ui/Whole.tsx";
import type { Dragging } from "./dragging.ts";
import { groupingMessages } from "./messages.ts";
import { $found, $paths, MAX_RESULTS, search } from "./searchModel.ts";
import { $selection, selectable, selectOrg } from "./selectionModel.ts";
import { retryTree } from "./treeModel.ts";
import styles from "./groupings.module.css";

const RESULT_HEIGHT = 52;
const NONE: readonly TreeOrg[] = [];

/** The orgs that match the search, each with the groups above it. */
export function SearchResults({ dragging }: { readonly dragging: Dragging }) {
  const t = useMessages(groupingMessages);
  const translate = useTranslate();
  const { found, paths, selection, select, type, retry } = useUnit({
    found: $found,
    paths: $paths,
    selection: $selection,
    select: selectOrg,
    type: search,
    retry: retryTree,
  });
  const orgs = found.value?.orgs ?? NONE;
  const renderRow = useCallback(
    (_index: number, org: TreeOrg | null) => {
      if (org === null) return null;
      const path = paths[org.oid];
      const Icon = org.isGroup ? IconFolder : IconId;
      return (
        <>
          <div role="gridcell" className={styles.check}>
            <Checkbox
              label={t.select(org.displayName)}
              hideLabel
              tabIndex={-1}
              checked={selection[org.oid] !== undefined}
              onChange={(isSelected) => select({ org: selectable(org), isSelected })}
            />
          </div>
          <div
            role="gridcell"
            draggable
            className={styles.name}
            onDragStart={(event) => dragging.startWithOrg(event, selectable(org))}
          >
            <Icon size={16} className={styles.icon} aria-hidden="true" />
            <div className={styles.texts}>
              <span className={styles.text}>
                <Whole text={org.displayName} />
              </span>
              <span className={styles.summary}>
                <Whole
                  text={path === undefined ? "…" : path.length === 0 ? t.pathTop : path.join(" / ")}
                />
              </span>
            </div>
          </div>
          <div role="gridcell" className={styles.number}>
            {t.people(org.memberCount)}
          </div>
        </>
      );
    },
    [t, paths, selection, select, dragging],
  );
  const contentOf = useCallback((index: number) => orgs[index] ?? null, [orgs]);
  const rowTraits = useCallback(
    (_index: number, org: TreeOrg | null) => ({
      className: styles.row,
      selected: org !== null && selection[org.oid] !== undefined,
    }),
    [selection],
  );
  if (found.status === "failed") {
    return (
      <LoadFailed
        title={t.failed}
        reason={found.failure && translate(found.failure.reason)}
        onRetry={() => retry({})}
      />
    );
  }
  return (
    <>
      <VirtualRows<TreeOrg>
        ariaLabel={t.results}
        className={styles.rows}
        rowCount={orgs.length}
        rowHeight={RESULT_HEIGHT}
        contentOf={contentOf}
        renderRow={renderRow}
        rowTraits={rowTraits}
        multiselectable
        busy={found.status === "loading"}
        onToggle={(index) => {
          const org = orgs[index];
          if (org) select({ org: selectable(org), isSelected: selection[org.oid] === undefined });
        }}
        empty={found.status === "ready" ? <NoResults onClear={() => type({ text: "" })} /> : null}
      />
      {found.value?.hasMore && <p className={styles.note}>{t.moreResults(MAX_RESULTS)}</p>}
    </>
  );
}
