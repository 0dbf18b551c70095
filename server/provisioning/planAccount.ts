/** Decides what one account of one person needs. Pure. */
import type { MappingProblem } from "#events/entities/mapping.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { ProvisionKind, ProvisionProblem } from "#events/entities/provisioning.ts";
import type { ActivationSettings } from "#events/entities/systemConfiguration.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import type { TargetResult } from "#events/rules/mappings/evaluate.ts";
import { ADMINISTRATIVE_STATUS, attributeOf, EXISTENCE } from "#events/rules/mappings/fields.ts";
import type { ValueRecord } from "#events/rules/mappings/values.ts";
import { isSecretAttribute } from "#events/rules/provisioning.ts";
import { DAY_MS } from "#events/rules/time.ts";
import type { SameValuesOfClass } from "../connectors/equality.ts";
import type { StoredForms } from "../db/systemTables.ts";
import { NAME_ATTRIBUTES, PLAIN_CLASS } from "../mappings/records.ts";
import { EMPTY_CONTENT } from "../systems/runs/content.ts";
import type { ExclusionOf } from "../systems/accountExclusions.ts";
import { isEqual } from "./storedForms.ts";

export interface TargetSystem {
  /** The object classes of accounts; empty for a system without a schema. */
  readonly classes: readonly ObjectClass[];
  /** Differing values are a change. */
  readonly sameValues: SameValuesOfClass;
  /** People do the work. */
  readonly isManual: boolean;
  /** Names of attributes whose mappings read secret fields of people. */
  readonly secrets: ReadonlySet<string>;
  readonly canActivate: boolean;
  readonly activation: ActivationSettings;
  /** Names of the entitlements that provisioning manages, by number. */
  readonly entitlements: ReadonlyMap<number, string>;
  /** Accounts that provisioning does not write. */
  readonly exclusionOf: ExclusionOf;
  readonly now: Date;
}

export interface TargetPerson {
  readonly oid: string;
  readonly username: string | null;
  readonly externalId: string;
  /** When the person left; null: present. */
  readonly leftAt: Date | null;
  /** Numbers of the entitlements that policies and access roles grant. */
  readonly granted: ReadonlySet<number>;
}

export interface TargetAccount {
  readonly name: string;
  readonly objectClass: string;
  readonly objectId: string | null;
  /** As Provision wrote them, where the system stored others and still has them. */
  readonly attributes: ObjectContent["attributes"];
  /** As the system has them. */
  readonly stored: ObjectContent["attributes"];
  readonly forms: StoredForms;
  readonly active: boolean | null;
  /** Numbers of entitlements. */
  readonly held: readonly number[];
  /** Provision disabled it, and has not enabled it since. */
  readonly isDisabledHere: boolean;
  /** The person's fields when Provision last wrote the account; null: it never did. */
  readonly appliedSource: ValueRecord | null;
}

export interface PlannedChange {
  readonly kind: ProvisionKind;
  readonly account: string;
  readonly objectClass: string;
  readonly before: ObjectContent | null;
  readonly after: ObjectContent | null;
  readonly problem: ProvisionProblem | null;
}

/** What happens to an account whose person left, or that no mapping wants any more. */
export function planLeaver(
  { activation, canActivate, isManual, entitlements, now }: TargetSystem,
  leftAt: Date | null,
  account: TargetAccount,
): PlannedChange[] {
  const { onLeave, afterDays } = activation;
  const isDue = leftAt === null || now.getTime() - leftAt.getTime() >= afterDays * DAY_MS;
  if (onLeave === "keep" || !isDue) return [];
  const { stored: attributes, active, held } = account;
  if (onLeave === "remove") {
    const names = namesOf(held, entitlements);
    return [change("remove", account, { attributes, active, entitlements: names }, null)];
  }
  const isActive = active === true || (active === null && isManual);
  return canActivate && isActive ? [toggle("disable", account)] : [];
}

