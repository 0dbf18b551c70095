/** The tables of mining reports. */
import type { Generated } from "kysely";

export type MiningStatus = "queued" | "running" | "ready" | "failed";

export interface MiningReportsTable {
  client_id: string;
  org_oid: string;
  /** 'all' or the id of a resource. */
  scope: string;
  /** Id of the report, new for each attempt. */
  id: string;
  status: MiningStatus;
  /** Set last, when the report is ready. */
  requested_at: Date;
  /** The user who requested it first; null in rows from before this column. */
  requested_by: string | null;
  lease_owner: string | null;
  lease_until: Date | null;
  attempts: Generated<number>;
  error: string | null;
  report_date: Date | null;
  total_users: number | null;
  total_shadows: number | null;
}

export interface MiningReportPartsTable {
  client_id: string;
  report_id: string;
  /** From 0. The parts in this order form the report's Arrow IPC stream. */
  part: number;
  body: Buffer;
}
