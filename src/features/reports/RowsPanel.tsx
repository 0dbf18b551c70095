import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import {
  columnsOfKind,
  type CellType,
  type ReportColumn,
  type ReportColumnId,
  type ReportKind,
  type ReportRow,
} from "#events/entities/report.ts";
import {
  actionMessages,
  actionName,
  fieldMessages,
  fieldText,
  type ActionMessages,
  type FieldMessages,
} from "../../data/audit/index.ts";
import { useList } from "../../panels/useUnits.ts";
import { ExportLink } from "../../ui/ExportLink.tsx";
import type { Formats } from "../../ui/language/formats.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Panel } from "../../ui/Panel.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { CASE_ACTION_WIDTH, CaseAction, OpenCaseDialog, UnavailableCase } from "../cases/index.ts";
import { $showsHolders, HoldersButton, HoldersDialog } from "../holders/index.ts";
import { reportMessages, type ReportMessages } from "./messages.ts";
import { noteWorkbook, rowList } from "./reportModel.ts";
import { obstacleToCase, WITH_FINDINGS } from "./rules.ts";

/** The rows of a report, and their files. */
export function RowsPanel({
  reportId,
  kind,
  orgOid,
}: {
  readonly reportId: string;
  readonly kind: ReportKind;
  /** The org that the report is about; null: all people. */
  readonly orgOid: string | null;
}) {
  const t = useMessages(reportMessages);
  const formats = useFormats();
  const actions = useMessages(actionMessages);
  const fields = useMessages(fieldMessages);
  const list = useList(rowList);
  const { note, showsHolders } = useUnit({ note: noteWorkbook, showsHolders: $showsHolders });
  const messages = useMemo(() => ({ t, formats, actions, fields }), [t, formats, actions, fields]);
  const columns = useMemo(() => columnsOf(kind, messages), [kind, messages]);
  const { exportHref } = list;
  const rowActions = useCallback(
    (row: ReportRow) => {
      const { no, roleOid, cells, finding, caseId = null } = row;
      const name = String(cells[0] ?? t.noOrg);
      const obstacle = obstacleToCase(kind, row);
      return (
        <>
          {finding && (
            <CaseAction
              caseId={caseId}
              finding={{ ...finding, reportedIn: { reportId, no }, name }}
            />
          )}
          {obstacle !== null && <UnavailableCase name={name} reason={t.noCase[obstacle]} />}
          {roleOid != null && (
            <HoldersButton roleOid={roleOid} orgOid={orgOid} name={name} compact />
          )}
        </>
      );
    },
    [t, kind, reportId, orgOid],
  );
  return (
    <Panel title={t.rows}>
      <SharedTooltip>
        <ListPanel
          label={t.rows}
          list={list}
          rowKey={keyOf}
          columns={columns}
          searchLabel={t.search}
          csv
          summary={(row) => <Whole text={summaryOf(kind, row, messages)} />}
          actions={
            exportHref !== null && (
              <ExportLink
                href={exportHref.replace(".csv", ".xlsx")}
                label={t.exportXlsx}
                onExport={() => note({})}
              />
            )
          }
          {...(kind === "entitlements" && { rowActions, actionsWidth: 48 })}
          {...(WITH_FINDINGS.has(kind) && { rowActions, actionsWidth: CASE_ACTION_WIDTH })}
          empty={<p>{t.noRows}</p>}
          height="own"
        />
      </SharedTooltip>
      <HoldersDialog />
      <OpenCaseDialog isCovered={showsHolders} />
    </Panel>
  );
}

const keyOf = ({ no }: ReportRow) => String(no);

/** The texts of rows, and how they show numbers and times. */
interface RowMessages {
  readonly t: ReportMessages;
  readonly formats: Formats;
  readonly actions: ActionMessages;
  readonly fields: FieldMessages;
}

