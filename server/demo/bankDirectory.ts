/**
 * The demo directory: a regional bank generated from one seed, the same everywhere and every time. Random numbers are
 * drawn in a fixed order, so any change here may change all of it.
 */
import { rowsTable } from "../import/rowsTable.ts";
import type { TableSource } from "../import/types.ts";
import { makeAccounts, type Account } from "./accounts.ts";
import { makeEntitlements } from "./entitlements.ts";
import { makePeople, type Person } from "./people.ts";
import { Random } from "./random.ts";

export const BANK_NAME = "Harbor & Vale Bank";
const SEED = 20_261_121;

export interface BankDirectory {
  readonly people: readonly Person[];
  readonly accounts: readonly Account[];
  /** The two tables of an import. They can be read once. */
  readonly tables: { readonly identities: TableSource; readonly access: TableSource };
}

export function makeBankDirectory(seed = SEED): BankDirectory {
  const random = new Random(seed);
  const people = makePeople(random);
  const entitlements = makeEntitlements(random);
  const accounts = makeAccounts(people, entitlements, random);
  const identityRows = people.map((person) => [
    person.id,
    person.username,
    person.givenName,
    person.familyName,
    person.email,
    person.job.title,
    person.job.department,
    person.location,
    person.managerId ?? "",
    person.costCentre,
    person.employment,
    person.startDate,
  ]);
  const accessRows = accounts.flatMap(({ identityId, resource, name, entitlements: held }) =>
    (held.size === 0 ? [""] : [...held]).map((entitlement) => [
      identityId ?? "",
      resource,
      name,
      entitlement,
    ]),
  );
  return {
    people,
    accounts,
    tables: {
      identities: rowsTable("demo identities", IDENTITY_COLUMNS, identityRows),
      access: rowsTable("demo access", ACCESS_COLUMNS, accessRows),
    },
  };
}

const IDENTITY_COLUMNS = [
  "id",
  "username",
  "givenName",
  "familyName",
  "email",
  "jobTitle",
  "department",
  "location",
  "manager",
  "costCentre",
  "employment",
  "startDate",
];
const ACCESS_COLUMNS = ["identityId", "resource", "account", "entitlement"];
