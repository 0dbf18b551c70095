/** The columns of policy files that contain the first and the last day of each grant. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { isDay, type Days } from "#events/rules/periods.ts";
import type { CellsOf, Problem } from "../import/namedLines.ts";
import { invalid } from "../plugins/errors.ts";

const COLUMNS = ["valid_from", "valid_until"] as const;
type PeriodColumn = (typeof COLUMNS)[number];

export type PeriodFinder<Cells> = (
  cells: Cells,
  found: { readonly roleOid: string | null },
) => Days | Problem;

/**
 * Whether a file has the columns.
 *
 * @throws ApiError EINVALID if it has only one of them
 */
export function havePeriods(columns: readonly string[]): boolean {
  const [first, ...others] = COLUMNS.map((column) => columns.includes(column));
  if (others.some((other) => other !== first)) {
    throw invalid("/body/content", message("policyFile.onePeriodColumn"));
  }
  return first === true;
}

/** The days in the cells of a line. */
export function findPeriod(
  cells: CellsOf<PeriodColumn>,
  { roleOid }: { readonly roleOid: string | null },
): Days | Problem {
  for (const column of COLUMNS) {
    const value = cells[column];
    if (value === "") continue;
    if (!isDay(value)) return problemOf(column, message("policyFile.badDay", { value }));
    if (roleOid === null) return problemOf(column, message("policyFile.periodOfNothing"));
  }
  const { valid_from: from, valid_until: until } = cells;
  return from !== "" && until !== "" && until < from
    ? problemOf("valid_until", message("accessRoles.badPeriod"))
    : { from, until };
}

const problemOf = (column: PeriodColumn, reason: Message): Problem => ({
  problem: message("policyFile.cell", { column, reason }),
});
