/** A system, an account and a person for plans of single accounts. */
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { TargetResult } from "#events/rules/mappings/evaluate.ts";
import { plannedEquality } from "#server/connectors/equality.ts";
import type {
  TargetAccount,
  TargetPerson,
  TargetSystem,
} from "#server/provisioning/planAccount.ts";
import { exclusionsOf } from "#server/systems/accountExclusions.ts";

export const NOW = new Date("2026-11-26T12:00:00Z");

export const classOf = (name: string, nameAttribute: string): ObjectClass => ({
  name,
  role: "account",
  idAttribute: "id",
  nameAttribute,
  memberAttribute: null,
  attributes: ["login", "mail"].map((attribute) => ({
    name: attribute,
    multiple: false,
    required: false,
    writable: true,
    ...(attribute === "mail" && { equality: "numericString" as const }),
  })),
});
/** The names of attributes differ in case, as the names that administrators type do. */
export const USER = classOf("user", "Login");
export const ROBOT = classOf("robot", "mail");

export const SYSTEM: TargetSystem = {
  classes: [USER, ROBOT],
  sameValues: plannedEquality([USER, ROBOT]),
  isManual: false,
  secrets: new Set(["pin"]),
  canActivate: true,
  activation: { onLeave: "disable", afterDays: 3, enableOnReturn: true },
  entitlements: new Map([
    [1, "Sign"],
    [2, "Audit"],
    [3, "Brief"],
  ]),
  exclusionOf: exclusionsOf([
    { attribute: null, pattern: "admin*" },
    { attribute: "mail", pattern: "shared@*" },
  ]),
  now: NOW,
};
export const MANUAL: TargetSystem = {
  ...SYSTEM,
  classes: [],
  sameValues: plannedEquality([]),
  isManual: true,
};
export const withActivation = (more: Partial<TargetSystem["activation"]>, system = SYSTEM) => ({
  ...system,
  activation: { ...system.activation, ...more },
});

export const FIELDS = {
  name: "bob",
  objectClass: "user",
  objectId: "1",
  attributes: { login: ["bob"] },
  stored: { login: ["BOB"] },
  forms: {},
  active: true,
  held: [],
  isDisabledHere: false,
  appliedSource: null,
};
export const ACCOUNT: TargetAccount = FIELDS;
export const person = (granted: readonly number[] = []): TargetPerson => ({
  oid: "1",
  username: "bob",
  externalId: "P1",
  leftAt: null,
  granted: new Set(granted),
});

export const result = (target: string, after: readonly string[], before = [""]): TargetResult => ({
  target,
  mappingIds: [],
  before,
  after,
  problem: null,
});
export const failed = (target: string, detail = ""): TargetResult => ({
  ...result(target, ["before"], ["before"]),
  problem: { code: "codeFailed", detail },
});
export const EXISTS = result("existence", ["true"]);
export const LOGIN = result("user/login", ["bob"], ["bob"]);
