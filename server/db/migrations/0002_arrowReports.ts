/** Stores reports as Arrow IPC streams. Earlier reports are mined again when they are requested. */
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
    // Uncompressed: parts are short-lived, and uncompressed ones are written and read several times faster.
    `alter table mining_report_parts alter column body set storage external`,
  ],
};
