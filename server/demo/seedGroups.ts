/** Groups of the demo bank's job titles, departments and locations. */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { OrgType } from "#events/entities/orgTypes.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { Database } from "../db/schema.ts";
import { storeCounts } from "../directory/queries.ts";
import { writeOrgNames } from "../names/commands.ts";

/** The group whose policy the orgs below it inherit. */
export const GROUP_WITH_POLICY = "Mortgages";

/** The group whose policy induces an access role. */
export const GROUP_WITH_ROLE = "Tellers";

const GROUPS: readonly {
  readonly type: OrgType;
  readonly name: string;
  readonly orgs: readonly string[];
}[] = [
  {
    type: "job-titles",
    name: GROUP_WITH_ROLE,
    orgs: ["Teller", "Senior Teller", "Seasonal Teller"],
  },
  {
    type: "job-titles",
    name: GROUP_WITH_POLICY,
    orgs: ["Mortgage Adviser", "Mortgage Underwriter", "Mortgage Processor", "Mortgage Team Lead"],
  },
  {
    type: "departments",
    name: "Lending",
    orgs: ["Mortgage Lending", "Consumer Lending", "Loan Servicing", "Collections"],
  },
  {
    type: "departments",
    name: "Technology",
    orgs: ["Information Security", "IT Operations", "Software Engineering", "Data & Analytics"],
  },
  {
    type: "locations",
    name: "Port Harlan",
    orgs: ["Port Harlan Head Office", "Port Harlan Quayside"],
  },
];

export async function seedGroups(tx: Transaction<Database>, clientId: string): Promise<void> {
  const oids: string[] = [];
  for (const { type, name, orgs } of GROUPS) {
    const oid = randomUUID();
    oids.push(oid);
    await sql`
      insert into orgs (client_id, oid, type, name, display_name, parent_oid, search_key, is_group)
      select ${clientId}::uuid, ${oid}::uuid, ${type}, ${name}, ${name}, oid, ${normalizeForFilter(name)}, true
      from orgs where client_id = ${clientId} and type = ${type} and parent_oid is null
    `.execute(tx);
    await tx
      .updateTable("orgs")
      .set({ parent_oid: oid })
      .where("client_id", "=", clientId)
      .where("type", "=", type)
      .where("is_group", "=", false)
      .where("name", "in", orgs)
      .execute();
  }
  await writeOrgNames(tx, clientId, oids);
  await storeCounts(tx, clientId);
}
