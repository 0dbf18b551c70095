/** The result for users and for programs. */
import { renderMessage, type Message } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { closedImportGates } from "#events/rules/importGates.ts";
import type { UndoneImport } from "./history/undoByNumber.ts";
import {
  COUNTED,
  type ChangeCounts,
  type ImportedClient,
  type ImportResult,
  type Rejection,
} from "./types.ts";

const KINDS = [
  "added",
  "updated",
  "unchanged",
  "removed",
  "rejected",
] as const satisfies readonly (keyof ChangeCounts)[];
const REJECTED_SHOWN = 100;

const format = new Intl.NumberFormat("en-US");

const REJECTED_IN_PIECE = 1000;

/** The result as one line of JSON, in chunks, because millions of rejected records exceed the maximum string length. */
export function* formatJson({ rejectedRows, ...rest }: ImportResult): Generator<string> {
  const warnings = rest.warnings.map(inEnglish);
  yield `${JSON.stringify({ ...rest, warnings }).slice(0, -1)},"rejectedRows":[`;
  for (let at = 0; at < rejectedRows.length; at += REJECTED_IN_PIECE) {
    const rows = rejectedRows.slice(at, at + REJECTED_IN_PIECE);
    const piece = JSON.stringify(rows.map(rejectionInEnglish)).slice(1, -1);
    yield at === 0 ? piece : `,${piece}`;
  }
  yield "]}\n";
}

export function formatResult(result: ImportResult, skipRejected: boolean): string {
  const parts = [headline(result, skipRejected), formatCounts(result)];
  if (result.dryRun && closedImportGates(result).length > 0) {
    parts.push(
      [
        "This plan changes so much that it needs your approval:",
        ...formatGates(result),
        `To write exactly this plan, run the command without --dry-run and with --apply-plan ${result.planHash}`,
      ].join("\n"),
    );
  }
  if (result.client.created && result.client.others > 0) {
    parts.push(
      `${result.client.name} is one of ${format.format(result.client.others + 1)} clients. Choose it by the name at the top of the page.`,
    );
  }
  if (result.accessGranted.length > 0) {
    parts.push(`Access to ${result.client.name} was given to ${result.accessGranted.join(", ")}.`);
  }
  if (result.client.created) parts.push(GRANT_HINT);
  if (result.importNo !== null) {
    if (isCountedUnchanged(result)) {
      parts.push("Records that were ended or added by hand now belong to this import.");
    }
    parts.push(
      `This is import ${result.importNo} of ${result.client.name}. To undo it: npm run import -- --client ${quoted(result.client.name)} --undo ${result.importNo}`,
    );
  }
  if (result.warnings.length > 0)
    parts.push(result.warnings.map((warning) => `Note: ${inEnglish(warning)}`).join("\n"));
  if (result.rejectedRows.length > 0) parts.push(formatRejected(result));
  return `${parts.join("\n\n")}\n`;
}

/**
 * A plan that needs approval.
 *
 * @param approved the hash that the operator gave, which is that of another plan.
 */
export function formatWaiting(result: ImportResult, approved: string | undefined): string {
  const reason =
    approved === undefined
      ? "Nothing was imported: the plan changes so much that it needs your approval."
      : "Nothing was imported: the files or the directory have changed, so this is not the plan that you approved.";
  const parts = [
    [reason, ...formatGates(result)].join("\n"),
    formatCounts(result),
    `To write exactly this plan, run the command again with --apply-plan ${result.planHash}\nTo reject it, correct the files.`,
  ];
  return `${parts.join("\n\n")}\n`;
}

export function formatUndone({ client, no, changes }: UndoneImport): string {
  return `Import ${no} into ${client} was undone: ${format.format(changes)} ${changes === 1 ? "record is" : "records are"} as before.\n`;
}

/** A name as one word of a POSIX shell. */
function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

function formatGates(result: ImportResult): readonly string[] {
  return closedImportGates(result).map((gate) =>
    gate.kind === "people"
      ? `  ${format.format(gate.rewritten)} of ${format.format(gate.of)} people would get another name, job, department or location. Check that no column of the file is shifted.`
      : `  ${format.format(gate.removed)} of ${format.format(gate.of)} ${gate.kind} would be removed.`,
  );
}

const GRANT_HINT =
  "Only the first account has every client. Give others access with --grant USERNAME.";

function headline(result: ImportResult, skipRejected: boolean): string {
  const { client, dryRun, mode } = result;
  const rejected = result.rejectedRows.length;
  if (rejected > 0 && !skipRejected) {
    return `Nothing was imported into ${client.name}: ${format.format(rejected)} ${rejected === 1 ? "record is rejected. Correct it, or leave it" : "records are rejected. Correct them, or leave them"} out with --skip-rejected.`;
  }
  if (dryRun) {
    return `Dry run, nothing was written. A ${mode} into ${client.name}${wouldBe(client)} would change:`;
  }
  if (!result.changed || (result.importNo === null && isAccessAlone(result)))
    return `${client.name} is unchanged: it holds all of it already.`;
  return `Imported into ${client.name}${isNow(client)} (${mode}):`;
}

/** Whether the import changed only access to the client. */
function isAccessAlone(result: ImportResult): boolean {
  return result.accessGranted.length > 0 && isCountedUnchanged(result);
}

/** Whether the import changed at most what it does not count: whom records belong to, and access to the client. */
function isCountedUnchanged({ client, ...counts }: ImportResult): boolean {
  if (client.created || client.formerName !== null) return false;
  return COUNTED.every((name) => {
    const { added, updated, removed } = counts[name];
    return added + updated + removed === 0;
  });
}

function isNow({ created, formerName }: ImportedClient): string {
  if (formerName !== null) return `, the new name of ${formerName}`;
  return created ? ", a new client" : "";
}

function wouldBe({ id, formerName }: ImportedClient): string {
  if (formerName !== null) return `, as ${formerName} would be called,`;
  return id === null ? ", which would be a new client," : "";
}

function formatCounts(result: ImportResult): string {
  const rows = [
    ["", ...KINDS],
    ...COUNTED.map((name) => [name, ...KINDS.map((kind) => format.format(result[name][kind]))]),
  ];
  const widths = KINDS.map((_, at) => Math.max(...rows.map((row) => row[at + 1]?.length ?? 0)));
  return rows
    .map(
      ([name = "", ...cells]) =>
        `  ${name.padEnd(12)}${cells.map((cell, at) => `  ${cell.padStart(widths[at] ?? 0)}`).join("")}`,
    )
    .join("\n");
}

function formatRejected({ rejectedRows }: ImportResult): string {
  const lines = rejectedRows
    .slice(0, REJECTED_SHOWN)
    .map(rejectionInEnglish)
    .map(({ file, line, column, reason }) =>
      oneLine(`  ${file}:${line}${column === null ? "" : ` ${column}`}: ${reason}`),
    );
  const more = rejectedRows.length - lines.length;
  if (more > 0) lines.push(`  and ${format.format(more)} more, which --json lists.`);
  return `Rejected records:\n${lines.join("\n")}`;
}

function rejectionInEnglish({ reason, ...rejection }: Rejection) {
  return { ...rejection, reason: inEnglish(reason) };
}

function inEnglish(text: Message): string {
  return renderMessage(ENGLISH, text);
}

/** Values may contain line feeds, but a rejected record takes one line. */
function oneLine(text: string): string {
  return text.replace(/[\t\n\r]+/g, " ");
}