/** An account that the person lacks. @returns an empty list if nothing requires one. */
export function planNewAccount(
  system: TargetSystem,
  person: TargetPerson,
  results: readonly TargetResult[],
): PlannedChange[] {
  const existence = results.find(({ target }) => target === EXISTENCE);
  const isWanted = existence ? existence.after[0] === "true" : person.granted.size > 0;
  const failing = results.find(hasFailed);
  if (!isWanted && existence?.problem == null) return [];
  const objectClass = classOf(system, results);
  const attributes: Record<string, string[]> = {};
  for (const { target, after } of ofClass(system, objectClass, results)) {
    if (after.length > 0) attributes[attributeOf(target).name] = [...after];
  }
  const status = results.find(({ target }) => target === ADMINISTRATIVE_STATUS)?.after[0];
  const active = system.canActivate && status === "false" ? false : null;
  const name = nameOf(system, objectClass, person, attributes);
  const problem: ProvisionProblem | null = failing
    ? problemOf(system, failing)
    : objectClass === null
      ? { code: "classMissing", detail: "" }
      : name === null
        ? { code: "nameMissing", detail: "" }
        : system.exclusionOf({ name, attributes }) !== null
          ? { code: "accountExcluded", detail: name }
          : null;
  return [
    {
      kind: "create",
      account: name ?? person.username ?? person.externalId,
      objectClass: objectClass ?? "",
      before: null,
      after: {
        attributes,
        active,
        entitlements: namesOf([...person.granted], system.entitlements),
      },
      problem,
    },
  ];
}

/** @param missing numbers of the entitlements that the account gets: none of the person's accounts holds them. */
export function planExistingAccount(
  system: TargetSystem,
  person: TargetPerson,
  account: TargetAccount,
  results: readonly TargetResult[],
  missing: readonly number[],
): PlannedChange[] {
  const existence = results.find(({ target }) => target === EXISTENCE);
  if (existence && existence.problem === null && existence.after[0] === "false") {
    return planLeaver(system, null, account);
  }
  const changes: PlannedChange[] = [];
  changes.push(...planStatus(system, account, results));
  changes.push(...planAttributes(system, account, results));
  const lost = account.held.filter((no) => system.entitlements.has(no) && !person.granted.has(no));
  if (missing.length > 0) {
    const entitlements = namesOf(missing, system.entitlements);
    changes.push(change("grant", account, EMPTY_CONTENT, { ...EMPTY_CONTENT, entitlements }));
  }
  if (lost.length > 0) {
    const entitlements = namesOf(lost, system.entitlements);
    changes.push(change("revoke", account, { ...EMPTY_CONTENT, entitlements }, EMPTY_CONTENT));
  }
  return changes;
}

function planStatus(
  system: TargetSystem,
  account: TargetAccount,
  results: readonly TargetResult[],
): PlannedChange[] {
  const { canActivate, isManual, activation } = system;
  const active = account.active ?? (isManual ? true : null);
  if (!canActivate || active === null) return [];
  const status = results.find(({ target }) => target === ADMINISTRATIVE_STATUS);
  if (status) {
    if (hasFailed(status)) {
      return [{ ...toggle("disable", account), problem: problemOf(system, status) }];
    }
    const wanted = status.after[0] === undefined ? active : status.after[0] === "true";
    if (wanted === active) return [];
    return [toggle(wanted ? "enable" : "disable", account)];
  }
  const returns = !active && account.isDisabledHere && activation.enableOnReturn;
  return returns ? [toggle("enable", account)] : [];
}

function planAttributes(
  system: TargetSystem,
  account: TargetAccount,
  results: readonly TargetResult[],
): PlannedChange[] {
  // Attributes of accounts that nobody has read are unknown.
  if (account.objectId === null) return [];
  const own = ofClass(system, account.objectClass, results);
  const isSame = system.sameValues(account.objectClass);
  const [before, after]: [Record<string, string[]>, Record<string, string[]>] = [{}, {}];
  for (const { target, before: old, after: wanted, problem } of own) {
    const { name } = attributeOf(target);
    if (problem !== null || isSecret(system, name) || isSame(name, old, wanted)) continue;
    const now = account.stored[name] ?? [];
    if (isSame(name, now, wanted)) continue;
    before[name] = [...now];
    after[name] = [...wanted];
  }
  const failing = own.find(hasFailed);
  if (Object.keys(after).length === 0 && !failing) return [];
  const planned = change(
    "change",
    account,
    { ...EMPTY_CONTENT, attributes: before },
    { ...EMPTY_CONTENT, attributes: after },
  );
  return [{ ...planned, problem: failing ? problemOf(system, failing) : null }];
}

