/** The tables of cases about access. */
import type { Generated } from "kysely";
import type { CaseKind, CaseState } from "#events/entities/case.ts";

export interface CasesTable {
  client_id: string;
  id: string;
  kind: CaseKind;
  /** Of access; null for an account. */
  identity_oid: string | null;
  role_oid: string | null;
  /** Of an orphaned account. */
  account_id: string | null;
  /** Names as of the opening, because an import may remove what they belong to. */
  subject: string;
  entitlement_name: string | null;
  resource_name: string;
  search_key: string;
  state: CaseState;
  owner_id: string | null;
  /** A day such as 2026-11-25. */
  due_on: string | null;
  version: Generated<number>;
  created_at: Date;
  created_by: string;
  changed_at: Date;
}

export interface CaseCommentsTable {
  client_id: string;
  case_id: string;
  id: string;
  at: Date;
  author: string;
  text: string;
}
