/** Complete, valid entities for tests, which set the relevant fields themselves. */
import type { Onboarding } from "#events/entities/onboarding.ts";
import type { Client, ClientCounts } from "#events/entities/client.ts";
import type { Identity, ListedPerson, Resource } from "#events/entities/directory.ts";
import type { Inducement, Org, PolicyCounts } from "#events/entities/org.ts";
import type { AffectedPerson } from "#events/entities/policyChange.ts";
import type { User } from "#events/entities/user.ts";
import { PERMISSION_CODES, type PermissionCode } from "#events/rules/permissions.ts";

/** A valid UUID derived from `n`. */
export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
}

export function makeClient(overrides: Partial<Client> = {}): Client {
  return {
    id: uuid(1),
    name: "Meridian Bank",
    slug: "meridian",
    url: null,
    coreProcessor: null,
    address: null,
    address2: null,
    city: null,
    state: null,
    zip: null,
    icon: null,
    adminEnabled: true,
    limitSelfCertified: null,
    limitSystemExport: null,
    limitApi: null,
    ...overrides,
  };
}

/** A user with the given permissions (all of them by default) at one client. */
export function makeUser(
  overrides: Partial<User> = {},
  permissions: readonly PermissionCode[] = PERMISSION_CODES,
): User {
  const client = makeClient();
  return {
    id: uuid(2),
    username: "admin",
    familyName: "Admin",
    givenName: "Ada",
    email: null,
    phoneNumber: null,
    phoneExtension: null,
    jobTitle: null,
    onboarded: true,
    archived: false,
    resourceIds: [],
    roles: [{ name: "administrator", permissions: permissions.map((name) => ({ name })) }],
    clients: [client],
    client,
    ...overrides,
  };
}

export function makeOrg(n: number, overrides: Partial<Org> = {}): Org {
  return {
    oid: uuid(1000 + n),
    displayName: `Org ${n}`,
    name: `org-${n}`,
    orgType: "job-titles",
    parentOrgRef: null,
    sortValue: `org${n}`,
    memberCount: n,
    inducementCount: 0,
    childCount: 0,
    ...overrides,
  };
}

export function makeInducement(n: number, overrides: Partial<Inducement> = {}): Inducement {
  return {
    id: uuid(5000 + n),
    roleOid: uuid(6000 + n),
    name: `Entitlement ${n}`,
    resourceName: "Core Banking",
    ...overrides,
  };
}

/** The counts of a policy by number of entitlements per resource; "" for those without a resource. */
export function makePolicyCounts(counts: Readonly<Record<string, number>>): PolicyCounts {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    total,
    shown: total,
    parts: Object.entries(counts).map(([resourceName, count], at) => ({
      resourceId: resourceName === "" ? null : uuid(4001 + at),
      resourceName,
      count,
    })),
  };
}

export function makeIdentity(n: number, overrides: Partial<Identity> = {}): Identity {
  return {
    oid: uuid(3000 + n),
    externalId: `E${n}`,
    username: `user${n}`,
    givenName: "Given",
    familyName: `Family ${n}`,
    email: null,
    jobTitle: "Teller",
    department: "Retail",
    location: "Austin",
    accountCount: 1,
    ...overrides,
  };
}

export function makeListedPerson(n: number, overrides: Partial<ListedPerson> = {}): ListedPerson {
  const { oid, externalId, username, givenName, familyName, jobTitle, department } =
    makeIdentity(n);
  return { oid, externalId, username, givenName, familyName, jobTitle, department, ...overrides };
}

/** Gains and loses the named entitlements, and no others. */
export function makeAffectedPerson(
  n: number,
  { gained = [], lost = [], ...overrides }: Partial<AffectedPerson> = {},
): AffectedPerson {
  const counts = { gainedCount: gained.length, lostCount: lost.length };
  return { ...makeListedPerson(n), gained, lost, ...counts, ...overrides };
}

export function makeResource(n: number, overrides: Partial<Resource> = {}): Resource {
  return {
    id: uuid(4000 + n),
    name: `Resource ${n}`,
    accountCount: 10,
    entitlementCount: 20,
    ...overrides,
  };
}

export function makeCounts(overrides: Partial<ClientCounts> = {}): ClientCounts {
  return {
    identities: 2000,
    resources: 12,
    accounts: 9000,
    unlinkedAccounts: 40,
    entitlements: 3000,
    assignments: 60_000,
    orgs: { "job-titles": 80, departments: 14, locations: 20 },
    orgsWithPolicy: { "job-titles": 3, departments: 1, locations: 0 },
    orgsWithMembers: 114,
    orgsWithoutPolicy: 110,
    ...overrides,
  };
}

/** Without systems or limits. */
export function makeOnboarding(overrides: Partial<Onboarding> = {}): Onboarding {
  const limit = { limit: null, used: 0, isReached: false };
  return {
    hr: null,
    managed: null,
    unannounced: [],
    limits: { manual: limit, export: limit, api: limit, hr: { ...limit, limit: 1 } },
    ...overrides,
  };
}

/** A HAL list of one page, or of the page that `page` describes. */
export function halList(
  collection: string,
  items: readonly unknown[],
  page: { size?: number; totalElements?: number; totalPages?: number; number?: number } = {},
): unknown {
  return {
    _embedded: { [collection]: items },
    page: {
      size: 20,
      totalElements: items.length,
      totalPages: items.length === 0 ? 0 : 1,
      number: 0,
      ...page,
    },
  };
}

/** The log key that the server gives a user, in base64. */
export function logKeyOf({ id }: Pick<User, "id">): string {
  return Buffer.from(id.replaceAll("-", "")).toString("base64");
}
