/** Who holds an entitlement, and who lacks it although a policy or an assigned access role grants it. */
import { sql, type Kysely } from "kysely";
import { NO_SUBJECT, type Finding } from "#events/entities/case.ts";
import type { PolicyPath } from "#events/entities/holder.ts";
import type { Holding } from "#events/entities/report.ts";
import { pathTexts } from "#events/rules/policyPaths.ts";
import { grantingPaths } from "../../access/policyPaths.ts";
import type { Database } from "../../db/schema.ts";
import { personName } from "../../directory/personName.ts";
import { toUuids } from "../../lists/sqlText.ts";
import {
  highestBars,
  ReportImpossible,
  type ComputedRow,
  type ReportMethod,
  type ReportRequest,
} from "./kind.ts";
import { scanAccess } from "./scanAccess.ts";

/** People per query. */
const CHUNK = 500;

export const holders: ReportMethod = async (request, tools) => {
  const { clientId } = request;
  const roleOid = request.roleOid ?? null;
  if (roleOid === null) throw new Error("A report about holders has an entitlement");
  const entitlement = await tools.db
    .selectFrom("entitlements")
    .select(["no", "resource_id as resourceId"])
    .where("client_id", "=", clientId)
    .where("role_oid", "=", roleOid)
    .executeTakeFirst();
  if (!entitlement) throw new ReportImpossible("entitlementGone");
  const { no, resourceId } = entitlement;
  const found: { readonly oid: string; readonly holding: Holding }[] = [];
  const byOrg = new Map<number, [byPolicy: number, outside: number]>();
  const directory = await scanAccess(
    { ...request, resourceId },
    tools,
    ({ oid, orgs, isHeld, isGranted }, { indexOfNo }) => {
      const index = indexOfNo[no] ?? -1;
      const isHolder = isHeld(index);
      if (!isHolder && !isGranted(index)) return;
      found.push({
        oid,
        holding: !isHolder ? "missing" : isGranted(index) ? "byPolicy" : "outside",
      });
      if (!isHolder) return;
      for (const org of orgs) {
        const counts = byOrg.get(org) ?? [0, 0];
        byOrg.set(org, counts);
        counts[isGranted(index) ? 0 : 1]++;
      }
    },
  );
  const readRows = async function* (): AsyncGenerator<ComputedRow> {
    for (let first = 0; first < found.length; first += CHUNK) {
      const chunk = found.slice(first, first + CHUNK);
      const oids = chunk.map(({ oid }) => oid);
      const people = await readPeople(tools.db, { ...request, roleOid, resourceId, no }, oids);
      for (const { oid, holding } of chunk) {
        const person = people.get(oid);
        // Removed in the meantime.
        if (!person) continue;
        yield {
          finding: findingOf(oid, roleOid, holding),
          cells: [
            person.name,
            holding,
            person.accounts.join(", ") || null,
            pathTexts(person.paths).join("; ") || null,
          ],
        };
      }
      await tools.advance(0.9);
    }
  };
  return {
    rows: readRows(),
    chart: () =>
      highestBars(
        [...byOrg].map(([org, values]) => ({ label: directory.orgs[org]?.name ?? "", values })),
      ),
  };
};

function findingOf(identityOid: string, roleOid: string, holding: Holding): Finding | undefined {
  if (holding === "byPolicy") return undefined;
  const kind = holding === "outside" ? "outsidePolicy" : "missingAccess";
  return { ...NO_SUBJECT, kind, identityOid, roleOid };
}

interface Person {
  readonly oid: string;
  readonly name: string;
  /** Names of the accounts that hold the entitlement. */
  readonly accounts: readonly string[];
  readonly paths: readonly PolicyPath[];
}

async function readPeople(
  db: Kysely<Database>,
  {
    clientId,
    at,
    roleOid,
    resourceId,
    no,
  }: Pick<ReportRequest, "clientId" | "at"> & {
    readonly roleOid: string;
    readonly resourceId: string;
    readonly no: number;
  },
  oids: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  const { rows } = await sql<Person>`
    select i.oid, ${personName("i")} as name,
      array(
        select a.name from accounts a
        where a.client_id = ${clientId} and a.identity_oid = i.oid and a.resource_id = ${resourceId}
          and ${no} = any(a.entitlement_nos)
        order by a.name
      ) as accounts,
      ${grantingPaths({ clientId, identityOid: sql`i.oid` }, roleOid, at)} as paths
    from identities i where i.client_id = ${clientId} and i.oid = any(${toUuids(oids)})
  `.execute(db);
  return new Map(rows.map((person) => [person.oid, person]));
}
