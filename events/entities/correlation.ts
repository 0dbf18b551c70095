/** Correlation: rules that find the owners of accounts, simulations of them, and what people decided. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";

/** The fields of a person that accounts are compared with. */
export const CORRELATION_FIELDS = [
  "externalId",
  "username",
  "email",
  "givenName",
  "familyName",
  "fullName",
  "jobTitle",
  "department",
  "location",
] as const;
export type CorrelationField = (typeof CORRELATION_FIELDS)[number];

/** exact: the same text; normalised: without case, accents and punctuation; the others also find similar texts. */
export const CORRELATION_METHODS = ["exact", "normalised", "levenshtein", "trigram"] as const;
export type CorrelationMethod = (typeof CORRELATION_METHODS)[number];

/** Maximum rules of a resource, and attributes of a rule. */
export const RULES_MAX = 8;
export const RULE_ATTRIBUTES_MAX = 8;
export const TIERS_MAX = 5;

export const ATTRIBUTE_TYPES = ["field", "static"] as const;

/** One part of the text that a rule compares. The parts are joined in the order of their positions. */
export const CorrelationAttribute = Type.Object({
  id: Uuid,
  resourceCorrelationRuleId: Uuid,
  /** Of type `field`: the name of an attribute of accounts. */
  resourceSchemaId: Nullable(Text),
  /** Of type `static`: the text itself. */
  staticContent: Nullable(Text),
  /** From 1. */
  position: Type.Integer({ minimum: 1, maximum: RULE_ATTRIBUTES_MAX }),
  type: OneOf(ATTRIBUTE_TYPES),
});
export type CorrelationAttribute = Static<typeof CorrelationAttribute>;

/** An attribute as administrators send it. */
export const AttributeInput = Type.Object({
  /** `field` if left out. */
  type: Type.Optional(OneOf(ATTRIBUTE_TYPES)),
  resourceSchemaId: Nullable(Text),
  staticContent: Nullable(Text),
  position: CorrelationAttribute.properties.position,
});
export type AttributeInput = Static<typeof AttributeInput>;

const Comparison = {
  midpointUserFieldId: OneOf(CORRELATION_FIELDS),
  method: OneOf(CORRELATION_METHODS),
  /** From which similarity on texts are similar, of the methods `levenshtein` and `trigram`. */
  threshold: Type.Number({ minimum: 0.5, maximum: 1 }),
  /** Whether nicknames such as Bob and Robert are similar. */
  nicknames: Type.Boolean(),
  /** Later tiers are for accounts that earlier ones did not match. */
  tier: Type.Integer({ minimum: 1, maximum: TIERS_MAX }),
  /** The evidence of the same text, in bits; null: learned from the data. */
  weight: Nullable(Type.Number({ minimum: 0, maximum: 60 })),
};

/** What administrators edit. */
export const RuleContent = Type.Object({
  ...Comparison,
  attributes: Type.Array(AttributeInput, { minItems: 1, maxItems: RULE_ATTRIBUTES_MAX }),
});
export type RuleContent = Static<typeof RuleContent>;

export const CorrelationRule = Type.Object({
  id: Uuid,
  resourceId: Uuid,
  ...Comparison,
  attributes: Type.Array(CorrelationAttribute),
  /** Counts its changes. */
  version: Count,
});
export type CorrelationRule = Static<typeof CorrelationRule>;

/** How two texts compare. */
export const AGREEMENTS = ["missing", "different", "similar", "same"] as const;
export type Agreement = (typeof AGREEMENTS)[number];

/** What a simulation learned about a rule: the mean evidence of each level, in bits. */
export const RuleWeights = Type.Object({
  ruleId: Uuid,
  same: Type.Number(),
  similar: Type.Number(),
  different: Type.Number(),
});
export type RuleWeights = Static<typeof RuleWeights>;

/** A key under which accounts and people are compared, and what it costs. */
export const BlockingKey = Type.Object({
  kind: OneOf(["value", "letters", "prefix"]),
  /** One rule, or two of a combined key. */
  ruleIds: Type.Array(Uuid),
  /** Pairs that were compared because of it. */
  pairs: Count,
  /** Accounts whose block was too large to be compared. */
  skipped: Count,
});
export type BlockingKey = Static<typeof BlockingKey>;

export const SIMULATION_STATUSES = [
  "waiting",
  "running",
  "done",
  "failed",
  "cancelled",
  /** Its links were written, and imports use its rules. */
  "applied",
  "undone",
] as const;
export type SimulationStatus = (typeof SIMULATION_STATUSES)[number];

/** linked: an orphaned account gets an owner; moved: another owner; orphaned: the owner is lost. */
export const SIMULATED_CHANGES = ["linked", "moved", "orphaned"] as const;
export type SimulatedChange = (typeof SIMULATED_CHANGES)[number];
/** What a person may decide about. */
export const OPEN_OUTCOMES = ["probable", "several", "none"] as const;
export type OpenOutcome = (typeof OPEN_OUTCOMES)[number];

export const SimulationCounts = Type.Object({
  accounts: Count,
  identities: Count,
  /** The outcomes, which add up to the accounts. */
  matched: Count,
  probable: Count,
  several: Count,
  none: Count,
  /** Accounts that people have decided about. */
  decided: Count,
  /** What applying it would change. */
  linked: Count,
  moved: Count,
  orphaned: Count,
  unchanged: Count,
  /** Candidate pairs that were compared. */
  pairs: Count,
});
export type SimulationCounts = Static<typeof SimulationCounts>;

