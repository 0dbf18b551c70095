/** A mining report of any size from a fixed seed: resources of very different sizes, names as directories have them. */

const WORDS =
  "Finance Reports Read Write Admin Loan Core Branch Teller Audit Payroll HR Portal Share VPN Mail Group Approver Viewer Ops Prod Dev Vault Ledger Wire ACH Card Fraud Risk Treasury".split(
    " ",
  );
export const REPORT_SEED = 12345;

interface Insight {
  readonly entitlementName: string;
  readonly percentOfUsers: number;
  readonly roleOid: string;
}

/**
 * The JSON bytes of a report in report order.
 * @param rows entitlements
 * @param resources how many resources they are spread over, the first ones far larger than the last
 */
export function generateReport(rows: number, resources: number, seed = REPORT_SEED): Uint8Array {
  const random = randomFrom(seed);
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)] as string;
  const groups: Insight[][] = Array.from({ length: resources }, () => []);
  const users = 200_000;
  for (let row = 0; row < rows; row++) {
    const group = groups[Math.floor(random() ** 2 * resources)] as Insight[];
    group.push({
      entitlementName: `CN=${word()}_${word()}|${word()} ${word()}_${Math.floor(random() * 100_000)}`,
      percentOfUsers: (100 * Math.ceil(random() * users)) / users,
      roleOid: `00000000-0000-4000-8000-${row.toString(16).padStart(12, "0")}`,
    });
  }
  const names = groups.map((_, index) => `Resource ${String(index + 1).padStart(4, "0")}`);
  const head = `{"orgOid":"00000000-0000-4000-9000-000000000000","reportDate":"2026-01-05T08:00:00.000Z","totalUsers":${users},"totalShadows":${users - 1234},"resourceInsights":[`;
  return joinBytes([
    head,
    ...groups.map((insights, index) => {
      insights.sort(
        (one, other) =>
          other.percentOfUsers - one.percentOfUsers ||
          (one.entitlementName < other.entitlementName ? -1 : 1),
      );
      const insight = { resourceName: names[index], entitlementInsights: insights };
      return (index === 0 ? "" : ",") + JSON.stringify(insight);
    }),
    "]}",
  ]);
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

function joinBytes(parts: readonly string[]): Uint8Array {
  const encoder = new TextEncoder();
  const encoded = parts.map((part) => encoder.encode(part));
  const whole = new Uint8Array(encoded.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of encoded) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
