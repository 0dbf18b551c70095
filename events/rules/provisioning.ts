/** What the preview of provisioning and the server decide alike. */
import type { ConnectorKind } from "../entities/connector.ts";
import type { Mapping } from "../entities/mapping.ts";
import type { ProvisionGate, ProvisionPreview, ProvisionStatus } from "../entities/provisioning.ts";
import type { SystemSettings } from "../entities/system.ts";
import type { ObjectContent } from "../entities/systemRun.ts";

/** Whether the approved changes of a system are written to it, or done by its owner. */
export function isProvisionable(kind: ConnectorKind | null, canWrite: boolean): boolean {
  return kind === "manual" || (kind !== "hr" && canWrite);
}

/** A worker computes or applies it, or will. */
export function isWorking({ status }: { readonly status: ProvisionStatus }): boolean {
  return status === "waiting" || status === "computing" || status === "applying";
}

/** A preview that met a full disk of the server continues once there is space. */
export function waitsForDisk(preview: Pick<ProvisionPreview, "status" | "problem">): boolean {
  return isWorking(preview) && preview.problem?.code === "diskFull";
}

export function isDecidable({
  status,
  stale,
}: Pick<ProvisionPreview, "status" | "stale">): boolean {
  return status === "planned" && !stale;
}

/**
 * Whether the client's approval rules let a user approve the preview, or retry its failed changes. A preview that nobody
 * prepared is Provision's own: one person would decide alone about it.
 */
export function mayDecide(
  {
    needsOtherPerson = false,
    preparedBy = [],
  }: Pick<ProvisionPreview, "needsOtherPerson" | "preparedBy">,
  userId: string | undefined,
): boolean {
  if (!needsOtherPerson) return true;
  return preparedBy.length > 0 && !preparedBy.some(({ id }) => id === userId);
}

export interface PlanFigures {
  /** Whether a plan of the system was approved before. */
  readonly wasApproved: boolean;
  /** Whether the accounts of the system are known. */
  readonly isImported: boolean;
  /** Accounts of people, and the entitlements that they hold. */
  readonly accounts: number;
  readonly held: number;
  /** Accounts that are disabled or removed, and entitlements that accounts lose. */
  readonly ended: number;
  readonly revoked: number;
  readonly blocked: number;
}

/** @returns what a person should check, in a fixed order. */
export function provisionGates(
  { wasApproved, isImported, accounts, held, ended, revoked, blocked }: PlanFigures,
  { maxGonePercent }: Pick<SystemSettings, "maxGonePercent">,
): ProvisionGate[] {
  const isMany = (count: number, of: number) => count > 0 && count * 100 > of * maxGonePercent;
  const gates: ProvisionGate[] = [];
  if (!wasApproved) gates.push("firstPlan");
  if (!isImported) gates.push("notImported");
  if (isMany(ended, accounts)) gates.push("manyRemoved");
  if (isMany(revoked, held)) gates.push("manyRevoked");
  if (blocked > 0) gates.push("blocked");
  return gates;
}

/** Whether a person has to say that they checked it before they can approve the plan. */
export function needsConsent(gate: ProvisionGate): boolean {
  return gate === "notImported" || gate === "manyRemoved" || gate === "manyRevoked";
}

const SECRET = /pass(?:word|phrase|wd|code)|\bpwd|unicodepwd|secret|privatekey|apikey|token/i;

/** Attributes, and fields of people, whose values plans never store. They are set when an account is created, and not compared later. */
export function isSecretAttribute(name: string): boolean {
  return SECRET.test(name);
}

export const HIDDEN_VALUE = "••••••";

/** The number of unique values, which code reads like a variable and not as a field. */
const NUMBER = /(?<![\w.'"`])token(?![\w'"`])/g;

/** Whether the values of a mapping come from a field of people that is secret. */
export function readsSecret({
  mappingType,
  customCode,
  attributes,
}: Pick<Mapping, "mappingType" | "customCode" | "attributes">): boolean {
  if (mappingType !== "STANDARD" && isSecretAttribute(customCode.replaceAll(NUMBER, ""))) {
    return true;
  }
  return attributes.some(
    ({ type, midpointUserFieldId: field }) =>
      type === "FIELD" && field !== null && isSecretAttribute(field),
  );
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The content without the values of secret attributes.
 *
 * @param others names of attributes that are secret, whatever their names.
 */
export function withoutSecretValues(
  content: ObjectContent,
  others: ReadonlySet<string> = NONE,
): ObjectContent {
  const attributes = Object.entries(content.attributes).map(
    ([name, values]) =>
      [
        name,
        isSecretAttribute(name) || others.has(name) ? values.map(() => HIDDEN_VALUE) : values,
      ] as const,
  );
  return { ...content, attributes: Object.fromEntries(attributes) };
}
