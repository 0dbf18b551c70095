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

\`permissions.test.ts\` writes this file and compares it with the answers of the server. When calls, screens or permissions
change, run \`npx vitest run tests/security/permissions.test.ts -u\` and read the difference before you commit it.

${columns.length + others} holders tried ${calls.length} calls and ${screens.length} screens. The tables list ${columns.length} of them: a visitor and typical users. The
other ${others} are users who lack one code and are no super-user, a user with one role for each code, a user with
all codes but one who does not own the resource, and a user without codes whose role is called Owner. All ${(calls.length + screens.length) * (columns.length + others)} answers
agreed with the permissions.

A user named after a group holds the codes of this group and no others. "super-user" holds the eight codes that make one.
All users own the tested resource, except the super-user. 401: nobody is signed in (a screen leads to the sign-in page).
403: the permission or the resource is missing (a screen leads to /errors/403).

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
