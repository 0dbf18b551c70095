/**
 * Reads a CSV file of policies with a line for each entitlement in the policy of an org. Lines identify orgs and
 * entitlements by ids or, without ids, by names.
 */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { FileProblem, Grant } from "#events/entities/policyChange.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { readCsvField } from "#events/rules/csv.ts";
import { validAt } from "../access/loadGraph.ts";
import type { Database } from "../db/schema.ts";
import { checkHeader } from "../import/columns.ts";
import { readPostedCsv } from "../import/postedCsv.ts";
import type { TableSource } from "../import/types.ts";
import { toUuids } from "../lists/sqlText.ts";
import { invalid } from "../plugins/errors.ts";
import { isUuid } from "#events/rules/uuid.ts";
import { POLICY_FILE_COLUMNS } from "./grants.ts";
import type { ChangeScope } from "./scope.ts";

type Column = keyof typeof POLICY_FILE_COLUMNS;
const COLUMNS = Object.keys(POLICY_FILE_COLUMNS);
const REQUIRED: readonly Column[] = ["org", "resource", "entitlement"];

const MAX_LINES = 500_000;

type GrantKey = Pick<Grant, "orgOid" | "roleOid">;

/** The entitlements that a file gives to its orgs. An org without a grant gets none. */
export interface WantedPolicies {
  /** Distinct, ascending. */
  readonly orgOids: readonly string[];
  /** Distinct. */
  readonly grants: readonly GrantKey[];
}

export interface ReadFile {
  readonly wanted: WantedPolicies;
  readonly problems: readonly FileProblem[];
}

/**
 * @param content the bytes of the file in Base64; with a resource in the scope, it names entitlements of this resource only
 * @throws ApiError EINVALID if the file as a whole is invalid
 */
export async function readPolicyFile(
  db: Kysely<Database>,
  scope: ChangeScope,
  content: string,
): Promise<ReadFile> {
  const lines = await readPostedCsv(content, "policies.csv", readLines);
  const findOrg = await orgFinder(db, scope.clientId);
  const findRole = await roleFinder(db, scope, lines);
  const problems: FileProblem[] = [];
  const orgOids = new Set<string>();
  const grants = new Map<string, GrantKey>();
  for (const line of lines) {
    const found = resolveLine(line, findOrg, findRole);
    if ("problem" in found) {
      problems.push({ line: line.line, reason: found.problem });
      continue;
    }
    const { orgOid, roleOid } = found;
    orgOids.add(orgOid);
    if (roleOid !== null) grants.set(`${orgOid} ${roleOid}`, { orgOid, roleOid });
  }
  return { wanted: { orgOids: [...orgOids].toSorted(), grants: [...grants.values()] }, problems };
}

interface Problem {
  readonly problem: Message;
}

interface FoundOrg {
  readonly orgOid: string;
}

interface FoundRole {
  /** null: the line names no entitlement. */
  readonly roleOid: string | null;
}

type Finder<Found> = (cells: Cells) => Found | Problem;

function resolveLine(
  line: Line,
  findOrg: Finder<FoundOrg>,
  findRole: Finder<FoundRole>,
): (FoundOrg & FoundRole) | Problem {
  if ("problem" in line) return line;
  const org = findOrg(line.cells);
  if ("problem" in org) return org;
  const role = findRole(line.cells);
  if ("problem" in role) return role;
  return { ...org, ...role };
}

type Cells = Readonly<Record<Column, string>>;

type Line = { readonly line: number } & ({ readonly cells: Cells } | Problem);

async function readLines(table: TableSource): Promise<readonly Line[]> {
  checkHeader(table, COLUMNS, REQUIRED);
  const lines: Line[] = [];
  for await (const batch of table.batches) {
    for (const { line, values } of batch) lines.push({ line, ...parseLine(table.columns, values) });
    if (lines.length > MAX_LINES) {
      throw invalid("/body/content", message("policyFile.tooManyLines", { max: MAX_LINES }));
    }
  }
  return lines;
}

function parseLine(
  columns: readonly string[],
  values: readonly string[],
): { readonly cells: Cells } | Problem {
  const [count, expected] = [values.length, columns.length];
  if (count !== expected) return { problem: message("policyFile.columns", { count, expected }) };
  const cell = (column: Column) => readCsvField(values[columns.indexOf(column)] ?? "").trim();
  return {
    cells: {
      orgType: cell("orgType"),
      org: cell("org"),
      resource: cell("resource"),
      entitlement: cell("entitlement"),
      orgOid: cell("orgOid").toLowerCase(),
      roleOid: cell("roleOid").toLowerCase(),
    },
  };
}

