/** The mining report as the JSON text of the response, in pieces. */

/** An entitlement that at least one member holds. */
export interface HeldEntitlement {
  resourceName: string;
  name: string;
  roleOid: string;
  holders: number;
}

export interface ReportHead {
  orgOid: string;
  /** ISO 8601. */
  reportDate: string;
  totalUsers: number;
  totalShadows: number;
}

/** The same order everywhere, whatever the locale: by UTF-16 code units. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Resources by name, by code units; entitlements by holders falling, then by name, by code units. */
function groupByResource(entitlements: readonly HeldEntitlement[]): [string, HeldEntitlement[]][] {
  const groups = new Map<string, HeldEntitlement[]>();
  for (const entitlement of entitlements) {
    const group = groups.get(entitlement.resourceName);
    if (group) group.push(entitlement);
    else groups.set(entitlement.resourceName, [entitlement]);
  }
  for (const group of groups.values()) {
    group.sort((a, b) => b.holders - a.holders || compareText(a.name, b.name));
  }
  return [...groups].toSorted(([a], [b]) => compareText(a, b));
}

function* fragments(head: ReportHead, entitlements: readonly HeldEntitlement[]): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"resourceInsights":[`;
  let resourceComma = "";
  for (const [resourceName, group] of groupByResource(entitlements)) {
    yield `${resourceComma}{"resourceName":${JSON.stringify(resourceName)},"entitlementInsights":[`;
    resourceComma = ",";
    let comma = "";
    for (const { name, roleOid, holders } of group) {
      const percent = (100 * holders) / head.totalUsers;
      yield `${comma}{"entitlementName":${JSON.stringify(name)},"percentOfUsers":${percent},"roleOid":"${roleOid}"}`;
      comma = ",";
    }
    yield "]}";
  }
  yield "]}";
}

/**
 * @param entitlements in any order, each with at least one holder.
 * @param partLength characters after which a part ends.
 * @returns the parts of the body; joined they are the JSON text of the report. `percentOfUsers` is 100 * holders /
 *   totalUsers as an unrounded double.
 */
export function* reportParts(
  head: ReportHead,
  entitlements: readonly HeldEntitlement[],
  partLength: number,
): Generator<string, undefined> {
  let pieces: string[] = [];
  let length = 0;
  for (const fragment of fragments(head, entitlements)) {
    pieces.push(fragment);
    length += fragment.length;
    if (length < partLength) continue;
    yield pieces.join("");
    pieces = [];
    length = 0;
  }
  if (length > 0) yield pieces.join("");
}
