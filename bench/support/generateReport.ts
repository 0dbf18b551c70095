/** A mining report of any size from a fixed seed: resources of very different sizes, and realistic names. */
import type { ReportHead, ReportRow } from "#server/mining/arrowReport.ts";

const WORDS =
  "Finance Reports Read Write Admin Loan Core Branch Teller Audit Payroll HR Portal Share VPN Mail Group Approver Viewer Ops Prod Dev Vault Ledger Wire ACH Card Fraud Risk Treasury".split(
    " ",
  );
export const REPORT_SEED = 12345;

/** Bytes of text per chunk. */
const CHUNK = 1 << 20;

/**
 * The JSON bytes of a report in report order.
 * @param rows entitlements
 * @param resources number of resources, the first ones far larger than the last
 */
export function generateReport(rows: number, resources: number, seed = REPORT_SEED): Uint8Array {
  return joinBytes([...generateReportChunks(rows, resources, seed)]);
}

/** The same in chunks, for reports larger than the maximum string. */
export function* generateReportChunks(
  rows: number,
  resources: number,
  seed = REPORT_SEED,
): Generator<Uint8Array<ArrayBuffer>, void> {
  const encoder = new TextEncoder();
  const { orgOid, reportDate, totalUsers, totalShadows, resourceNames } = reportHead(resources);
  const head = JSON.stringify({ orgOid, reportDate, totalUsers, totalShadows });
  let text = `${head.slice(0, -1)},"resourceInsights":[`;
  let resource = -1;
  const enter = (next: number): void => {
    for (; resource < next; resource++) {
      text += `${resource < 0 ? "" : "]},"}{"resourceName":"${resourceNames[resource + 1]}","entitlementInsights":[`;
    }
  };
  for (const row of generateRows(rows, resources, seed)) {
    if (row.resource === resource) text += ",";
    else enter(row.resource);
    const percent = (100 * row.holders) / totalUsers;
    text += `{"entitlementName":"${row.name}","percentOfUsers":${percent},"roleOid":"${row.roleOid}"}`;
    if (text.length < CHUNK) continue;
    yield encoder.encode(text);
    text = "";
  }
  enter(resources - 1);
  yield encoder.encode(`${text}${resources > 0 ? "]}" : ""}]}`);
}

/** The header of a generated report with that many resources. */
export function reportHead(resources: number): ReportHead {
  const totalUsers = 200_000;
  return {
    orgOid: "00000000-0000-4000-9000-000000000000",
    reportDate: "2026-01-05T08:00:00.000Z",
    totalUsers,
    totalShadows: totalUsers - 1234,
    resourceNames: Array.from(
      { length: resources },
      (_, resource) => `Resource ${String(resource + 1).padStart(4, "0")}`,
    ),
  };
}

/** The entitlements of a generated report, in report order. */
export function* generateRows(
  rows: number,
  resources: number,
  seed = REPORT_SEED,
): Generator<ReportRow, void> {
  const random = randomFrom(seed);
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)] as string;
  const { totalUsers } = reportHead(resources);
  let row = 0;
  for (let resource = 0; resource < resources; resource++) {
    // The share of the first n resources is the root of n / resources.
    const end = Math.round(rows * Math.sqrt((resource + 1) / resources));
    const holders = new Float64Array(end - row).map(() => Math.ceil(random() * totalUsers));
    holders.sort().reverse();
    for (const held of holders) {
      const name = `CN=${word()}_${word()}|${word()} ${word()}_${Math.floor(random() * 100_000)}`;
      const roleOid = `00000000-0000-4000-8000-${row.toString(16).padStart(12, "0")}`;
      yield { resource, name, roleOid, holders: held };
      row++;
    }
  }
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
