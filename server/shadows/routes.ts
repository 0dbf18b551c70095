/** Accounts on resources. */
import type { FastifyInstance } from "fastify";
import { listOrphanedShadows } from "#events/calls/shadows.ts";
import { mountList } from "../lists/mountList.ts";
import { ORPHANED_SHADOWS } from "./queries.ts";

export function mountShadows(app: FastifyInstance): void {
  mountList(app, listOrphanedShadows, {
    name: "shadows",
    list: ORPHANED_SHADOWS,
    selection: ({ query: { resourceId, contains } }, { clientId }) => ({
      clientId,
      resourceId,
      contains,
    }),
    toItem: (shadow) => shadow,
    csv: {
      fileName: "orphaned-accounts.csv",
      columns: {
        account: ({ name }) => name,
        resource: ({ resourceName }) => resourceName,
        entitlements: ({ entitlementCount }) => String(entitlementCount),
        hasCase: ({ caseId }) => (caseId === null ? "no" : "yes"),
      },
    },
  });
}
