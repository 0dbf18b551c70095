/** Plans the accounts of people, page by page: evaluates the outbound mappings and compares. */
import type { Kysely } from "kysely";
import type { MappingProblem } from "#events/entities/mapping.ts";
import type { ActivationSettings } from "#events/entities/systemConfiguration.ts";
import type { SystemSettings } from "#events/entities/system.ts";
import type { MappingInput, TargetResult } from "#events/rules/mappings/evaluate.ts";
import { attributeOf, EXISTENCE, schemaItems, targetOf } from "#events/rules/mappings/fields.ts";
import { readsSecret } from "#events/rules/provisioning.ts";
import type { Capabilities, ConnectorKind } from "#events/entities/connector.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { SystemPlace } from "../connectors/contract.ts";
import { plannedEquality } from "../connectors/equality.ts";
import type { Database } from "../db/schema.ts";
import { openEvaluator, type Evaluator } from "../mappings/evaluator.ts";
import { loadHeld } from "../mappings/heldValues.ts";
import { missingInSystem } from "../mappings/missingAttributes.ts";
import { equalitiesOf, multipleTargets, type Population } from "../mappings/population.ts";
import { accountKey, fieldsOf, identityValues, outboundInput } from "../mappings/records.ts";
import { exclusionsOf } from "../systems/accountExclusions.ts";
import { excludedNames } from "../systems/entitlements/reviews.ts";
import { excluding } from "../systems/runs/content.ts";
import { managedEntitlements, type PersonEntry } from "./people.ts";
import {
  changedSince,
  planExistingAccount,
  planLeaver,
  planNewAccount,
  type PlannedChange,
  type TargetAccount,
  type TargetSystem,
} from "./planAccount.ts";

export interface SystemFacts extends SystemPlace {
  readonly kind: ConnectorKind;
  readonly capabilities: Capabilities;
  readonly settings: SystemSettings;
  readonly activation: ActivationSettings;
  readonly objectClasses: readonly ObjectClass[];
  readonly now: Date;
}

export interface PersonPlan {
  readonly identityOid: string;
  readonly changes: readonly PlannedChange[];
  /** JSON text of the person's fields. */
  readonly source: string;
  readonly outdated: readonly OutdatedForms[];
}

/** Attributes of an account whose remembered values are outdated: see `changedSince`. */
export interface OutdatedForms {
  readonly objectClass: string;
  readonly objectId: string;
  readonly attributes: readonly string[];
}

export interface Planner {
  readonly system: TargetSystem;
  plan(page: readonly PersonEntry[]): Promise<PersonPlan[]>;
  /** Mappings that were switched off, because their code took too long. */
  readonly broken: ReadonlyMap<string, MappingProblem>;
  close(): Promise<void>;
}

/** @param off mappings that are switched off from the start. */
export async function openPlanner(
  db: Kysely<Database>,
  facts: SystemFacts,
  off: ReadonlyMap<string, MappingProblem> = new Map(),
): Promise<Planner> {
  const { settings, kind, capabilities, activation, objectClasses, now } = facts;
  const classes = objectClasses.filter(({ role }) => role === "account");
  const outbound = settings.mappings.filter(({ direction }) => direction === "outbound");
  const population: Population = {
    clientId: facts.clientId,
    resourceId: facts.resourceId,
    direction: "outbound",
    isHr: false,
    classes: classes.map(({ name }) => name),
    mappings: settings.mappings,
    missingAttributes: missingInSystem(kind, outbound, objectClasses),
  };
  const isExcluded = excluding(settings, await excludedNames(db, facts));
  const system: TargetSystem = {
    classes,
    sameValues: plannedEquality(classes),
    isManual: kind === "manual",
    secrets: new Set(outbound.filter(readsSecret).map((one) => attributeOf(targetOf(one)).name)),
    canActivate: kind === "manual" || capabilities.activation,
    activation,
    entitlements: await managedEntitlements(db, facts, isExcluded),
    exclusionOf: exclusionsOf(settings.excludedAccounts),
    now,
  };
  const evaluator = openEvaluator({
    ...population,
    multiple: multipleTargets(population, schemaItems(objectClasses)),
    equalities: equalitiesOf(population, objectClasses),
    held: await loadHeld(db, population),
    off,
  });
  const hasExistence = outbound.some((mapping) => targetOf(mapping) === EXISTENCE);
  return {
    system,
    broken: evaluator.broken,
    plan: (page) =>
      planPage(
        { system, evaluator, hasExistence },
        page.map((person) => withoutExcluded(system, person)),
      ),
    close: () => evaluator.close(),
  };
}

