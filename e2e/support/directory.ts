/**
 * A directory with known numbers: thousands of job titles, and among them crews of 20 that hold the same entitlements
 * in the same shares, one crew for each journey that changes something.
 */

/** Number of job titles besides the crews. */
export const POSTS = 2400;

interface Holding {
  readonly resource: string;
  readonly entitlement: string;
  /** The number of its holders in a crew of 20. */
  readonly holders: number;
}

export const CREW_SIZE = 20;

/** A crew's entitlements: by resource, then by falling percentage. */
export const HOLDINGS: readonly Holding[] = [
  { resource: "Core Banking", entitlement: "Ledger Read", holders: 20 },
  { resource: "Core Banking", entitlement: "Wire Release", holders: 18 },
  { resource: "Core Banking", entitlement: "Branch Reports", holders: 12 },
  { resource: "Core Banking", entitlement: "Vault Override", holders: 8 },
  { resource: "Document Vault", entitlement: "Statements Index", holders: 20 },
  { resource: "Document Vault", entitlement: "Cheque Images", holders: 15 },
  { resource: "Document Vault", entitlement: "Archive Purge", holders: 6 },
  { resource: "HR Portal", entitlement: "Payslip View", holders: 20 },
  { resource: "HR Portal", entitlement: "Rota Edit", holders: 11 },
];

export const RESOURCES = ["Core Banking", "Document Vault", "HR Portal"] as const;

/** The names of a crew's entitlements at a percentage or above. */
export function heldAtLeast(percent: number): readonly string[] {
  return HOLDINGS.filter(({ holders }) => (holders * 100) / CREW_SIZE >= percent).map(
    ({ entitlement }) => entitlement,
  );
}

/** Job titles with a crew of 20 each, all with linked accounts. */
export const CREWS = [
  "Apprentice Cashier",
  "Bond Settlement Clerk",
  "Card Dispute Handler",
  "Deposit Analyst",
  "Escrow Officer",
  "Fraud Investigator",
  "Guarantee Desk Clerk",
  "Hedge Accountant",
  "Invoice Examiner",
  "Junior Teller",
  "Key Account Manager",
  "Loan Underwriter",
] as const;

/** Job titles whose people have fewer accounts: `linked` of 20 have one, on Core Banking only. */
export const UNLINKED_CREWS = [
  { title: "Mailroom Porter", linked: 12 },
  { title: "Night Guard", linked: 8 },
] as const;

const DEPARTMENTS = ["Front Office", "Back Office", "Control"];
const LOCATIONS = ["Harlan", "Quillport", "Västerås"];

export interface Directory {
  readonly identities: string;
  readonly access: string;
  readonly counts: { readonly identities: number; readonly jobTitles: number };
}

/** @returns the two files of an import */
export function makeDirectory(): Directory {
  const identities = ["id,username,givenName,familyName,email,jobTitle,department,location"];
  const access = ["identityId,resource,account,entitlement"];
  let next = 0;
  const addIdentity = (jobTitle: string): string => {
    const n = (next += 1);
    const id = `E${String(n).padStart(5, "0")}`;
    const given = `Given${n % 97}`;
    const family = `"Family, ${n}"`;
    const department = DEPARTMENTS[n % DEPARTMENTS.length];
    const location = LOCATIONS[n % LOCATIONS.length];
    identities.push(
      `${id},user${n},${given},${family},user${n}@bank.example,${jobTitle},${department},${location}`,
    );
    return id;
  };

  for (const title of CREWS) {
    for (let member = 0; member < CREW_SIZE; member += 1) {
      const id = addIdentity(title);
      for (const { resource, entitlement, holders } of HOLDINGS) {
        if (member < holders) access.push(`${id},${resource},${id},${entitlement}`);
      }
    }
  }
  for (const { title, linked } of UNLINKED_CREWS) {
    for (let member = 0; member < CREW_SIZE; member += 1) {
      const id = addIdentity(title);
      if (member < linked) access.push(`${id},Core Banking,${id},Ledger Read`);
      else access.push(`,Core Banking,${id},Ledger Read`);
    }
  }
  for (let post = 1; post <= POSTS; post += 1) {
    const id = addIdentity(`Specialist ${String(post).padStart(4, "0")}`);
    access.push(`${id},HR Portal,${id},Payslip View`);
  }
  return {
    identities: `${identities.join("\r\n")}\r\n`,
    access: `${access.join("\n")}\n`,
    counts: {
      identities: next,
      jobTitles: CREWS.length + UNLINKED_CREWS.length + POSTS,
    },
  };
}