/** Its own estimates, from 0 to 1. */
export const SimulationQuality = Type.Object({ precision: Type.Number(), recall: Type.Number() });
export type SimulationQuality = Static<typeof SimulationQuality>;

export const SimulationSettings = Type.Object({
  /** From which probability on an account is linked without a decision. */
  linkFrom: Type.Number({ minimum: 0.5, maximum: 1 }),
  /** From which probability on a person decides. */
  reviewFrom: Type.Number({ minimum: 0.01, maximum: 1 }),
});
export type SimulationSettings = Static<typeof SimulationSettings>;

export const DEFAULT_SIMULATION: SimulationSettings = {
  linkFrom: 0.98,
  reviewFrom: 0.2,
};

export const Simulation = Type.Object({
  oid: Uuid,
  no: Count,
  status: OneOf(SIMULATION_STATUSES),
  /** Accounts compared so far. */
  progress: Count,
  settings: SimulationSettings,
  counts: Nullable(SimulationCounts),
  quality: Nullable(SimulationQuality),
  weights: Type.Array(RuleWeights),
  blocking: Type.Array(BlockingKey),
  /** The rules or the limits have changed since. It cannot be applied. */
  outdated: Type.Boolean(),
  /** Whether its links can be taken back: it is the last one that was applied. */
  undoable: Type.Boolean(),
  actor: Personal(Text),
  createdAt: Instant,
  endedAt: Nullable(Instant),
  appliedBy: Nullable(Personal(Text)),
  appliedAt: Nullable(Instant),
});
export type Simulation = Static<typeof Simulation>;

/** Accounts by the outcome that a simulation found for them. */
export const OutcomeCounts = Type.Object({
  matched: Count,
  probable: Count,
  several: Count,
  none: Count,
});
export type OutcomeCounts = Static<typeof OutcomeCounts>;

/** How the correlation of a resource stands. */
export const Correlation = Type.Object({
  resourceId: Uuid,
  resourceName: Text,
  /** Names of the attributes of accounts; empty before the first discovery. */
  attributes: Type.Array(Text),
  accountCount: Count,
  /** Accounts with an owner. */
  ownedCount: Count,
  /** Accounts that wait for a decision. */
  openCount: Count,
  /** Decisions that later runs respect. */
  decidedCount: Count,
  /** Accounts of the newest simulation that people have decided about since. */
  decidedSince: Type.Optional(OutcomeCounts),
  /** With which the next simulation compares. */
  settings: SimulationSettings,
  /** The newest. */
  simulation: Nullable(Simulation),
  /** The one whose rules imports use. */
  appliedOid: Nullable(Uuid),
});
export type Correlation = Static<typeof Correlation>;

/** One rule's part in the comparison of an account with a person. */
export const ComparedField = Type.Object({
  ruleId: Uuid,
  field: OneOf(CORRELATION_FIELDS),
  value: Nullable(Personal(Type.String())),
  agreement: OneOf(AGREEMENTS),
  /** Bits. */
  weight: Type.Number(),
});
export type ComparedField = Static<typeof ComparedField>;

export const Candidate = Type.Object({
  identityOid: Uuid,
  name: Personal(Type.String()),
  /** Of the person now, to tell people of the same name apart. */
  username: Type.Optional(Nullable(Personal(Type.String()))),
  jobTitle: Type.Optional(Nullable(Personal(Type.String()))),
  department: Type.Optional(Nullable(Personal(Type.String()))),
  probability: Type.Number(),
  fields: Type.Array(ComparedField),
});
export type Candidate = Static<typeof Candidate>;

export const RESULT_KINDS = [...SIMULATED_CHANGES, ...OPEN_OUTCOMES] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];

/** An account whose owner applying a simulation would change, or that a person may decide about. */
export const CorrelationResult = Type.Object({
  no: Count,
  kind: OneOf(RESULT_KINDS),
  objectClass: Text,
  objectId: Personal(Type.String()),
  name: Personal(Type.String()),
  /** The name of its owner when it was simulated. */
  owner: Nullable(Personal(Type.String())),
  /** The account's own values, in the order of the rules. */
  values: Type.Array(
    Type.Object({
      ruleId: Uuid,
      field: OneOf(CORRELATION_FIELDS),
      value: Nullable(Personal(Type.String())),
    }),
  ),
  /** The most probable first. */
  candidates: Type.Array(Candidate),
});
export type CorrelationResult = Static<typeof CorrelationResult>;

/**
 * link: it belongs to this person; none: to nobody; different: it does not belong to this person; create: to a new
 * person, whom the decision creates.
 */
export const DECISIONS = ["link", "none", "different", "create"] as const;
export type Decision = (typeof DECISIONS)[number];

export const StoredDecision = Type.Object({
  id: Uuid,
  objectClass: Text,
  objectId: Personal(Type.String()),
  name: Personal(Type.String()),
  decision: OneOf(DECISIONS),
  identityOid: Nullable(Uuid),
  /** The name of the person. */
  identity: Nullable(Personal(Type.String())),
  /** The username of the person. */
  username: Type.Optional(Nullable(Personal(Type.String()))),
  decidedBy: Personal(Text),
  decidedAt: Instant,
});
export type StoredDecision = Static<typeof StoredDecision>;
