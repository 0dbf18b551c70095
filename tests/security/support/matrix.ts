/** The permission matrix as a readable page. */
import type { Verdict } from "#events/rules/permissions.ts";

export interface MatrixRow {
  /** A call's method and endpoint, or a screen's path. */
  readonly what: string;
  /** Its requirement. */
  readonly asks: string;
  /** By column. */
  readonly verdicts: readonly Verdict[];
}

const CELLS: Readonly<Record<Verdict, string>> = {
  allowed: "yes",
  unauthenticated: "401",
  forbidden: "403",
};

/** A Markdown table with aligned columns, as the formatter writes it. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, at) =>
    Math.max(3, ...[head, ...rows].map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, at) => (cells[at] ?? "").padEnd(width)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/**
 * @param columns names of the holders of `verdicts`, in order; each appears in the tables as a letter.
 * @param others number of further holders with the same requests.
 */
export function writeMatrix(
  columns: readonly string[],
  calls: readonly MatrixRow[],
  screens: readonly MatrixRow[],
  others: number,
): string {
  const letters = columns.map((_, at) => String.fromCharCode("A".charCodeAt(0) + at));
  const table = (what: string, rows: readonly MatrixRow[]) =>
    toTable(
      [what, "asks for", ...letters],
      rows.map((row) => [row.what, row.asks, ...row.verdicts.map((verdict) => CELLS[verdict])]),
    );
  return `# Who may do what

Written and compared by \`permissions.test.ts\`, which tries it on the server. When calls, screens or permissions change:
\`npx vitest run tests/security/permissions.test.ts -u\`, and read the difference before it is committed.

${calls.length} calls and ${screens.length} screens were tried by ${columns.length + others} holders, a visitor among them: those below, whoever has everything but one
code and is no super-user, each code from a role of its own, everything without the resource, and nothing but the name
of owner. In all ${(calls.length + screens.length) * (columns.length + others)} answers were as the permissions say.

A user is asked for each group's codes and no other; "super-user" holds the eight codes that make one. The resource that
is tried is everybody's own but the super-user's. 401: nobody is signed in (a screen leads to the sign-in page). 403: the
permission or the resource is missing (a screen leads to /errors/403).

${toTable(
  ["", "who"],
  columns.map((name, at) => [letters[at] ?? "", name]),
)}

## Calls

${table("call", calls)}

## Screens

${table("screen", screens)}
`;
}
