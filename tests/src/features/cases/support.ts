import type { Case } from "#events/entities/case.ts";
import { uuid } from "../../support/fixtures.ts";

/** An open case without an owner. */
export const CASE: Case = {
  id: uuid(1),
  kind: "outsidePolicy",
  identityOid: uuid(2),
  roleOid: uuid(3),
  accountId: null,
  subject: "Ann Lee",
  entitlementName: "Read Ledger",
  resourceName: "Core Banking",
  state: "open",
  ownerId: null,
  owner: null,
  dueOn: null,
  createdAt: "2026-03-01T09:00:00.000Z",
  createdBy: "owner",
  changedAt: "2026-03-01T09:00:00.000Z",
  version: 1,
};
