import type { AccessRole, Role } from "#events/entities/accessRole.ts";
import { uuid } from "../../support/fixtures.ts";

export function makeRole(number: number, change: Partial<Role> = {}): Role {
  return {
    oid: uuid(7000 + number),
    name: `Role ${number}`,
    description: "",
    extension: {},
    status: "active",
    entitlementCount: 1,
    orgCount: 0,
    assignedCount: 0,
    ...change,
  };
}

export function makeAccessRole(number: number, change: Partial<AccessRole> = {}): AccessRole {
  return {
    ...makeRole(number),
    version: 1,
    createdAt: "2026-03-01T09:00:00.000Z",
    changedAt: "2026-03-01T09:00:00.000Z",
    entitlements: [{ roleOid: uuid(8001), name: "Ledger Read", resourceName: "Core Banking" }],
    owners: [],
    people: { direct: 0, inherited: 0, granted: 0, inFact: 0 },
    ...change,
  };
}
