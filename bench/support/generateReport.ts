/** A mining report of any size from a fixed seed: resources of very different sizes, names as directories have them. */

const WORDS =
  "Finance Reports Read Write Admin Loan Core Branch Teller Audit Payroll HR Portal Share VPN Mail Group Approver Viewer Ops Prod Dev Vault Ledger Wire ACH Card Fraud Risk Treasury".split(
    " ",
  );
export const REPORT_SEED = 12345;

/** Bytes of text that make a chunk. */
const CHUNK = 1 << 20;

/**
 * The JSON bytes of a report in report order.
 * @param rows entitlements
 * @param resources how many resources they are spread over, the first ones far larger than the last
 */
export function generateReport(rows: number, resources: number, seed = REPORT_SEED): Uint8Array {
  return joinBytes([...generateReportChunks(rows, resources, seed)]);
}

/** The same in chunks, for reports that are larger than one string can be. */
export function* generateReportChunks(
  rows: number,
  resources: number,
  seed = REPORT_SEED,
): Generator<Uint8Array<ArrayBuffer>, void> {
  const encoder = new TextEncoder();
  const random = randomFrom(seed);
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)] as string;
  const users = 200_000;
  let text = `{"orgOid":"00000000-0000-4000-9000-000000000000","reportDate":"2026-01-05T08:00:00.000Z","totalUsers":${users},"totalShadows":${users - 1234},"resourceInsights":[`;
  let row = 0;
  for (let resource = 0; resource < resources; resource++) {
    const name = `Resource ${String(resource + 1).padStart(4, "0")}`;
    text += `${resource === 0 ? "" : ","}{"resourceName":"${name}","entitlementInsights":[`;
    // The share of the first n resources is the root of n / resources.
    const end = Math.round(rows * Math.sqrt((resource + 1) / resources));
    const percents = new Float64Array(end - row).map(
      () => (100 * Math.ceil(random() * users)) / users,
    );
    percents.sort().reverse();
    for (const [index, percent] of percents.entries()) {
      const entitlement = `CN=${word()}_${word()}|${word()} ${word()}_${Math.floor(random() * 100_000)}`;
      const oid = `00000000-0000-4000-8000-${row.toString(16).padStart(12, "0")}`;
      text += `${index === 0 ? "" : ","}{"entitlementName":"${entitlement}","percentOfUsers":${percent},"roleOid":"${oid}"}`;
      row++;
      if (text.length < CHUNK) continue;
      yield encoder.encode(text);
      text = "";
    }
    text += "]}";
  }
  yield encoder.encode(`${text}]}`);
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
