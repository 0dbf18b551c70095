/** Job titles without groups, and the calls that group them. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, beforeEach, expect } from "vitest";
import type { GroupChange, TreeOrg } from "#events/entities/grouping.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { storeCounts } from "#server/directory/queries.ts";
import type { Browser, TestApi } from "../support/api.ts";
import type { TestDatabase } from "../support/databases.ts";
import type { TestDirectory } from "../support/directory.ts";
import { openFilledApi } from "../support/filledApi.ts";

export const NAMES = [
  "Teller I",
  "Teller II",
  "Sr. Teller",
  "Banker",
  "Lead Banker",
  "Greeter",
] as const;
type Name = (typeof NAMES)[number];

/** Call it once in a block of tests. */
export function useGroupings(database: TestDatabase) {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let clientId: string;
  let root: string;
  let orgs: Readonly<Record<Name, string>>;
  let base: string;

  beforeAll(async () => {
    ({ directory, api, browser: owner } = await openFilledApi(database.current, "owner"));
    clientId = directory.clientId;
    root = directory.orgs["Job Titles"];
    base = `/api/clients/${clientId}`;
    return () => api.app.close();
  });

  /** Job titles at the top level; ann is a Teller I, bob a Teller II, cyd a Banker, dan a Lead Banker. */
  beforeEach(async () => {
    const { db } = database.current;
    for (const table of ["inducements", "group_changes", "group_change_orgs"] as const) {
      await db.deleteFrom(table).where("client_id", "=", clientId).execute();
    }
    const ofTitles = sql`select oid from orgs where client_id = ${clientId}
      and type = 'job-titles' and parent_oid is not null`;
    await sql`delete from identity_orgs where org_oid in (${ofTitles})`.execute(db);
    await sql`delete from orgs where client_id = ${clientId} and oid in (${ofTitles})`.execute(db);
    orgs = Object.fromEntries(NAMES.map((name) => [name, randomUUID()])) as Record<Name, string>;
    await db
      .insertInto("orgs")
      .values(
        NAMES.map((name) => ({
          client_id: clientId,
          oid: orgs[name],
          type: "job-titles" as const,
          name,
          display_name: name,
          parent_oid: root,
          search_key: normalizeForFilter(name),
        })),
      )
      .execute();
    const members = { "Teller I": "ann", "Teller II": "bob", Banker: "cyd", "Lead Banker": "dan" };
    for (const [name, username] of Object.entries(members)) {
      await sql`
        insert into identity_orgs (client_id, org_oid, identity_oid)
        select ${clientId}::uuid, ${orgs[name as Name]}::uuid, oid from identities
        where client_id = ${clientId} and username = ${username}
      `.execute(db);
    }
    await storeCounts(db, clientId);
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
  });

  const put = (body: object) =>
    owner.send("PUT", "/api/mp-orgs/group", { body: { ids: [], toDelete: [], ...body } });
  const remove = (body: object) => owner.send("DELETE", "/api/mp-orgs/group", { body });
  const patch = (oid: string, body: readonly object[]) =>
    owner.send("PATCH", `${base}/mp-orgs/${oid}`, { body });
  const undo = (changeId: string) =>
    owner.send("POST", `${base}/mp-orgs/group-changes/${changeId}/undo`);
  const level = async (parentOid?: string, more = ""): Promise<TreeOrg[]> => {
    const parent = parentOid === undefined ? "" : `&parentOid=${parentOid}`;
    const answer = await owner.get(`${base}/mp-orgs/groups?orgType=job-titles${parent}${more}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json()._embedded.orgs;
  };
  const namesOf = (list: readonly TreeOrg[]) => list.map(({ displayName }) => displayName);
  const loose = async (list: "ungrouped" | "inactive", more = ""): Promise<TreeOrg[]> =>
    (await owner.get(`${base}/mp-orgs/${list}?orgType=job-titles${more}`)).json()._embedded.orgs;
  const at = (...names: Name[]) => names.map((name) => ({ oid: orgs[name], version: 1 }));

  async function create(
    displayName: string,
    ids: readonly object[] = [],
    parentOid?: string,
  ): Promise<GroupChange & { readonly oid: string }> {
    const org = { orgType: "job-titles", displayName, ...(parentOid && { parentOid }) };
    const answer = await put({ org, ids });
    expect(answer.statusCode, answer.body).toBe(200);
    const { change } = answer.json() as { change: GroupChange };
    return { ...change, oid: change.group?.oid ?? "" };
  }

  /** Every org's parent, name and member count, by oid. */
  async function stored() {
    const rows = await database.current.db
      .selectFrom("orgs")
      .select(["oid", "display_name", "parent_oid", "member_count", "is_group"])
      .where("client_id", "=", clientId)
      .where("type", "=", "job-titles")
      .orderBy("oid")
      .execute();
    return new Map(rows.map((row) => [row.oid, row]));
  }
  const audited = () =>
    database.current.db
      .selectFrom("audit")
      .selectAll()
      .where("client_id", "=", clientId)
      .where("at", "=", api.clock.now)
      .execute();

  return {
    get directory() {
      return directory;
    },
    get owner() {
      return owner;
    },
    get clientId() {
      return clientId;
    },
    get root() {
      return root;
    },
    get orgs() {
      return orgs;
    },
    get base() {
      return base;
    },
    put,
    remove,
    patch,
    undo,
    level,
    namesOf,
    loose,
    at,
    create,
    stored,
    audited,
  };
}
