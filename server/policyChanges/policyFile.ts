/**
 * Reads a CSV file of policies with a line for each entitlement, or for each access role, in the policy of an org. Lines
 * identify orgs and roles by ids or, without ids, by names.
 */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { FileProblem, Grant } from "#events/entities/policyChange.ts";
import { message } from "#events/messages/message.ts";
import type { Days } from "#events/rules/periods.ts";
import { entitlementFinder } from "../access/entitlementFinder.ts";
import { validAt } from "../access/periods.ts";
import type { Database } from "../db/schema.ts";
import {
  cellsIn,
  findAll,
  readNamedTable,
  type CellsOf,
  type Finder,
  type LineFormat,
  type NamedLine,
  type Problem,
} from "../import/namedLines.ts";
import { toUuids } from "../lists/sqlText.ts";
import { findPeriod, havePeriods, type PeriodFinder } from "./filePeriods.ts";
import { POLICY_FILE_COLUMNS, ROLE_POLICY_COLUMNS } from "./grants.ts";
import { roleFinder } from "./roleFinder.ts";
import { isReplaced, type ChangeScope } from "./scope.ts";

type Column = keyof typeof POLICY_FILE_COLUMNS;
type RoleColumn = keyof typeof ROLE_POLICY_COLUMNS;

const FORMAT: LineFormat<Column> = {
  name: "policies.csv",
  columns: Object.keys(POLICY_FILE_COLUMNS) as Column[],
  required: ["org", "resource", "entitlement"],
};

const ROLE_FORMAT: LineFormat<RoleColumn> = {
  name: "access-policies.csv",
  columns: Object.keys(ROLE_POLICY_COLUMNS) as RoleColumn[],
  required: ["org", "accessRole"],
};

export interface PostedFile {
  /** The bytes of the file in Base64. */
  readonly content: string;
  /** Whether the file names access roles instead of entitlements. */
  readonly accessRoles?: boolean | undefined;
}

interface WantedGrant extends Pick<Grant, "orgOid" | "roleOid"> {
  /** No limits in a file without periods. */
  readonly days: Days;
}

/** The entitlements, or access roles, that a file gives to its orgs. An org without a grant gets none. */
export interface WantedPolicies {
  readonly accessRoles: boolean;
  /** Whether the file has the columns of periods. Without them, it changes no period of a grant that is valid now. */
  readonly hasPeriods: boolean;
  /** Distinct, ascending. */
  readonly orgOids: readonly string[];
  /** Distinct in their orgs and roles. */
  readonly grants: readonly WantedGrant[];
}

export interface ReadFile {
  readonly wanted: WantedPolicies;
  readonly problems: readonly FileProblem[];
}

/**
 * Reads a file. With a resource in the scope, it names roles of this resource only.
 *
 * @throws ApiError EINVALID if the file as a whole is invalid
 */
export async function readPolicyFile(
  db: Kysely<Database>,
  scope: ChangeScope,
  { content, accessRoles = false }: PostedFile,
): Promise<ReadFile> {
  const holder = await orgFinder(db, scope.clientId);
  if (accessRoles) {
    const { columns, lines } = await readNamedTable(content, ROLE_FORMAT);
    const hasPeriods = havePeriods(columns);
    const { problems, ...wanted } = readGrants(lines, {
      holder,
      entitlement: await roleFinder(db, scope),
      period: findPeriod,
    });
    return { wanted: { accessRoles, hasPeriods, ...wanted }, problems };
  }
  const { columns, lines } = await readNamedTable(content, FORMAT);
  const hasPeriods = havePeriods(columns);
  const entitlement = await entitlementFinder(db, scope, cellsIn(lines));
  const { problems, ...wanted } = readGrants(lines, {
    holder,
    entitlement,
    period: findPeriod,
  });
  return { wanted: { accessRoles, hasPeriods, ...wanted }, problems };
}

/** Repeated lines count once. */
function readGrants<Columns extends string>(
  lines: readonly NamedLine<Columns>[],
  finders: {
    readonly holder: Finder<CellsOf<Columns>, FoundOrg>;
    readonly entitlement: Finder<CellsOf<Columns>, FoundRole>;
    readonly period: PeriodFinder<CellsOf<Columns>>;
  },
): Pick<WantedPolicies, "orgOids" | "grants"> & Pick<ReadFile, "problems"> {
  const problems: FileProblem[] = [];
  const orgOids = new Set<string>();
  const grants = new Map<string, WantedGrant & { readonly line: number }>();
  for (const named of lines) {
    const { line } = named;
    const found = findGrant(named, finders);
    if ("problem" in found) {
      problems.push({ line, reason: found.problem });
      continue;
    }
    const { orgOid, roleOid, days } = found;
    orgOids.add(orgOid);
    if (roleOid === null) continue;
    const key = `${orgOid} ${roleOid}`;
    const first = grants.get(key);
    if (!first) grants.set(key, { orgOid, roleOid, days, line });
    else if (first.days.from !== days.from || first.days.until !== days.until) {
      problems.push({ line, reason: message("policyFile.otherPeriod", { line: first.line }) });
    }
  }
  return { orgOids: [...orgOids].toSorted(), grants: [...grants.values()], problems };
}

/** What a line gives to an org. */
function findGrant<Columns extends string>(
  line: NamedLine<Columns>,
  { period, ...finders }: Parameters<typeof readGrants<Columns>>[1],
): (FoundOrg & FoundRole & { readonly days: Days }) | Problem {
  const found = findAll(line, finders);
  if ("problem" in found) return found;
  if ("problem" in line) return line;
  const days = period(line.cells, found.entitlement);
  return "problem" in days ? days : { ...found.holder, ...found.entitlement, days };
}

interface FoundOrg {
  readonly orgOid: string;
}

interface FoundRole {
  /** null: the line names none. */
  readonly roleOid: string | null;
}

async function orgFinder(
  db: Kysely<Database>,
  clientId: string,
): Promise<Finder<CellsOf<"org" | "orgType" | "orgOid">, FoundOrg>> {
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
  return ({ org, orgType, ...cells }) => {
    const orgOid = cells.orgOid.toLowerCase();
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

/** Selects org_oid and role_oid of the file's grants. */
export function selectWanted({ grants }: WantedPolicies): RawBuilder<unknown> {
  const orgs = toUuids(grants.map(({ orgOid }) => orgOid));
  const roles = toUuids(grants.map(({ roleOid }) => roleOid));
  return sql`select org_oid, role_oid from unnest(${orgs}, ${roles}) as t (org_oid, role_oid)`;
}

/**
 * Condition on an inducement `i`: the file decides about it. An export contains exactly these grants of its orgs: either
 * entitlements of the directory or active access roles, and no grants of another time.
 */
export const isOfFile = (scope: ChangeScope, wanted: WantedPolicies): RawBuilder<unknown> => sql`
  i.client_id = ${scope.clientId} and i.org_oid = any(${toUuids(wanted.orgOids)})
  and ${validAt("i", scope.at)} ${isReplaced(scope, wanted, sql`i.role_oid`)}`;

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