/** The column that narrow windows show beside the first one. Rows that can become cases have no room for it. */
const MAIN_COLUMNS: Readonly<Partial<Record<ReportKind, ReportColumnId>>> = {
  inactiveAccounts: "entitlements",
  policyCoverage: "share",
  entitlements: "holders",
  unheldRoles: "entitlements",
  nestedRoles: "share",
  policyChanges: "added",
  auditedChanges: "action",
};
/** The columns that narrow windows show below the first one. */
const SUMMARY_COLUMNS: Readonly<Record<ReportKind, readonly ReportColumnId[]>> = {
  outsidePolicy: ["resource", "outside"],
  orphanedAccounts: ["resource", "entitlements"],
  inactiveAccounts: ["person"],
  dormantAccounts: ["person", "days"],
  policyCoverage: ["members"],
  entitlements: ["resource"],
  holders: ["holding", "accounts", "paths"],
  unheldRoles: ["resource"],
  nestedRoles: ["relation", "other"],
  policyChanges: ["org", "actor"],
  auditedChanges: ["actor", "object"],
};
/** The number of columns in windows of medium width. */
const MEDIUM = 5;

/** The fixed widths of columns, in pixels. Texts share the rest, so that names of resources and people are whole. */
const TYPE_WIDTHS: Readonly<Partial<Record<CellType, number>>> = {
  count: 144,
  percent: 112,
  time: 200,
};
/** Their headers need more. */
const COLUMN_WIDTHS: Readonly<Partial<Record<ReportColumnId, number>>> = { days: 176, orgs: 216 };
/** The shares of long texts. Those of other columns are 1, or more for the first one. */
const GROWS: Readonly<Partial<Record<ReportColumnId, number>>> = {
  action: 2,
  fields: 1.6,
  values: 2,
  paths: 1.6,
};
const FIRST_GROW = 1.6;

function columnsOf(kind: ReportKind, messages: RowMessages): readonly ListColumn<ReportRow>[] {
  const columns = columnsOfKind(kind);
  return columns.map(({ id, type }, at) => ({
    id,
    header: messages.t.fields[id],
    sortable: true,
    ...(isNumber(type) && { align: "end" as const }),
    ...widthOf({ id, type }),
    grow: GROWS[id] ?? (at === 0 ? FIRST_GROW : 1),
    priority: at === 0 || id === MAIN_COLUMNS[kind] ? 1 : at < MEDIUM ? 2 : 3,
    cell: (row) => <Whole text={cellText(row.cells[at] ?? null, { id, type }, messages)} />,
  }));
}

function widthOf({ id, type }: ReportColumn): { readonly width?: number } {
  const width = COLUMN_WIDTHS[id] ?? TYPE_WIDTHS[type];
  return width === undefined ? {} : { width };
}

const isNumber = (type: CellType) => type === "count" || type === "percent";

/** The cells of the summary columns that have a value; numbers with the name of their column. */
function summaryOf(kind: ReportKind, { cells }: ReportRow, messages: RowMessages): string {
  const columns = columnsOfKind(kind);
  return SUMMARY_COLUMNS[kind]
    .flatMap((summaryId) => {
      const at = columns.findIndex(({ id }) => id === summaryId);
      const column = columns[at];
      const cell = cells[at] ?? null;
      if (!column || cell === null || cell === "") return [];
      const text = cellText(cell, column, messages);
      return isNumber(column.type) ? `${messages.t.fields[column.id]}: ${text}` : text;
    })
    .join(" · ");
}

function cellText(
  cell: string | number | null,
  { id, type }: ReportColumn,
  { t, formats: { count, percentColumn, moment }, actions, fields }: RowMessages,
): string {
  if (cell === null) return id === "org" ? t.noOrg : "–";
  if (typeof cell === "string") {
    if (id === "action") return actionName(actions, cell);
    if (id === "fields") {
      return cell
        .split(", ")
        .map((field) => fieldText(field, { t: fields }))
        .join(", ");
    }
    return codeTexts(id, t, actions)?.[cell] ?? (cell || "–");
  }
  if (type === "percent") return percentColumn(cell);
  return type === "time" ? moment(cell) : count(cell);
}

/** The texts of a column whose cells are codes. */
function codeTexts(
  id: ReportColumnId,
  t: ReportMessages,
  { kinds }: ActionMessages,
): Readonly<Record<string, string>> | undefined {
  if (id === "change") return t.changes;
  if (id === "reason") return t.reasons;
  if (id === "holding") return t.holdings;
  if (id === "area") return { ...kinds, policyChanges: kinds.orgs };
  return id === "relation" ? t.relations : undefined;
}