/** Accounts that the next run will take out of the directory, or that nobody reads. */
function withoutExcluded({ exclusionOf }: TargetSystem, person: PersonEntry): PersonEntry {
  const isManaged = ({ name, stored: attributes }: TargetAccount) =>
    exclusionOf({ name, attributes }) === null;
  return { ...person, accounts: person.accounts.filter(isManaged) };
}

interface PlanTools {
  readonly system: TargetSystem;
  readonly evaluator: Evaluator;
  /** Whether a mapping tells if an account exists. */
  readonly hasExistence: boolean;
}

interface Case {
  readonly person: PersonEntry;
  /** Null: the person has none. */
  readonly account: TargetAccount | null;
}

async function planPage(
  { system, evaluator, hasExistence }: PlanTools,
  page: readonly PersonEntry[],
): Promise<PersonPlan[]> {
  const cases: Case[] = page.flatMap((person): Case[] => {
    if (person.leftAt !== null) return [];
    if (person.accounts.length > 0) return person.accounts.map((account) => ({ person, account }));
    return person.granted.size > 0 || hasExistence ? [{ person, account: null }] : [];
  });
  const results = await evaluator.evaluate(cases.map(inputOf));
  const resultsOf = new Map<PersonEntry, [Case, readonly TargetResult[]][]>();
  cases.forEach((one, index) => {
    const own = resultsOf.get(one.person) ?? [];
    resultsOf.set(one.person, [...own, [one, results[index] ?? []]]);
  });
  return page.map((entry) => ({
    identityOid: entry.row.oid,
    source: JSON.stringify(fieldsOf(identityValues(entry.row), false)),
    changes: planPerson(system, entry, resultsOf.get(entry) ?? []),
    outdated: outdatedOf(system, resultsOf.get(entry) ?? []),
  }));
}

function outdatedOf(
  system: TargetSystem,
  cases: readonly [Case, readonly TargetResult[]][],
): OutdatedForms[] {
  return cases.flatMap(([{ account }, results]) => {
    if (account === null || account.objectId === null) return [];
    const { objectClass, objectId } = account;
    const attributes = changedSince(system, account, results);
    return attributes.length === 0 ? [] : [{ objectClass, objectId, attributes }];
  });
}

function planPerson(
  system: TargetSystem,
  { row, leftAt, granted, accounts }: PersonEntry,
  cases: readonly [Case, readonly TargetResult[]][],
): PlannedChange[] {
  if (leftAt !== null) return accounts.flatMap((account) => planLeaver(system, leftAt, account));
  const person = {
    oid: row.oid,
    username: row.username,
    externalId: row.external_id,
    leftAt,
    granted,
  };
  const held = new Set(accounts.flatMap((account) => account.held));
  const missing = [...granted].filter((no) => !held.has(no));
  return cases.flatMap(([{ account }, results], index) =>
    account === null
      ? planNewAccount(system, person, results)
      : planExistingAccount(system, person, account, results, index === 0 ? missing : []),
  );
}

function inputOf({ person: { row, accounts }, account }: Case): MappingInput {
  // Unique values are held by the first account of a person.
  const isFirst = account === null || account === accounts[0];
  const key = isFirst ? row.external_id : accountKey(row.external_id, account.name);
  return outboundInput(row, key, account);
}
