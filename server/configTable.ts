/** Writes the configuration tables of the root's README from `settings.ts`: `node --import tsx server/configTable.ts`. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { SETTINGS } from "./settings.ts";

const START = "<!-- configuration: written by server/configTable.ts -->";
const END = "<!-- end of configuration -->";
const HEADER = ["variable", "default", "meaning"];

/** The README with the tables between its markers replaced. */
export function withConfigTables(readme: string): string {
  const start = readme.indexOf(START);
  const end = readme.indexOf(END);
  if (start === -1 || end < start) throw new Error("README.md lacks the configuration markers");
  return `${readme.slice(0, start)}${START}\n\n${tables()}\n\n${readme.slice(end)}`;
}

function tables(): string {
  const settings = Object.values(SETTINGS);
  const groups = [...new Set(settings.map(({ group }) => group))];
  return groups
    .map((name) => {
      const rows = settings
        .filter(({ group }) => group === name)
        .map((setting) => [`\`${setting.variable}\``, shownDefault(setting), setting.meaning]);
      return `### ${name}\n\n${table([HEADER, ...rows])}`;
    })
    .join("\n\n");
}

function shownDefault(setting: {
  readonly fallback: string | null;
  readonly shownDefault?: string;
}): string {
  return setting.shownDefault ?? (setting.fallback || "–");
}

/** Pads columns to their longest cell, as the formatter does. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = HEADER.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const [header = [], ...body] = rows;
  const rule = widths.map((width) => "-".repeat(width));
  return [header, rule, ...body].map(lineOf).join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = fileURLToPath(new URL("../README.md", import.meta.url));
  writeFileSync(path, withConfigTables(readFileSync(path, "utf8")));
}
