/** How a rule and its form read each other. Pure. */
import type { Static } from "typebox";
import type { limitsForm, ruleForm } from "#events/actions/correlation.ts";
import {
  TIERS_MAX,
  type AttributeInput,
  type CorrelationField,
  type CorrelationMethod,
  type CorrelationResult,
  type CorrelationRule,
  type RuleContent,
  type SimulationSettings,
} from "#events/entities/correlation.ts";
import type { NewIdentity } from "#events/entities/identityDraft.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { checkAttributes, checkLimits, typeOf } from "#events/rules/correlation.ts";
import { SECTIONS, type Section } from "./route.ts";

/** The whole for an address that names no part. */
export function sectionIn(params: Readonly<Record<string, string>> | undefined): Section {
  const [written] = (params?.["*"] ?? "").split("/");
  return SECTIONS.find((section) => section === written) ?? "all";
}

export type LimitsForm = Static<(typeof limitsForm)["values"]>;
export type RuleForm = Static<(typeof ruleForm)["values"]>;

const MAX_WEIGHT = 60;
const PERCENT = 100;
/** Less probable links would be wrong more often than right. */
const MIN_LINK = 50;

export const NEW_RULE: RuleForm = {
  midpointUserFieldId: "externalId",
  method: "exact",
  threshold: 80,
  nicknames: false,
  tier: 1,
  weighting: "learned",
  weight: 10,
  attributes: [{ type: "field", resourceSchemaId: null, staticContent: null, position: 1 }],
};

export function ruleFormOf(rule: CorrelationRule): RuleForm {
  const { midpointUserFieldId, method, threshold, nicknames, tier, weight, attributes } = rule;
  return {
    midpointUserFieldId,
    method,
    threshold: Math.round(threshold * PERCENT),
    nicknames,
    tier,
    weighting: weight === null ? "learned" : "fixed",
    weight: weight === null ? NEW_RULE.weight : Math.round(weight),
    attributes: attributes.map(({ type, resourceSchemaId, staticContent, position }) => ({
      type,
      resourceSchemaId,
      staticContent,
      position,
    })),
  };
}

export function contentOf(form: RuleForm): RuleContent {
  const { midpointUserFieldId, method, threshold, nicknames, tier, attributes } = form;
  return {
    midpointUserFieldId,
    method,
    threshold: (threshold ?? PERCENT) / PERCENT,
    nicknames,
    tier: tier ?? 1,
    weight: form.weighting === "learned" ? null : (form.weight ?? 0),
    attributes,
  };
}

/** Whether a method finds similar texts. */
export function isFuzzy(method: CorrelationMethod): boolean {
  return method === "levenshtein" || method === "trigram";
}

function within(value: number | null, min: number, max: number): Message | null {
  if (value === null || value < min) return message("systems.tooSmall", { min });
  return value > max ? message("systems.tooLarge", { max }) : null;
}

export function limitsFormOf({ linkFrom, reviewFrom }: SimulationSettings): LimitsForm {
  return {
    linkFrom: Math.round(linkFrom * PERCENT),
    reviewFrom: Math.round(reviewFrom * PERCENT),
  };
}

export function limitsOf({ linkFrom, reviewFrom }: LimitsForm): SimulationSettings {
  return {
    linkFrom: (linkFrom ?? PERCENT) / PERCENT,
    reviewFrom: (reviewFrom ?? PERCENT) / PERCENT,
  };
}

/** @returns the problems by field; null means no problem. */
export function checkLimitsForm(
  limits: LimitsForm,
): Partial<Record<keyof LimitsForm, Message | null>> {
  return {
    linkFrom: within(limits.linkFrom, MIN_LINK, PERCENT),
    reviewFrom:
      within(limits.reviewFrom, 1, PERCENT) ?? checkLimits(limitsOf(limits)).reviewFrom ?? null,
  };
}

/** @returns the problems by field. */
export function checkRuleForm(
  { method, threshold, tier, weighting, weight, attributes }: RuleForm,
  known: readonly string[],
): Partial<Record<keyof RuleForm, Message>> {
  const problems: Partial<Record<keyof RuleForm, Message>> = {};
  const set = (field: keyof RuleForm, problem: Message | null) => {
    if (problem) problems[field] = problem;
  };
  if (isFuzzy(method)) set("threshold", within(threshold, 50, PERCENT));
  set("tier", within(tier, 1, TIERS_MAX));
  if (weighting === "fixed") set("weight", within(weight, 0, MAX_WEIGHT));
  set("attributes", checkAttributes(attributes, known.length === 0 ? null : new Set(known)));
  return problems;
}

/** With positions counted from 1. */
export function numbered(attributes: readonly AttributeInput[]): AttributeInput[] {
  return attributes.map((attribute, index) => ({ ...attribute, position: index + 1 }));
}

/** With an attribute one place earlier. */
export function movedUp(attributes: readonly AttributeInput[], index: number): AttributeInput[] {
  const moved = attributes[index];
  if (moved === undefined || index === 0) return [...attributes];
  const others = attributes.toSpliced(index, 1);
  return numbered(others.toSpliced(index - 1, 0, moved));
}

/** Such as `givenName + " " + sn`. */
export function describeAttributes(
  attributes: readonly Omit<AttributeInput, "position">[],
): string {
  return attributes
    .map((attribute) =>
      typeOf(attribute) === "field"
        ? (attribute.resourceSchemaId ?? "")
        : `"${attribute.staticContent ?? ""}"`,
    )
    .join(" + ");
}

const SEVERAL_SPACES = /\s+/;

/** A new person as the account's compared values describe them. */
export function personOf({ values }: Pick<CorrelationResult, "values">): NewIdentity {
  const textOf = (wanted: CorrelationField) =>
    values.find(({ field, value }) => field === wanted && value !== null)?.value ?? "";
  const words = textOf("fullName").trim().split(SEVERAL_SPACES);
  return {
    externalId: textOf("externalId"),
    givenName: textOf("givenName") || words.slice(0, -1).join(" "),
    familyName: textOf("familyName") || (words.at(-1) ?? ""),
    username: textOf("username"),
    email: textOf("email"),
    jobTitle: textOf("jobTitle"),
    department: textOf("department"),
    location: textOf("location"),
    manager: "",
  };
}
