/** A CSV file of policies: a line for each entitlement in the policy of an org. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { FileProblem } from "#events/entities/policyChange.ts";
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
import { isUuid } from "../plugins/validation.ts";
import { POLICY_FILE_COLUMNS } from "./grants.ts";
import type { ChangeScope } from "./scope.ts";

type Column = keyof typeof POLICY_FILE_COLUMNS;
const COLUMNS = Object.keys(POLICY_FILE_COLUMNS);
const REQUIRED: readonly Column[] = ["org", "resource", "entitlement"];

const MAX_LINES = 500_000;

/** What the policies of the orgs of a file are to be. An org without a pair gets an empty policy. */
export interface WantedPolicies {
  readonly orgOids: readonly string[];
  readonly pairs: readonly { readonly orgOid: string; readonly roleOid: string }[];
}

export interface ReadFile {
  readonly wanted: WantedPolicies;
  readonly problems: readonly FileProblem[];
}

/**
 * @param content the bytes of the file in Base64
 * @throws ApiError EINVALID where the file as a whole is at fault
 */
export async function readPolicyFile(
  db: Kysely<Database>,
  clientId: string,
  content: string,
): Promise<ReadFile> {
  const lines = await readPostedCsv(content, "policies.csv", readLines);
  const findOrg = await orgFinder(db, clientId);
  const findRole = await roleFinder(db, clientId, lines);
  const problems: FileProblem[] = [];
  const orgOids = new Set<string>();
  const pairs = new Map<string, { readonly orgOid: string; readonly roleOid: string }>();
  for (const { line, cells } of lines) {
    const org = "code" in cells ? cells : findOrg(cells);
    const role = "code" in cells || typeof org !== "string" ? null : findRole(cells);
    const problem = [org, role].find((one) => one !== null && typeof one !== "string");
    if (problem !== undefined && problem !== null && typeof problem !== "string") {
      problems.push({ line, reason: problem });
    } else if (typeof org === "string") {
      orgOids.add(org);
      if (typeof role === "string") pairs.set(`${org} ${role}`, { orgOid: org, roleOid: role });
    }
  }
  return { wanted: { orgOids: [...orgOids].toSorted(), pairs: [...pairs.values()] }, problems };
}

type Cells = Readonly<Record<Column, string>>;

interface Line {
  readonly line: number;
  /** Or what is wrong with the line. */
  readonly cells: Cells | Message;
}

async function readLines(table: TableSource): Promise<readonly Line[]> {
  checkHeader(table, COLUMNS, REQUIRED);
  const lines: Line[] = [];
  for await (const batch of table.batches) {
    for (const { line, values } of batch) {
      const [count, expected] = [values.length, table.columns.length];
      const cells =
        count === expected
          ? cellsOf(table.columns, values)
          : message("policyFile.columns", { count, expected });
      lines.push({ line, cells });
    }
    if (lines.length > MAX_LINES) {
      throw invalid("/body/content", message("policyFile.tooManyLines", { max: MAX_LINES }));
    }
  }
  return lines;
}

function cellsOf(columns: readonly string[], values: readonly string[]): Cells {
  const cell = (column: Column) => readCsvField(values[columns.indexOf(column)] ?? "").trim();
  return {
    orgType: cell("orgType"),
    org: cell("org"),
    resource: cell("resource"),
    entitlement: cell("entitlement"),
    orgOid: cell("orgOid").toLowerCase(),
    roleOid: cell("roleOid").toLowerCase(),
  };
}

type Finder<Found> = (cells: Cells) => Found | Message;

async function orgFinder(db: Kysely<Database>, clientId: string): Promise<Finder<string>> {
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
  return ({ org, orgOid, orgType }) => {
    if (orgOid !== "") {
      return oids.has(orgOid) ? orgOid : message("policyFile.unknownOrg", { name: orgOid });
    }
    if (org === "") return message("policyFile.noOrg");
    const named = (byName.get(org) ?? []).filter(({ type }) => orgType === "" || type === orgType);
    if (named.length > 1) return message("policyFile.ambiguousOrg", { name: org });
    return named[0]?.oid ?? message("policyFile.unknownOrg", { name: org });
  };
}

/** Finds null for a line that names no entitlement. */
async function roleFinder(
  db: Kysely<Database>,
  clientId: string,
  lines: readonly Line[],
): Promise<Finder<string | null>> {
  const all = lines.flatMap(({ cells }) => ("code" in cells ? [] : [cells]));
  const ids = all.map(({ roleOid }) => roleOid).filter((roleOid) => isUuid(roleOid));
  const names = all.filter(({ roleOid }) => roleOid === "").map(({ entitlement }) => entitlement);
  const { rows } = await sql<{ oid: string; name: string; resource: string }>`
    select e.role_oid as oid, e.name, r.name as resource
    from entitlements e join resources r on r.client_id = e.client_id and r.id = e.resource_id
    where e.client_id = ${clientId}
      and (e.role_oid = any(${toUuids([...new Set(ids)])}) or e.name = any(${[...new Set(names)]}))
  `.execute(db);
  const known = new Set(rows.map(({ oid }) => oid));
  const byName = new Map(rows.map(({ oid, name, resource }) => [`${resource}\0${name}`, oid]));
  return ({ resource, entitlement, roleOid }) => {
    if (roleOid === "" && entitlement === "") return null;
    const found =
      roleOid === "" ? byName.get(`${resource}\0${entitlement}`) : known.has(roleOid) && roleOid;
    const name = entitlement === "" ? roleOid : entitlement;
    return found || message("policyFile.unknownEntitlement", { name, resource });
  };
}

/** What the policies of the orgs get and lose by a file: rows (org_oid, role_oid, adds). */
export function wantedPairs(
  { clientId, at }: ChangeScope,
  { orgOids, pairs }: WantedPolicies,
): RawBuilder<unknown> {
  const [orgs, roles] = [
    toUuids(pairs.map(({ orgOid }) => orgOid)),
    toUuids(pairs.map(({ roleOid }) => roleOid)),
  ];
  const wanted = sql`select org_oid, role_oid from unnest(${orgs}, ${roles}) as t (org_oid, role_oid)`;
  const granted = sql`
    select i.org_oid, i.role_oid from inducements i
    where i.client_id = ${clientId} and i.org_oid = any(${toUuids(orgOids)})
      and ${validAt("i", at)}`;
  return sql`
    select org_oid, role_oid, true as adds from (${wanted} except ${granted}) added
    union all
    select org_oid, role_oid, false from (${granted} except ${wanted}) removed`;
}