/** The attributes of which the system stored other values, and whose stored or wanted values have changed since. */
export function changedSince(
  system: TargetSystem,
  { objectClass, forms, stored }: TargetAccount,
  results: readonly TargetResult[],
): string[] {
  const own = ofClass(system, objectClass, results);
  const isSame = system.sameValues(objectClass);
  return Object.entries(forms).flatMap(([name, form]) => {
    if (!form?.replaced) return [];
    const result = own.find(({ target }) => attributeOf(target).name === name);
    const isWanted =
      result && (result.problem !== null || isSame(name, form.written, result.after));
    return isWanted && isEqual(form.stored, stored[name] ?? []) ? [] : [name];
  });
}

function change(
  kind: ProvisionKind,
  { name, objectClass }: TargetAccount,
  before: ObjectContent | null,
  after: ObjectContent | null,
): PlannedChange {
  return { kind, account: name, objectClass, before, after, problem: null };
}

function toggle(kind: "enable" | "disable", account: TargetAccount): PlannedChange {
  const isEnabled = kind === "enable";
  return change(
    kind,
    account,
    { ...EMPTY_CONTENT, active: !isEnabled },
    { ...EMPTY_CONTENT, active: isEnabled },
  );
}

function isSecret({ secrets }: TargetSystem, name: string): boolean {
  return secrets.has(name) || isSecretAttribute(name);
}

type FailedResult = TargetResult & { readonly problem: MappingProblem };

function hasFailed(result: TargetResult): result is FailedResult {
  return result.problem !== null;
}

function problemOf(system: TargetSystem, { target, problem }: FailedResult): ProvisionProblem {
  const { name } = attributeOf(target);
  // The detail can quote the value.
  const isShown = problem.detail !== "" && !isSecret(system, name);
  return { code: problem.code, detail: isShown ? `${name}: ${problem.detail}` : name };
}

function namesOf(nos: readonly number[], names: ReadonlyMap<number, string>): string[] {
  return nos.flatMap((no) => names.get(no) ?? []).toSorted();
}

/** The class of new accounts: the first one that a mapping names. */
function classOf(
  { classes, isManual }: TargetSystem,
  results: readonly TargetResult[],
): string | null {
  if (isManual && classes.length === 0) return PLAIN_CLASS;
  const named = results.map(({ target }) => attributeOf(target).objectClass);
  return classes.find(({ name }) => named.includes(name))?.name ?? classes[0]?.name ?? null;
}

/** The results for attributes of a class. */
function ofClass(
  { classes }: TargetSystem,
  objectClass: string | null,
  results: readonly TargetResult[],
): readonly TargetResult[] {
  return results.filter(
    ({ target }) =>
      target !== EXISTENCE &&
      target !== ADMINISTRATIVE_STATUS &&
      (classes.length === 0 || attributeOf(target).objectClass === objectClass),
  );
}

function nameOf(
  { classes }: TargetSystem,
  objectClass: string | null,
  { username, externalId }: TargetPerson,
  attributes: Readonly<Record<string, readonly string[]>>,
): string | null {
  const valueOf = (sought: string) =>
    Object.entries(attributes).find(
      ([name]) => name.toLowerCase() === sought.toLowerCase(),
    )?.[1][0];
  const known = classes.find(({ name }) => name === objectClass);
  if (known) return valueOf(known.nameAttribute) ?? null;
  const named = NAME_ATTRIBUTES.map(valueOf).find((value) => value !== undefined);
  return named ?? username ?? externalId;
}
