/** Accounts on resources. */
import type { FastifyInstance } from "fastify";
import { listOrphanedShadows } from "#events/calls/shadows.ts";
import { mountCsvExport } from "../lists/csvExport.ts";
import { readList } from "../lists/list.ts";
import { mountCall } from "../mount.ts";
import { ORPHANED_SHADOWS } from "./queries.ts";

export function mountShadows(app: FastifyInstance): void {
  mountCall(app, listOrphanedShadows, async ({ query }, { client, db }) => {
    const { resourceId, contains, ...paging } = query;
    const selection = { clientId: client.id, resourceId, contains };
    const { items: shadows, page } = await readList(db, ORPHANED_SHADOWS, selection, paging);
    return { status: 200, body: { _embedded: { shadows }, page } };
  });

  mountCsvExport(app, listOrphanedShadows, {
    fileName: "orphaned-accounts.csv",
    list: ORPHANED_SHADOWS,
    selection: ({ query: { resourceId, contains } }, clientId) => ({
      clientId,
      resourceId,
      contains,
    }),
    columns: {
      account: ({ name }) => name,
      resource: ({ resourceName }) => resourceName,
      entitlements: ({ entitlementCount }) => String(entitlementCount),
      hasCase: ({ caseId }) => (caseId === null ? "no" : "yes"),
    },
  });
}