async function orgFinder(db: Kysely<Database>, clientId: string): Promise<Finder<FoundOrg>> {
  const orgs = await db
    .selectFrom("orgs")
    .select(["oid", "type", "display_name"])
    .where("client_id", "=", clientId)
    .execute();
  const oids = new Set(orgs.map(({ oid }) => oid));
  const byName = new Map<string, typeof orgs>();
  for (const org of orgs) {
    const named = byName.get(org.display_name);
    if (named) named.push(org);
    else byName.set(org.display_name, [org]);
  }
  const unknown = (name: string) => ({ problem: message("policyFile.unknownOrg", { name }) });
  return ({ org, orgOid, orgType }) => {
    if (orgOid !== "") return oids.has(orgOid) ? { orgOid } : unknown(orgOid);
    if (org === "") return { problem: message("policyFile.noOrg") };
    const [found, ...others] = (byName.get(org) ?? []).filter(
      ({ type }) => orgType === "" || type === orgType,
    );
    if (!found) return unknown(org);
    if (others.length > 0) return { problem: message("policyFile.ambiguousOrg", { name: org }) };
    return { orgOid: found.oid };
  };
}

async function roleFinder(
  db: Kysely<Database>,
  { clientId, resourceId }: ChangeScope,
  lines: readonly Line[],
): Promise<Finder<FoundRole>> {
  const all = lines.flatMap((line) => ("cells" in line ? [line.cells] : []));
  const ids = all.map(({ roleOid }) => roleOid).filter((roleOid) => isUuid(roleOid));
  const names = all.filter(({ roleOid }) => roleOid === "").map(({ entitlement }) => entitlement);
  const { rows } = await sql<{ oid: string; name: string; resource: string }>`
    select e.role_oid as oid, e.name, r.name as resource
    from entitlements e join resources r on r.client_id = e.client_id and r.id = e.resource_id
    where e.client_id = ${clientId}
      ${resourceId === null ? sql`` : sql`and e.resource_id = ${resourceId}`}
      and (e.role_oid = any(${toUuids([...new Set(ids)])}) or e.name = any(${[...new Set(names)]}))
  `.execute(db);
  const oids = new Set(rows.map(({ oid }) => oid));
  const byName = new Map(rows.map(({ oid, name, resource }) => [`${resource}\0${name}`, oid]));
  const oidOf = ({ resource, entitlement, roleOid }: Cells) => {
    if (roleOid === "") return byName.get(`${resource}\0${entitlement}`);
    return oids.has(roleOid) ? roleOid : undefined;
  };
  return (cells) => {
    const { resource, entitlement, roleOid } = cells;
    if (roleOid === "" && entitlement === "") return { roleOid: null };
    const found = oidOf(cells);
    if (found !== undefined) return { roleOid: found };
    const name = entitlement === "" ? roleOid : entitlement;
    return { problem: message("policyFile.unknownEntitlement", { name, resource }) };
  };
}

/** Selects org_oid and role_oid of the file's grants. */
export function selectWanted({ grants }: WantedPolicies): RawBuilder<unknown> {
  const orgs = toUuids(grants.map(({ orgOid }) => orgOid));
  const roles = toUuids(grants.map(({ roleOid }) => roleOid));
  return sql`select org_oid, role_oid from unnest(${orgs}, ${roles}) as t (org_oid, role_oid)`;
}

/**
 * Condition on an inducement `i`: the file decides about it. An export contains exactly these grants of its orgs: no
 * access roles, no grants of another time, and no entitlements that have left the directory.
 */
export const isOfFile = (
  { clientId, resourceId, at }: ChangeScope,
  { orgOids }: WantedPolicies,
): RawBuilder<unknown> => sql`
  i.client_id = ${clientId} and i.org_oid = any(${toUuids(orgOids)}) and ${validAt("i", at)}
  and exists (
    select from entitlements e where e.client_id = i.client_id and e.role_oid = i.role_oid
      ${resourceId === null ? sql`` : sql`and e.resource_id = ${resourceId}`})`;

/** Selects the pairs for `planPairs` that turn the current policies of the file's orgs into those of the file. */
export function wantedPairs(scope: ChangeScope, wanted: WantedPolicies): RawBuilder<unknown> {
  const inFile = selectWanted(wanted);
  const granted = sql`
    select i.org_oid, i.role_oid from inducements i where ${isOfFile(scope, wanted)}`;
  return sql`
    select org_oid, role_oid, true as adds from (${inFile} except ${granted}) added
    union all
    select org_oid, role_oid, false from (${granted} except ${inFile}) removed`;
}
