/** Events of correlation rules. */
import { Type } from "typebox";
import { Count, Nullable, OneOf, Uuid } from "../entities/common.ts";
import { AttributeInput, DECISIONS, RESULT_KINDS, RuleContent } from "../entities/correlation.ts";
import { NewIdentity } from "../entities/identityDraft.ts";
import { defineConfirmation } from "../kernel/confirmation.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";
import { defineList } from "../kernel/list.ts";
import { Choice, SearchText, SortBy } from "../kernel/query.ts";

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

/** In percent. */
const LimitsForm = Type.Object({
  linkFrom: Nullable(Type.Integer()),
  reviewFrom: Nullable(Type.Integer()),
});
export const limitsForm = defineForm("correlation/limits", LimitsForm);

export const ruleDeletion = defineConfirmation(
  "correlation/ruleDeletion",
  Type.Object({ id: Uuid, name: Type.String(), version: Type.Integer() }),
);

/** All accounts are compared with all people. */
export const simulationWanted = defineEvent("correlation/simulationWanted", 1, Nothing);
export const simulationCancelled = defineEvent("correlation/simulationCancelled", 1, Nothing);
/** The progress of the running simulation is requested again. */
export const simulationPolled = defineEvent("correlation/simulationPolled", 1, Nothing);

const SimulationSubject = Type.Object({ oid: Uuid, changes: Count });
export const application = defineConfirmation("correlation/application", SimulationSubject);
export const reversal = defineConfirmation("correlation/reversal", SimulationSubject);

export const resultList = defineList(
  "correlation/results",
  Type.Object({ contains: SearchText, kind: Choice(["all", ...RESULT_KINDS]) }),
);
/** An account is compared with its candidates side by side; null: its dialog closed. */
export const resultOpened = defineEvent(
  "correlation/resultOpened",
  1,
  Type.Object({ no: Nullable(Count) }),
);
/** The user searches for the owner of the account among all people; null: the dialog closed. */
export const personSearchOpened = defineEvent(
  "correlation/personSearchOpened",
  1,
  Type.Object({ no: Nullable(Count) }),
);
export const personSearch = defineList(
  "correlation/personSearch",
  Type.Object({ contains: SearchText, sort: SortBy(["name"]) }),
);
/** About the account that is open. */
export const decisionMade = defineEvent(
  "correlation/decisionMade",
  1,
  Type.Object({ no: Count, decision: OneOf(DECISIONS), identityOid: Nullable(Uuid) }),
);

/** A person is created for the account that is open. */
export const creationForm = defineForm("correlation/creation", NewIdentity);

export const decisionList = defineList("correlation/decisions", Type.Object({}));
export const decisionUndone = defineEvent(
  "correlation/decisionUndone",
  1,
  Type.Object({ id: Uuid }),
);
