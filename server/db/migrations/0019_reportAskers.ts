/** Stores who requested a report, so that the pending reports of a user can be counted. */
import type { Migration } from "../migration.ts";

export const reportAskers: Migration = {
  name: "0019_reportAskers",
  statements: [
    `alter table mining_reports add column requested_by uuid`,
    `create index mining_reports_awaited on mining_reports (requested_by) where status in ('queued', 'running')`,
  ],
};
