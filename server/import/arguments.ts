/** The command line of the import. */
import { parseArgs } from "node:util";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { renderMessage } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { ImportError } from "./errors.ts";
import type { ImportMode } from "./types.ts";
import { checkText, isBlank } from "./values.ts";

export const USAGE = `Imports a directory from CSV files (.csv or .csv.gz, UTF-8, with commas or semicolons) or Excel workbooks (.xlsx).

  npm run import -- --identities FILE --access FILE [options]

  --identities FILE   id, username, givenName, familyName, email, jobTitle, department, location, manager;
                      id is required, any other column is kept as an attribute
  --access FILE       identityId, resource, account, entitlement; resource and account are required
  --client NAME       the client to import into, added where it is missing (default: the first one)
  --grant USERNAME    give this user access to the client; may be repeated. A new client is open to the first
                      account alone
  --mode MODE         merge (default): add and update;
                      replace: also remove what the access file lacks on the resources that it names
  --apply-plan HASH   write exactly the plan with this hash. A plan that removes more than 20 percent of the accounts,
                      entitlements or assignments, or gives more than 10 percent of the people another name, job,
                      department or location, is printed with its hash and not written without this option
  --undo NUMBER       undo an earlier import into the client, by the number that it printed; nothing changes if something
                      later depends on it
  --dry-run           count what would change, write nothing; a plan that needs approval is printed with its hash
  --skip-rejected     import the valid records although others are rejected
  --json              print the result as one JSON object
  --help              print this text

The directory is ./data, that of PROVISION_DATA_DIR, or the PostgreSQL of DATABASE_URL.
The server can keep running during an import.
Exit codes: 0 imported, 2 rejected records or bad input, 3 another import has the directory open,
            4 the plan needs approval with --apply-plan, 1 anything else.
`;

export interface ImportArguments {
  readonly identities: string | undefined;
  readonly access: string | undefined;
  readonly client: string | undefined;
  readonly grant: readonly string[];
  readonly mode: ImportMode;
  /** The hash of the plan that the operator approved. */
  readonly applyPlan: string | undefined;
  /** The number of the import to undo. */
  readonly undo: number | undefined;
  readonly dryRun: boolean;
  readonly skipRejected: boolean;
  readonly json: boolean;
  readonly help: boolean;
}

/** @throws ImportError EUSAGE, with a message that says what to change. */
export function readArguments(argv: readonly string[]): ImportArguments {
  const values = parse(argv);
  const { client, grant = [], mode = "merge" } = values;
  if (mode !== "merge" && mode !== "replace") {
    throw usageError(`--mode is merge or replace, not "${mode}".`);
  }
  if (client !== undefined) {
    if (isBlank(client)) throw usageError("The name of --client is empty.");
    const problem = checkText(client, TEXT_MAX_LENGTH);
    if (problem) {
      throw usageError(
        `The name of --client is invalid. ${renderMessage(ENGLISH, problem.reason)}`,
      );
    }
  }
  if (grant.some(isBlank)) throw usageError("--grant needs the username of a user.");
  if (values["apply-plan"] !== undefined && !/^[0-9a-f]{64}$/.test(values["apply-plan"])) {
    throw usageError("--apply-plan needs the hash of a plan: 64 hexadecimal digits in lower case.");
  }
  const undo = readUndo(values);
  for (const option of ["identities", "access"] as const) {
    if (values[option] === "") throw usageError(`--${option} needs the path of a file.`);
  }
  return {
    identities: values.identities,
    access: values.access,
    client,
    grant,
    mode,
    applyPlan: values["apply-plan"],
    undo,
    dryRun: values["dry-run"] ?? false,
    skipRejected: values["skip-rejected"] ?? false,
    json: values.json ?? false,
    help: values.help ?? false,
  };
}

/** @throws ImportError EUSAGE */
function readUndo(values: ReturnType<typeof parse>): number | undefined {
  if (values.undo === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(values.undo)) {
    throw usageError("--undo needs the number of an import, such as 3.");
  }
  const others = ["identities", "access", "grant", "mode", "apply-plan", "dry-run"] as const;
  const other = others.find((option) => values[option] !== undefined);
  if (other !== undefined) throw usageError(`--undo cannot be combined with --${other}.`);
  return Number(values.undo);
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        identities: { type: "string" },
        access: { type: "string" },
        client: { type: "string" },
        grant: { type: "string", multiple: true },
        mode: { type: "string" },
        "apply-plan": { type: "string" },
        undo: { type: "string" },
        "dry-run": { type: "boolean" },
        "skip-rejected": { type: "boolean" },
        json: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (error) {
    throw usageError(error instanceof Error ? `${error.message.replace(/\.?$/, ".")}` : "");
  }
}

function usageError(reason: string): ImportError {
  return new ImportError("EUSAGE", `${reason} 'npm run import -- --help' lists the options.`);
}
