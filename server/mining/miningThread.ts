/** Counts, sorts and writes one report at a time, off the server's event loop. */
import { serve } from "../threads/serve.ts";
import { HolderCounter } from "./holderCounter.ts";
import { distinctOids } from "./memberSet.ts";
import { arrowParts, type ReportHead, type ReportRow } from "./arrowReport.ts";
import { groupByResource, type HeldEntitlement } from "./reportOrder.ts";

/** An entitlement in the database's format: number, name, oid of its role, id of its resource. */
type EntitlementRecord = [no: number, name: string, roleOid: string, resourceId: string];

let oidPages: Uint8Array[] = [];
let counter = new HolderCounter();
let resourceNames = new Map<string, string>();
let held: HeldEntitlement[] = [];
let parts: ReturnType<typeof arrowParts> | undefined;

const methods = {
  /** Discards the previous report. */
  begin(resources: readonly (readonly [id: string, name: string])[]): void {
    oidPages = [];
    counter = new HolderCounter();
    resourceNames = new Map(resources);
    held = [];
    parts = undefined;
  },

  /** @param oids of members, in binary form; a member may be added several times. */
  addMembers(oids: Uint8Array): void {
    oidPages.push(oids);
  },

  /** @returns the distinct oids of all members, in binary form. */
  members(): Uint8Array {
    const members = distinctOids(oidPages);
    oidPages = [];
    return members;
  },

  /** @param text in the format of `HolderCounter.add`. */
  addAccounts(text: string): void {
    counter.add(text);
  },

  /** @param json an array of {@link EntitlementRecord}; must follow the last accounts. */
  addEntitlements(json: string): void {
    const records: EntitlementRecord[] = JSON.parse(json);
    for (const [no, name, roleOid, resourceId] of records) {
      const holders = counter.holders(no);
      const resourceName = resourceNames.get(resourceId);
      if (holders > 0 && resourceName !== undefined)
        held.push({ resourceName, name, roleOid, holders });
    }
  },

  /** @returns how many members have an account in scope. */
  finish(head: Omit<ReportHead, "totalShadows" | "resourceNames">): number {
    const totalShadows = counter.members;
    const groups = groupByResource(held);
    const resourceNames = groups.map(([name]) => name);
    parts = arrowParts({ ...head, totalShadows, resourceNames }, rowsOf(groups));
    return totalShadows;
  },

  /** @returns the next part of the report; null after the last one. */
  nextPart(): Uint8Array<ArrayBuffer> | null {
    return parts?.next().value ?? null;
  },
};

function* rowsOf(groups: ReturnType<typeof groupByResource>): Generator<ReportRow, void> {
  for (const [resource, [, entitlements]] of groups.entries()) {
    for (const entitlement of entitlements) yield { ...entitlement, resource };
  }
}

export type MiningMethods = typeof methods;

serve(methods);
