import type { GroupChange, TreeOrg } from "#events/entities/grouping.ts";
import { uuid } from "../../support/fixtures.ts";

export const ROOT = uuid(900);

export function makeTreeOrg(n: number, changes: Partial<TreeOrg> = {}): TreeOrg {
  return {
    oid: uuid(n),
    displayName: `Org ${n}`,
    orgType: "job-titles",
    parentOid: ROOT,
    isGroup: false,
    version: 1,
    memberCount: 10,
    inducementCount: 0,
    childCount: 0,
    ...changes,
  };
}

export function makeGroupChange(changes: Partial<GroupChange> = {}): GroupChange {
  return {
    id: uuid(7001),
    at: "2026-01-05T08:00:00.000Z",
    actor: "admin",
    orgType: "job-titles",
    change: "REPLACE",
    group: { oid: uuid(1), displayName: "Tellers" },
    formerName: null,
    created: 0,
    moved: 1,
    undoes: null,
    undoneBy: null,
    ...changes,
  };
}
