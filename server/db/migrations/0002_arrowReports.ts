/** Reports are kept as Arrow IPC streams. Those that were mined before are mined again when they are asked for. */
import type { Migration } from "../migration.ts";

export const arrowReports: Migration = {
  name: "0002_arrowReports",
  statements: [
    `delete from mining_reports`,
    `drop table mining_report_parts`,
    `create table mining_report_parts (
      client_id uuid not null,
      report_id uuid not null,
      part integer not null,
      body bytea not null,
      primary key (client_id, report_id, part)
    )`,
    // Not compressed: a part is written and read several times faster, and is short-lived.
    `alter table mining_report_parts alter column body set storage external`,
  ],
};
