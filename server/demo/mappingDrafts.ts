/** Field mappings and correlation rules of the demo with usual settings. */
import type { AttributeInput, RuleContent } from "#events/entities/correlation.ts";
import type {
  MappingAttributeDraft,
  MappingDraft,
  MappingFormat,
  Transform,
} from "#events/entities/mapping.ts";
import { schemaIdOf } from "#events/rules/mappings/fields.ts";

export const ofAccount = (name: string) => schemaIdOf("account", name);
const formatsOf = (transforms: readonly Transform[]): MappingFormat[] =>
  transforms.map((transform) => ({ transform }));

export function source(
  position: number,
  {
    transforms = [],
    ...more
  }: Partial<MappingAttributeDraft> & { transforms?: readonly Transform[] },
): MappingAttributeDraft {
  return {
    type: "FIELD",
    midpointUserFieldId: null,
    resourceSchemaId: null,
    staticContent: "",
    position,
    formats: formatsOf(transforms),
    ...more,
  };
}

export const PLAIN = {
  target: "attribute",
  kind: "Basic",
  separator: "",
  template: "",
  dn: null,
} as const;

type Draft = Partial<MappingDraft> & Pick<MappingDraft, "direction">;

export function draft(more: Draft): MappingDraft {
  return {
    strength: "strong",
    customCode: "",
    resourceSchemaId: null,
    midpointUserFieldId: null,
    authoritative: true,
    tolerant: true,
    mappingType: "STANDARD",
    condition: "",
    config: PLAIN,
    locked: false,
    iterationToken: false,
    attributes: [],
    ...more,
  };
}

/** The outbound mapping of fields to an attribute. */
export function toAttribute(
  fields: readonly string[],
  resourceSchemaId: string,
  more: Partial<MappingDraft> = {},
  transforms: readonly Transform[] = [],
): MappingDraft {
  return draft({
    direction: "outbound",
    resourceSchemaId,
    attributes: fields.map((midpointUserFieldId, position) =>
      source(position, { midpointUserFieldId, transforms }),
    ),
    ...more,
  });
}

/** The mapping that decides with code who has an account. */
export function existence(customCode: string): MappingDraft {
  return draft({
    direction: "outbound",
    config: { ...PLAIN, target: "existence" },
    mappingType: "CUSTOM",
    customCode,
  });
}

export function rule(
  midpointUserFieldId: RuleContent["midpointUserFieldId"],
  columns: readonly string[],
  more: Partial<RuleContent>,
): RuleContent {
  const attributes: AttributeInput[] = columns.map((resourceSchemaId, at) => ({
    type: "field",
    resourceSchemaId,
    staticContent: null,
    position: at + 1,
  }));
  return {
    midpointUserFieldId,
    method: "exact",
    threshold: 0.8,
    nicknames: false,
    tier: 1,
    weight: null,
    attributes,
    ...more,
  };
}
