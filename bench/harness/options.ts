/** The bench's command line. Pure: arguments to options. */
import { parseArgs } from "node:util";

/** A case's options with their defaults. A case without a field does not accept the option. */
export interface CaseOptions {
  readonly rows?: number;
  readonly runs: number;
  readonly seed?: number;
}

export interface Settings {
  /** 0 if the case has none, like the seed. */
  readonly rows: number;
  readonly runs: number;
  readonly seed: number;
}

export interface Command {
  readonly name: string;
  readonly settings: Settings;
  /** Files to write all samples to, to write a baseline to, and to compare with. */
  readonly json: string | null;
  readonly baseline: string | null;
  readonly compare: string | null;
}

/** A request for help: about one case, or null for the list of cases. */
export interface Help {
  readonly help: string | null;
}

/** Invalid arguments; the message names them and the valid ones. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** @throws UsageError */
export function readCommand(
  words: readonly string[],
  cases: Readonly<Record<string, { readonly options: CaseOptions }>>,
): Command | Help {
  const { values, positionals } = parse(words);
  const [name, ...others] = positionals;
  if (name === undefined) {
    const { help = false, ...options } = values;
    if (!help && Object.keys(options).length > 0) {
      throw new UsageError("Options need a case before them.");
    }
    return { help: null };
  }
  const chosen = Object.hasOwn(cases, name) ? cases[name] : undefined;
  if (!chosen) {
    const known = Object.keys(cases).join(", ");
    throw new UsageError(`There is no case "${name}". The cases are ${known}.`);
  }
  if (values.help === true) return { help: name };
  if (others.length > 0) throw new UsageError(`One case at a time: "${others[0]}" is too much.`);
  const setting = (option: "rows" | "runs" | "seed", least: number): number => {
    const given = values[option];
    const standard = chosen.options[option];
    if (given === undefined) return standard ?? 0;
    if (standard === undefined) throw new UsageError(`The case ${name} takes no --${option}.`);
    return wholeNumber(option, given, least);
  };
  return {
    name,
    settings: { rows: setting("rows", 1), runs: setting("runs", 1), seed: setting("seed", 0) },
    json: values.json ?? null,
    baseline: values.baseline ?? null,
    compare: values.compare ?? null,
  };
}

const OPTIONS = {
  rows: { type: "string" },
  runs: { type: "string" },
  seed: { type: "string" },
  json: { type: "string" },
  baseline: { type: "string" },
  compare: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError(error instanceof Error ? describe(error) : String(error));
  }
}

/** The parser's own message is about commands with any arguments. */
function describe({ message }: Error): string {
  const lacking = /^Option '(--\w+)(?: <value>)?' argument/.exec(message)?.[1];
  if (lacking !== undefined) return `${lacking} needs a value, which begins with no dash.`;
  const unknown = /^Unknown option '([^']*)'/.exec(message)?.[1];
  if (unknown === undefined) return message;
  const known = Object.keys(OPTIONS).map((option) => `--${option}`);
  return `There is no option ${unknown}. The options are ${known.join(", ")}.`;
}

function wholeNumber(option: string, text: string, least: number): number {
  const plain = text.replaceAll("_", "");
  const number = /^\d+$/.test(plain) ? Number(plain) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= least && number <= 0xff_ff_ff_ff) return number;
  throw new UsageError(`--${option} takes a whole number from ${least} on, not "${text}".`);
}

/** "--rows N (1000000)", for the list of cases. */
export function describeOptions({ rows, runs, seed }: CaseOptions): string {
  const known = Object.entries({ rows, runs, seed });
  return known
    .filter(([, value]) => value !== undefined)
    .map(([option, value]) => `--${option} N (${value})`)
    .join("  ");
}
