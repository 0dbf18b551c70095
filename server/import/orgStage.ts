/** Turns job titles, departments and locations of the file into orgs below the root of their type. */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { OrgType } from "#events/entities/orgTypes.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { Database } from "../db/schema.ts";
import { writeOrgNames } from "../names/commands.ts";
import { chunksOf } from "./batch.ts";
import { hrFieldsOf, type HrAuthority } from "./hrAuthority.ts";
import { ORG_FIELDS } from "./planIdentity.ts";
import type { IdentityTable } from "./readIdentities.ts";
import type { Stage } from "./stage.ts";

/** The org's oid by type and name. */
export type OrgOids = Readonly<Record<OrgType, ReadonlyMap<string, string>>>;

interface Root {
  readonly oid: string;
  readonly name: string;
}

interface NewOrg {
  readonly oid: string;
  readonly type: OrgType;
  readonly name: string;
  readonly parentOid: string | null;
}

/**
 * Creates missing roots, which are not counted. An org with the name of its root is the root.
 *
 * @returns the oids of all orgs named in the file, except in values that the HR system sets.
 */
export async function importOrgs(
  stage: Stage,
  identities: IdentityTable | null,
  hr: HrAuthority | null,
): Promise<OrgOids> {
  const roots = await importRoots(stage);
  const oids: Record<OrgType, Map<string, string>> = {
    "job-titles": new Map([[roots["job-titles"].name, roots["job-titles"].oid]]),
    departments: new Map([[roots.departments.name, roots.departments.oid]]),
    locations: new Map([[roots.locations.name, roots.locations.oid]]),
  };
  const added: NewOrg[] = [];
  for (const [type, names] of identities ? namesOf(identities, hr) : []) {
    const known = oids[type];
    for (const chunk of chunksOf([...names])) {
      for (const org of await findOrgs(stage, type, chunk)) known.set(org.name, org.oid);
    }
    for (const name of names) {
      if (known.has(name)) {
        stage.counts.orgs.unchanged++;
        continue;
      }
      const oid = randomUUID();
      known.set(name, oid);
      added.push({ oid, type, name, parentOid: roots[type].oid });
    }
  }
  stage.counts.orgs.added += added.length;
  if (stage.write) {
    await insertOrgs(stage.tx, stage.clientId, added);
    await keepAddedOrgs(stage, added);
    await stage.changes?.added(
      "org",
      added.map(({ oid }) => oid),
    );
  }
  return oids;
}

/** A run that is undone removes the orgs that it added. */
async function keepAddedOrgs(
  { tx, clientId, origin: { run } }: Stage,
  added: readonly NewOrg[],
): Promise<void> {
  if (run === null) return;
  for (const chunk of chunksOf(added)) {
    await sql`
      insert into system_run_orgs (client_id, resource_id, run_oid, org_oid)
      select ${clientId}::uuid, ${run.resourceId}::uuid, ${run.oid}::uuid, oid
      from unnest(${chunk.map((org) => org.oid)}::uuid[]) as org (oid)
    `.execute(tx);
  }
}

function namesOf(
  identities: IdentityTable,
  hr: HrAuthority | null,
): [OrgType, ReadonlySet<string>][] {
  return ORG_FIELDS.flatMap(([field, type]): [OrgType, ReadonlySet<string>][] => {
    const at = identities.fields.indexOf(field);
    if (at === -1) return [];
    const names = new Set<string>();
    identities.rows.forEach((row, index) => {
      const name = row[at] ?? null;
      if (name !== null && !hrFieldsOf(hr, index).has(field)) names.add(name);
    });
    return [[type, names]];
  });
}

/** Names of the root orgs that an import creates for each type. */
const ROOT_NAMES: Readonly<Record<OrgType, string>> = {
  "job-titles": "Job Titles",
  departments: "Departments",
  locations: "Locations",
};

async function importRoots(stage: Stage): Promise<Record<OrgType, Root>> {
  const found = await stage.tx
    .selectFrom("orgs")
    .select(["oid", "type", "name"])
    .where("client_id", "=", stage.clientId)
    .where("parent_oid", "is", null)
    .execute();
  const missing: NewOrg[] = [];
  const rootOf = (type: OrgType): Root => {
    const root = found.find((org) => org.type === type);
    if (root) return root;
    const made = { oid: randomUUID(), type, name: ROOT_NAMES[type], parentOid: null };
    missing.push(made);
    return made;
  };
  const roots = {
    "job-titles": rootOf("job-titles"),
    departments: rootOf("departments"),
    locations: rootOf("locations"),
  };
  if (stage.write) await insertOrgs(stage.tx, stage.clientId, missing);
  return roots;
}

async function findOrgs(
  stage: Stage,
  type: OrgType,
  names: readonly string[],
): Promise<{ oid: string; name: string }[]> {
  if (stage.isNewClient) return [];
  return (
    stage.tx
      .selectFrom("orgs")
      .select(["oid", "name"])
      .where("client_id", "=", stage.clientId)
      .where("type", "=", type)
      .where(sql<boolean>`name = any(${names}::text[])`)
      // A group that was made here may have the name of an org of the file, but never has members of its own.
      .where(
        sql<boolean>`(not is_group or exists (
        select from identity_orgs m where m.client_id = orgs.client_id and m.org_oid = orgs.oid))`,
      )
      .execute()
  );
}

async function insertOrgs(
  tx: Transaction<Database>,
  clientId: string,
  orgs: readonly NewOrg[],
): Promise<void> {
  for (const chunk of chunksOf(orgs)) {
    await sql`
      insert into orgs (client_id, oid, type, name, display_name, parent_oid, search_key)
      select ${clientId}::uuid, oid, type, name, name, parent_oid, search_key
      from unnest(
        ${chunk.map((org) => org.oid)}::uuid[],
        ${chunk.map((org) => org.type)}::text[],
        ${chunk.map((org) => org.name)}::text[],
        ${chunk.map((org) => org.parentOid)}::uuid[],
        ${chunk.map((org) => normalizeForFilter(org.name))}::text[]
      ) as org (oid, type, name, parent_oid, search_key)
    `.execute(tx);
    await writeOrgNames(
      tx,
      clientId,
      chunk.map((org) => org.oid),
    );
  }
}
