/** The audit trail as a list and as a CSV file. */
import type { FastifyInstance } from "fastify";
import { listAuditEntries } from "#events/calls/audit.ts";
import { mountCsvExport } from "../lists/csvExport.ts";
import { mountCall } from "../mount.ts";
import { AUDIT_TRAIL, listEntries, toEntry } from "./queries.ts";

export function mountAudit(app: FastifyInstance): void {
  mountCall(
    app,
    listAuditEntries,
    async ({ query: { page: number, size, ...filters } }, { at, client, db }) => {
      const selection = { clientId: client.id, at, ...filters };
      const { entries, page } = await listEntries(db, selection, { page: number, size });
      return { status: 200, body: { _embedded: { entries }, page } };
    },
  );
  mountCsvExport(app, listAuditEntries, {
    fileName: "audit-trail.csv",
    list: AUDIT_TRAIL,
    selection: ({ query: { page: _page, size: _size, ...filters } }, clientId) => ({
      clientId,
      at: new Date(),
      ...filters,
    }),
    columns: {
      at: ({ at }) => at.toISOString(),
      actor: ({ actor }) => actor,
      call: ({ call }) => call,
      target: ({ target }) => target ?? "",
      targetName: ({ targetName }) => targetName ?? "",
      changes: (row) => JSON.stringify(toEntry(row).fields),
    },
  });
}
