/** The audit trail as a list and as a CSV file. */
import type { FastifyInstance } from "fastify";
import { listAuditEntries } from "#events/calls/audit.ts";
import type { AuditEntry } from "#events/entities/auditEntry.ts";
import { mountList } from "../lists/mountList.ts";
import { withNames } from "./names.ts";
import { AUDIT_TRAIL, toEntry } from "./queries.ts";
import { withSystems } from "./systems.ts";

const targetOf = ({ target }: AuditEntry) => target;

export function mountAudit(app: FastifyInstance): void {
  mountList(app, listAuditEntries, {
    name: "entries",
    list: AUDIT_TRAIL,
    selection: ({ query }, { clientId, at }) => ({ ...query, clientId, at }),
    toItem: toEntry,
    complete: async (db, { clientId }, entries) => {
      const named = await withNames(db, clientId, entries, targetOf);
      return withSystems(db, app.services.connectors, clientId, named);
    },
    csv: {
      fileName: "audit-trail.csv",
      columns: {
        at: ({ at }) => at.toISOString(),
        actor: ({ actor }) => actor,
        call: ({ call }) => call,
        target: ({ target }) => target ?? "",
        targetName: ({ targetName }) => targetName ?? "",
        changes: (row) => JSON.stringify(toEntry(row).fields),
      },
    },
  });
}
