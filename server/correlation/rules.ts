/** Correlation rules: read, added, changed and deleted. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import {
  RULES_MAX,
  type CorrelationAttribute,
  type CorrelationRule,
  type RuleContent,
} from "#events/entities/correlation.ts";
import { message } from "#events/messages/message.ts";
import { checkAttributes, typeOf } from "#events/rules/correlation.ts";
import type { CallContext } from "../callContext.ts";
import type { JsonValue } from "../db/columns.ts";
import type { Database, Row } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { ApiError, conflict, invalidFields, notFound } from "../plugins/errors.ts";
import { holdSystem, requireSystem, type SystemPlace, type SystemRow } from "../systems/queries.ts";

/** Names of the attributes of accounts; null before the first discovery. */
export function accountAttributes({
  object_classes: classes,
}: Pick<SystemRow, "object_classes">): readonly string[] | null {
  if (classes === null) return null;
  const accounts = classes.filter(({ role }) => role === "account");
  return [...new Set(accounts.flatMap(({ attributes }) => attributes.map(({ name }) => name)))];
}

/** All rules of a resource, in the order in which they are compared. */
export async function readRules(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<CorrelationRule[]> {
  const rows = await db
    .selectFrom("correlation_rules")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .orderBy("tier")
    .orderBy("no")
    .execute();
  return rows.map(toRule);
}

function toRule(row: Row<"correlation_rules">): CorrelationRule {
  return {
    id: row.id,
    resourceId: row.resource_id,
    midpointUserFieldId: row.user_field,
    method: row.method,
    threshold: row.threshold,
    nicknames: row.nicknames,
    tier: row.tier,
    weight: row.weight,
    attributes: row.attributes,
    version: row.version,
  };
}

/** @throws ApiError ENOTFOUND */
export async function requireRule(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  id: string,
): Promise<CorrelationRule> {
  const row = await db
    .selectFrom("correlation_rules")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("correlation.ruleNotFound");
  return toRule(row);
}

/** Attributes in the order of their positions, which are counted from 1. */
function attributesOf(ruleId: string, { attributes }: RuleContent): CorrelationAttribute[] {
  return attributes
    .toSorted((one, other) => one.position - other.position)
    .map((attribute, index) => {
      const type = typeOf(attribute);
      return {
        id: randomUUID(),
        resourceCorrelationRuleId: ruleId,
        resourceSchemaId: type === "field" ? attribute.resourceSchemaId : null,
        staticContent: type === "static" ? attribute.staticContent : null,
        position: index + 1,
        type,
      };
    });
}

function requireAttributes({ attributes }: RuleContent, system: SystemRow): void {
  const known = accountAttributes(system);
  const problem = checkAttributes(attributes, known && new Set(known));
  if (problem) throw invalidFields({ attributes: problem });
}

/** The stored columns of a rule. */
export const ruleColumns = (id: string, rule: RuleContent) => ({
  user_field: rule.midpointUserFieldId,
  attributes: JSON.stringify(attributesOf(id, rule)),
  method: rule.method,
  threshold: rule.threshold,
  nicknames: rule.nicknames,
  tier: rule.tier,
  weight: rule.weight,
});

/** What the audit trail says about a rule. */
function audited({ attributes, ...rule }: CorrelationRule): Record<string, JsonValue> {
  const parts = attributes.map(
    ({ type, resourceSchemaId, staticContent }) =>
      `${type}: ${(type === "field" ? resourceSchemaId : staticContent) ?? ""}`,
  );
  return { ...rule, attributes: parts };
}

/** @throws ApiError ENOTFOUND, EINVALID; ECONFLICT if there are too many rules. */
export function saveRule(
  context: CallContext,
  place: SystemPlace,
  content: RuleContent,
): Promise<CorrelationRule> {
  return inTransaction(context.db, async (tx) => {
    requireAttributes(content, await holdSystem(tx, place));
    const { clientId, resourceId } = place;
    const { count, last } = await tx
      .selectFrom("correlation_rules")
      .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.max("no").as("last")])
      .where("client_id", "=", clientId)
      .where("resource_id", "=", resourceId)
      .executeTakeFirstOrThrow();
    if (Number(count) >= RULES_MAX) {
      throw new ApiError("ECONFLICT", message("correlation.tooManyRules", { max: RULES_MAX }));
    }
    const id = randomUUID();
    await tx
      .insertInto("correlation_rules")
      .values({
        client_id: clientId,
        resource_id: resourceId,
        id,
        no: Number(last ?? 0) + 1,
        ...ruleColumns(id, content),
      })
      .execute();
    const rule = await requireRule(tx, place, id);
    await context.audit(tx, { target: resourceId, after: audited(rule) });
    return rule;
  });
}

/** @throws ApiError ENOTFOUND, EINVALID; ECONFLICT for another version. */
export function putRule(
  context: CallContext,
  place: SystemPlace,
  id: string,
  { version, ...content }: RuleContent & { readonly version: number },
): Promise<CorrelationRule> {
  return inTransaction(context.db, async (tx) => {
    requireAttributes(content, await holdSystem(tx, place));
    const before = await requireRule(tx, place, id);
    if (before.version !== version) throw conflict("correlation.changedElsewhere");
    await tx
      .updateTable("correlation_rules")
      .set({ ...ruleColumns(id, content), version: version + 1 })
      .where("client_id", "=", place.clientId)
      .where("resource_id", "=", place.resourceId)
      .where("id", "=", id)
      .execute();
    const after = await requireRule(tx, place, id);
    await context.audit(tx, {
      target: place.resourceId,
      before: audited(before),
      after: audited(after),
    });
    return after;
  });
}

/** @throws ApiError ENOTFOUND; ECONFLICT for another version. */
export function deleteRule(
  context: CallContext,
  place: SystemPlace,
  id: string,
  version: number,
): Promise<{ readonly id: string }> {
  return inTransaction(context.db, async (tx) => {
    await holdSystem(tx, place);
    const before = await requireRule(tx, place, id);
    if (before.version !== version) throw conflict("correlation.changedElsewhere");
    await tx
      .deleteFrom("correlation_rules")
      .where("client_id", "=", place.clientId)
      .where("resource_id", "=", place.resourceId)
      .where("id", "=", id)
      .execute();
    await context.audit(tx, { target: place.resourceId, before: audited(before) });
    return { id };
  });
}

/** @throws ApiError ENOTFOUND if the resource is not connected to a system. */
export async function listRules(
  db: Kysely<Database>,
  place: SystemPlace,
): Promise<CorrelationRule[]> {
  await requireSystem(db, place);
  return readRules(db, place);
}
