/** The tables of stored reports and their schedules. */
import type { Generated } from "kysely";
import type { Language } from "#events/actions/app.ts";
import type {
  ReportFailure,
  ReportKind,
  ReportStatus,
  SchedulePeriod,
} from "#events/entities/report.ts";
import type { Jsonb, NullableJsonb } from "./columns.ts";

interface ScopeColumns {
  kind: ReportKind;
  org_oid: string | null;
  /** The name of the org when the report was requested. */
  org_name: string | null;
  resource_id: string | null;
  resource_name: string | null;
  /** The role oid of the entitlement; null for kinds that are not about one. */
  role_oid: string | null;
  entitlement_name: string | null;
}

/** A report's row is also its job. */
export interface ReportsTable extends ScopeColumns {
  client_id: string;
  id: string;
  /** Days such as 2026-11-23; null for kinds without a period. */
  from_day: string | null;
  until_day: string | null;
  /** Identifies the kind and the scope. */
  scope_key: string;
  requested_at: Date;
  /** null for reports of the demo. */
  author_id: string | null;
  author: string;
  schedule_id: string | null;
  status: ReportStatus;
  failure: ReportFailure | null;
  /** Percent. */
  progress: Generated<number>;
  /** Id of the rows, new for each attempt. */
  run_id: string;
  attempts: Generated<number>;
  lease_owner: string | null;
  lease_until: Date | null;
  finished_at: Date | null;
  row_count: Generated<number>;
  chart: NullableJsonb;
}

export interface ReportRowsTable {
  client_id: string;
  run_id: string;
  /** From 1. */
  no: number;
  /** Texts, numbers and nulls in the order of the kind's columns. */
  cells: Jsonb;
  search_key: string;
  /** Of the entitlement that the row is about; null in other reports. */
  role_oid: Generated<string | null>;
  /** What a case about the row would be about; null for none. */
  finding: NullableJsonb;
}

export interface ReportSchedulesTable extends ScopeColumns {
  client_id: string;
  id: string;
  every: SchedulePeriod;
  author_id: string;
  author: string;
  /** Of the mails. */
  language: Language;
  /** Ids of users. */
  recipients: string[];
  created_at: Date;
  next_at: Date;
  version: Generated<number>;
}

/** Mails with links to reports that are not sent yet. */
export interface ReportMailsTable {
  client_id: string;
  id: Generated<string>;
  report_id: string;
  user_id: string;
  language: Language;
  /** The time of the next attempt. */
  due_at: Date;
  attempts: Generated<number>;
}
