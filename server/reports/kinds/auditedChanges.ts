/** What was changed between two days, newest first, from the audit trail. */
import type { AuditEntry, AuditKindName } from "#events/entities/auditEntry.ts";
import { UUIDS_IN_TEXT } from "#events/rules/uuid.ts";
import { withNames } from "../../audit/names.ts";
import { AUDIT_TRAIL, toEntry } from "../../audit/queries.ts";
import type { JsonValue } from "../../db/columns.ts";
import { findAfter, type Cursor } from "../../lists/list.ts";
import type { ComputedRow, ReportMethod } from "./kind.ts";
import { barsOfPeriod } from "./periodBars.ts";

const PAGE = 1000;
/** Maximum characters of the values in a cell. */
const VALUES_MAX = 1000;

/**
 * What the report shows of the changes of each kind: with the old and new values, only with the names of the fields, or
 * not at all. The report is open to users who cannot see the audit trail. It leaves out changes of users, sign-in, the client
 * and the server, and the values of the settings of systems.
 */
const SHOWN: Readonly<Record<AuditKindName, "values" | "fields" | "nothing">> = {
  orgs: "values",
  groupings: "values",
  policyChanges: "values",
  accessRoles: "values",
  cases: "values",
  identities: "values",
  systems: "fields",
  systemRuns: "fields",
  systemTasks: "fields",
  mappings: "fields",
  correlation: "fields",
  provisioning: "fields",
  entitlements: "fields",
  import: "fields",
  users: "nothing",
  bulkChanges: "nothing",
  systemUsers: "nothing",
  connectors: "nothing",
  clients: "nothing",
  onboarding: "nothing",
  mining: "nothing",
  reports: "nothing",
  session: "nothing",
  sessions: "nothing",
  password: "nothing",
  factors: "nothing",
  activation: "nothing",
  support: "nothing",
  server: "nothing",
};
const SHOWN_OF: ReadonlyMap<string, (typeof SHOWN)[AuditKindName]> = new Map(Object.entries(SHOWN));

export const auditedChanges: ReportMethod = async (request, { db, advance }) => {
  const { clientId } = request;
  const bars = barsOfPeriod(request, 1);
  const [start, end] = bars.period;
  const selection = {
    clientId,
    at: request.at,
    from: start.toISOString(),
    until: end.toISOString(),
  };
  const readRows = async function* (): AsyncGenerator<ComputedRow> {
    let after: Cursor | null = null;
    let oldest = end.getTime();
    do {
      const page = await readPage(after);
      for (const entry of await withNames(db, clientId, page.entries, ({ target }) => target)) {
        const at = new Date(entry.at);
        oldest = at.getTime();
        const area = areaOf(entry);
        const shown = SHOWN_OF.get(area) ?? "nothing";
        if (shown === "nothing") continue;
        bars.add(at, [1]);
        yield {
          cells: [
            oldest,
            entry.actor,
            area,
            entry.call,
            entry.targetName ?? entry.target,
            entry.fields.map(({ field }) => field).join(", ") || null,
            shown === "values" ? valuesOf(entry) : null,
          ],
        };
      }
      after = page.next;
      await advance((0.9 * (end.getTime() - oldest)) / (end.getTime() - start.getTime()));
    } while (after !== null);
  };
  const readPage = async (after: Cursor | null) => {
    const { items, next } = await findAfter(db, AUDIT_TRAIL, selection, { after, size: PAGE });
    return { entries: items.map(toEntry), next };
  };
  return { rows: readRows(), chart: bars.chart };
};

const areaOf = ({ call }: AuditEntry): string => call.split("/")[0] ?? "";

/** Maximum values of a list that a cell shows. */
const LISTED_MAX = 50;

/** The old and the new value of each field, with names instead of ids, and lists without the form of JSON. */
function valuesOf({ fields, names = [] }: AuditEntry): string | null {
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const textOf = (value: string | null) =>
    value === null || value === ""
      ? "–"
      : plainText(value).replaceAll(UUIDS_IN_TEXT, (id) => nameOf.get(id.toLowerCase()) ?? id);
  const text = fields.map(({ before, after }) => `${textOf(before)} → ${textOf(after)}`).join("; ");
  if (text === "") return null;
  return text.length > VALUES_MAX ? `${text.slice(0, VALUES_MAX)}…` : text;
}

/** @param value a text, or anything else as JSON */
function plainText(value: string): string {
  if (!/^[[{]/.test(value)) return value;
  try {
    return textOfJson(JSON.parse(value) as JsonValue);
  } catch {
    return value;
  }
}

function textOfJson(value: JsonValue): string {
  if (value === null || value === "") return "–";
  if (Array.isArray(value)) {
    if (value.length === 0) return "–";
    const shown = value.slice(0, LISTED_MAX).map(textOfJson);
    return value.length > LISTED_MAX ? `${shown.join(", ")}, …` : shown.join(", ");
  }
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${textOfJson(one)}`)
    .join(", ");
}
