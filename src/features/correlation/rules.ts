/** How a rule and its form read each other. Pure. */
import type { Static } from "typebox";
import type { ruleForm } from "#events/actions/correlation.ts";
import {
  TIERS_MAX,
  type AttributeInput,
  type CorrelationMethod,
  type CorrelationRule,
  type RuleContent,
} from "#events/entities/correlation.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { checkAttributes, typeOf } from "#events/rules/correlation.ts";
import { SECTIONS, type Section } from "./route.ts";

/** The whole for an address that names no part. */
export function sectionIn(params: Readonly<Record<string, string>> | undefined): Section {
  const [written] = (params?.["*"] ?? "").split("/");
  return SECTIONS.find((section) => section === written) ?? "all";
}

export type RuleForm = Static<(typeof ruleForm)["values"]>;

const MAX_WEIGHT = 60;
const PERCENT = 100;

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

/** @returns the problems by field. */
export function checkRuleForm(
  { method, threshold, tier, weighting, weight, attributes }: RuleForm,
  known: readonly string[],
): Partial<Record<keyof RuleForm, Message>> {
  const problems: Partial<Record<keyof RuleForm, Message>> = {};
  const within = (value: number | null, min: number, max: number) =>
    value === null || value < min
      ? message("systems.tooSmall", { min })
      : value > max
        ? message("systems.tooLarge", { max })
        : null;
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
