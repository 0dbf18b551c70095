/** Events of correlation rules. */
import { Type } from "typebox";
import { Nullable, OneOf, Uuid } from "../entities/common.ts";
import { AttributeInput, RuleContent } from "../entities/correlation.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";

const Nothing = Type.Object({});

/** The user loads the correlation, or the open rule, again. */
export const correlationRetried = defineEvent("correlation/retried", 1, Nothing);

/** The order of the attributes is that of their positions. */
const RuleForm = Type.Object({
  midpointUserFieldId: RuleContent.properties.midpointUserFieldId,
  method: RuleContent.properties.method,
  /** Percent. */
  threshold: Nullable(Type.Integer()),
  nicknames: Type.Boolean(),
  tier: Nullable(Type.Integer()),
  weighting: OneOf(["learned", "fixed"]),
  /** Bits, of a fixed weight. */
  weight: Nullable(Type.Integer()),
  attributes: Type.Array(AttributeInput),
});
export const newRuleForm = defineForm("correlation/newRule", RuleForm);
export const ruleForm = defineForm("correlation/rule", RuleForm);

export const ruleDeletion = defineConfirmation(
  "correlation/ruleDeletion",
  Type.Object({ id: Uuid, name: Type.String(), version: Type.Integer() }),
);
