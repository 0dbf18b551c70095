/** The tree of groups over the wire: its levels, the orgs outside of groups, searches, and moves of orgs. */
import { sql } from "kysely";
import { openDatabase } from "#server/db/open.ts";
import { storeCounts } from "#server/directory/queries.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Measurement } from "../harness/figures.ts";
import { ApiClient } from "../support/apiClient.ts";
import { startProduct } from "../support/product.ts";

const ROUNDS = 20;
/** Orgs below one group, at most. */
const LARGE_GROUP = 10_000;
const SMALL_GROUPS = 200;
/** Orgs in a page of a level, as the screen asks for them. */
const LEVEL = 200;

/** Orgs that one change moves. */
const MOVED = 100;

/** Requests by figure. */
const REQUESTS: Readonly<Record<string, string>> = {
  "groups at the top level": `groups?orgType=job-titles&size=${LEVEL}`,
  "first children of 10,000": `groups?orgType=job-titles&parentOid={group}&size=${LEVEL}`,
  "next children of 10,000": `groups?orgType=job-titles&parentOid={group}&size=${LEVEL}&after={after}`,
  "ungrouped orgs": "ungrouped?orgType=job-titles&size=20",
  "orgs without members": "inactive?orgType=job-titles&size=20",
  "search of a common text": "groups?orgType=job-titles&search=title&size=50",
  "search of a rare text": "groups?orgType=job-titles&search=title77777&size=50",
};

/** Computed when somebody asks for it. */
const SUGGESTIONS = "suggestions of 5,000 names";
const COMPUTED = { [SUGGESTIONS]: "groups/suggestions?orgType=job-titles" };

export const groupingsCase: BenchCase = {
  describes:
    "so many orgs, 10,000 of them in one group: levels of the tree, lists, searches, a move",
  takes: "3 min",
  options: { rows: 100_000, runs: 1 },
  goals: () => [
    ...Object.keys(REQUESTS).map((figure) => ({ figure, statistic: "p95" as const, atMost: 300 })),
    { figure: SUGGESTIONS, statistic: "p95", atMost: 1000 },
    { figure: `move of ${MOVED} orgs`, statistic: "p95", atMost: 1000 },
  ],
  async open({ rows }, cleanup) {
    const dataDir = cleanup.directory("groupings");
    // The first start creates the client.
    await (await startProduct(dataDir, cleanup)).stop();
    const { db, close } = await openDatabase({ dataDir });
    const ids = await fill(db, rows);
    await close();
    return {
      async run() {
        const { url, stop } = await startProduct(dataDir, cleanup);
        const api = await ApiClient.signIn(url);
        const figures: Measurement[] = [];
        const page = await api.json<{ readonly next: string | null }>(
          "GET",
          `/mp-orgs/groups?orgType=job-titles&parentOid=${ids.group}&size=${LEVEL}`,
        );
        for (const [figure, path] of Object.entries({ ...REQUESTS, ...COMPUTED })) {
          const filled = path
            .replace("{group}", ids.group)
            .replace("{after}", encodeURIComponent(page.next ?? ""));
          const samples: number[] = [];
          for (let round = 0; round < ROUNDS; round += 1) {
            const { status, lastByte } = await api.call("GET", `/mp-orgs/${filled}`);
            if (status !== 200) throw new Error(`${figure} was answered with ${status}`);
            samples.push(lastByte);
          }
          figures.push({ figure, unit: "ms", samples });
        }
        figures.push(...(await moveAndUndo(api, ids.group)));
        await stop();
        return figures;
      },
    };
  },
};

/** Moves orgs into the large group, whose members are counted again, and takes the move back. */
async function moveAndUndo(api: ApiClient, groupOid: string): Promise<Measurement[]> {
  const move: number[] = [];
  const undo: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const orgs: { readonly oid: string; readonly version: number }[] = [];
    for (let page = 0; page < MOVED / 20; page += 1) {
      const path = `/mp-orgs/ungrouped?orgType=job-titles&size=20&page=${page}`;
      const answer = await api.json<{ _embedded: { orgs: typeof orgs } }>("GET", path);
      orgs.push(...answer._embedded.orgs.map(({ oid, version }) => ({ oid, version })));
    }
    const body = { orgType: "job-titles", groups: [{ name: "Large", groupOid, ids: orgs }] };
    const begun = performance.now();
    const { change } = await api.json<{ change: { id: string } }>(
      "POST",
      "/mp-orgs/groups/suggestions",
      body,
    );
    move.push(performance.now() - begun);
    const undone = await api.call("POST", `/mp-orgs/group-changes/${change.id}/undo`);
    if (undone.status !== 200) throw new Error(`The undo was answered with ${undone.status}`);
    undo.push(undone.lastByte);
  }
  return [
    { figure: `move of ${MOVED} orgs`, unit: "ms", samples: move },
    { figure: `undo of a move of ${MOVED} orgs`, unit: "ms", samples: undo },
  ];
}

/** Fills the first client: two people in each org, except in one of twenty. */
async function fill(
  db: Awaited<ReturnType<typeof openDatabase>>["db"],
  rows: number,
): Promise<{ readonly group: string }> {
  const { id: clientId } = await db.selectFrom("clients").select("id").executeTakeFirstOrThrow();
  await sql`insert into orgs (client_id, oid, type, name, display_name, search_key)
    values (${clientId}, gen_random_uuid(), 'job-titles', 'Titles', 'Titles', 'titles')`.execute(
    db,
  );
  await sql`insert into orgs (client_id, oid, type, parent_oid, name, display_name, search_key, is_group)
    select ${clientId}, gen_random_uuid(), 'job-titles', root.oid, 'Group ' || i, 'Group ' || i, 'group' || i, true
    from generate_series(0, ${SMALL_GROUPS}::int4) i
    join orgs root on root.client_id = ${clientId} and root.name = 'Titles'`.execute(db);
  // The first group is large, the others have 50 orgs each, and the rest is ungrouped.
  await sql`insert into orgs (client_id, oid, type, parent_oid, name, display_name, search_key)
    select ${clientId}, gen_random_uuid(), 'job-titles', parent.oid, 'Title ' || i, 'Title ' || i, 'title' || i
    from generate_series(0, ${rows - 1}::int4) i
    join orgs parent on parent.client_id = ${clientId} and parent.name = case
      when i < ${LARGE_GROUP} then 'Group 0'
      when i < ${LARGE_GROUP + 50 * SMALL_GROUPS} then 'Group ' || 1 + (i - ${LARGE_GROUP}) / 50
      else 'Titles' end`.execute(db);
  await sql`with people as (
      insert into identities (client_id, oid, external_id, search_key)
      select ${clientId}, gen_random_uuid(), 'E' || n, 'e' || n
      from generate_series(0, ${2 * rows - 1}::int4) n where n / 2 % 20 > 0
      returning oid, substring(external_id from 2)::int4 as n
    )
    insert into identity_orgs (client_id, org_oid, identity_oid)
    select ${clientId}, o.oid, p.oid from people p
    join orgs o on o.client_id = ${clientId} and o.name = 'Title ' || p.n / 2`.execute(db);
  await storeCounts(db, clientId);
  await sql`vacuum (analyze)`.execute(db);
  const group = await db
    .selectFrom("orgs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("name", "=", "Group 0")
    .executeTakeFirstOrThrow();
  return { group: group.oid };
}
