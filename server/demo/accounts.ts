/** The demo bank's accounts with their names and entitlements. */
import type { Entitlement } from "./entitlements.ts";
import type { Person } from "./people.ts";
import { makePolicy, placePolicy, type Likely } from "./policies.ts";
import type { Random } from "./random.ts";

export interface Account {
  /** Null for an orphaned account. */
  readonly identityId: string | null;
  readonly resource: string;
  readonly name: string;
  readonly entitlements: ReadonlySet<string>;
}

const ACCOUNT_NAMES: Readonly<Record<string, (person: Person) => string>> = {
  "Core Banking": ({ id }) => `t${id.slice(2)}`,
  "Loan Origination": ({ username }) => username.toUpperCase(),
  "Card Management": ({ email }) => email,
  "Wire Room": ({ username }) => `wr.${username}`,
  CRM: ({ email }) => email,
  "Active Directory": ({ username }) => username,
  "HR Portal": ({ id }) => id,
  "Document Vault": ({ username }) => username,
  "Data Warehouse": ({ username }) => `dw_${username}`,
  Ticketing: ({ email }) => email,
  Email: ({ email }) => email,
  "Building Access": ({ id }) => `Badge ${40_000 + Number(id.slice(2))}`,
};

/** These people have two accounts: a regular one, and one for administration with similar access. */
const ADMINISTRATORS: ReadonlySet<string> = new Set([
  "Systems Administrator",
  "Network Engineer",
  "Database Administrator",
  "Identity & Access Specialist",
]);

export function makeAccounts(
  people: readonly Person[],
  entitlements: readonly Entitlement[],
  random: Random,
): Account[] {
  const held = drawHeld(people, entitlements, random);
  giveOutTheRest(held, people, entitlements, random);
  const uncorrelated = findUncorrelated(people);
  const accounts = people.flatMap((person) => {
    const own = accountsOf(person, held.get(person) ?? new Set());
    return uncorrelated.has(person)
      ? own.map((account) => ({ ...account, identityId: null }))
      : own;
  });
  return [
    ...accounts,
    ...administratorAccounts(people, accounts, random),
    ...bareAccounts(
      people.filter((person) => !uncorrelated.has(person)),
      accounts,
      random,
    ),
    ...serviceAccounts(entitlements, random),
  ];
}

type Held = Map<Person, Set<Entitlement>>;

function drawHeld(
  people: readonly Person[],
  entitlements: readonly Entitlement[],
  random: Random,
): Held {
  const policies = new Map<Person["job"], Likely[]>();
  const held: Held = new Map();
  for (const person of people) {
    const { job, location } = person;
    let policy = policies.get(job);
    if (!policy) policies.set(job, (policy = makePolicy(job, entitlements, random)));
    const own = new Set<Entitlement>();
    for (const likely of [...policy, ...placePolicy(job, location, entitlements)]) {
      if (random.chance(likely.probability)) own.add(likely.entitlement);
    }
    held.set(person, own);
  }
  return held;
}

/** A few people have entitlements of an earlier job, which no policy grants: the long tail of each role. */
function giveOutTheRest(
  held: Held,
  people: readonly Person[],
  entitlements: readonly Entitlement[],
  random: Random,
): void {
  const used = new Set([...held.values()].flatMap((own) => [...own]));
  for (const entitlement of entitlements) {
    if (used.has(entitlement)) continue;
    const count = random.between(1, 3);
    for (let at = 0; at < count; at++) held.get(random.pick(people))?.add(entitlement);
  }
}

/** The last people of each job, whose accounts are not linked yet. */
function findUncorrelated(people: readonly Person[]): ReadonlySet<Person> {
  const seen = new Map<Person["job"], number>();
  return new Set(
    people.filter(({ job }) => {
      const at = seen.get(job) ?? 0;
      seen.set(job, at + 1);
      return at >= Math.round(job.people * job.correlated);
    }),
  );
}

function accountsOf(person: Person, held: ReadonlySet<Entitlement>): Account[] {
  const byResource = new Map<string, Set<string>>();
  for (const { resource, name } of held) {
    let names = byResource.get(resource);
    if (!names) byResource.set(resource, (names = new Set()));
    names.add(name);
  }
  return [...byResource].map(([resource, names]) => ({
    identityId: person.id,
    resource,
    name: accountName(resource, person),
    entitlements: names,
  }));
}

function accountName(resource: string, person: Person): string {
  const naming = ACCOUNT_NAMES[resource];
  if (!naming) throw new Error(`${resource} has no names for accounts`);
  return naming(person);
}

function administratorAccounts(
  people: readonly Person[],
  accounts: readonly Account[],
  random: Random,
): Account[] {
  const administrators = new Map(
    people.filter(({ job }) => ADMINISTRATORS.has(job.title)).map((person) => [person.id, person]),
  );
  return accounts.flatMap((account) => {
    const person = administrators.get(account.identityId ?? "");
    if (!person || account.resource !== "Active Directory") return [];
    const same = [...account.entitlements].filter(() => random.chance(0.7));
    return [{ ...account, name: `adm-${person.username}`, entitlements: new Set(same) }];
  });
}

/** Accounts created in advance, without entitlements. */
function bareAccounts(
  people: readonly Person[],
  accounts: readonly Account[],
  random: Random,
): Account[] {
  const existing = new Set(accounts.map(({ resource, name }) => `${resource}/${name}`));
  return people.flatMap((person) => {
    const resource = random.pick(["Loan Origination", "Card Management", "Wire Room"]);
    const name = accountName(resource, person);
    if (!random.chance(0.05) || existing.has(`${resource}/${name}`)) return [];
    return [{ identityId: person.id, resource, name, entitlements: new Set<string>() }];
  });
}

const SERVICES =
  "backup, monitoring, etl, swift, print, scanner, archive, batch, replication, mailrelay, ledgerfeed, kiosk, atm, statement, telephony, sync, report, deploy, audit, vault";

/** Accounts of programs and of former employees. */
function serviceAccounts(entitlements: readonly Entitlement[], random: Random): Account[] {
  const resources = ["Active Directory", "Core Banking", "Data Warehouse", "Document Vault"];
  const some = (resource: string): Set<string> => {
    const own = entitlements.filter((entitlement) => entitlement.resource === resource);
    return new Set(random.sample(own, random.between(1, 8)).map(({ name }) => name));
  };
  const services = SERVICES.split(", ").flatMap((service) =>
    random.sample(resources, 2).map((resource) => ({
      identityId: null,
      resource,
      name: `svc_${service}`,
      entitlements: some(resource),
    })),
  );
  const leavers = Array.from({ length: 36 }, (_, at) => {
    const resource = random.pick(resources);
    return {
      identityId: null,
      resource,
      name: `x-former-${String(at + 1).padStart(3, "0")}`,
      entitlements: some(resource),
    };
  });
  return [...services, ...leavers];
}
