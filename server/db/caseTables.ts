/** The tables of cases about access. */
import type { Generated, GeneratedAlways } from "kysely";
import type { CaseKind, CaseState } from "#events/entities/case.ts";

export interface CasesTable {
  client_id: string;
  id: string;
  kind: CaseKind;
  /** One of the person, the account and the org is set. */
  identity_oid: string | null;
  account_id: string | null;
  org_oid: string | null;
  /** The entitlement or access role; null for an account. */
  role_oid: string | null;
  /** Of access outside policy of an org. */
  resource_id: string | null;
  /** Equal for cases of the same finding. */
  finding_key: GeneratedAlways<string>;
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
