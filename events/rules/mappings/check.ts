/** What a valid mapping is. */
import { TEXT_MAX_LENGTH } from "../../entities/limits.ts";
import type {
  Mapping,
  MappingAttributeDraft,
  MappingDraft,
  ResourceSchemaItem,
} from "../../entities/mapping.ts";
import type { Message } from "../../kernel/message.ts";
import { message } from "../../messages/message.ts";
import { isAttributeType, isDn } from "./dn.ts";
import { directionOf, isMidpointUserField, mappingTargets } from "./fields.ts";
import { placeholdersOf } from "./template.ts";

export interface MappingContext {
  /** The attributes of the system's accounts; null if any name is possible: before a discovery, and of a manual system. */
  readonly items: readonly ResourceSchemaItem[] | null;
}

type Problems = Record<string, Message>;

/** @returns the problems by path within the mapping, such as `attributes/0/staticContent`. */
export function checkMapping(draft: MappingDraft, { items }: MappingContext): Problems {
  const problems: Problems = {};
  const direction = directionOf(draft.direction);
  const isInbound = direction === "inbound";
  const checkField = (path: string, id: string | null) => {
    if (id === null || id === "") problems[path] = message("mappings.fieldRequired");
    else if (!isMidpointUserField(id)) problems[path] = message("mappings.fieldUnknown");
  };
  const checkAttribute = (path: string, id: string | null) => {
    if (id === null || id === "") problems[path] = message("mappings.attributeRequired");
    else if (id.length > TEXT_MAX_LENGTH) {
      problems[path] = message("fields.tooLong", { max: TEXT_MAX_LENGTH });
    } else if (items && !items.some((item) => item.id === id)) {
      problems[path] = message("systems.attributeUnknown");
    }
  };
  const checkSource = isInbound ? checkAttribute : checkField;
  const sourceKey = isInbound ? "resourceSchemaId" : "midpointUserFieldId";
  if (!mappingTargets(direction).includes(draft.config.target)) {
    problems["config/target"] = message("mappings.targetOnlyOutbound");
  }
  if (draft.config.target === "attribute") {
    if (isInbound) checkField("midpointUserFieldId", draft.midpointUserFieldId);
    else checkTarget(draft, items, checkAttribute, problems);
  }
  const usesSources = draft.mappingType !== "CUSTOM";
  if (usesSources) {
    if (draft.attributes.length === 0) problems["attributes"] = message("mappings.sourceRequired");
    draft.attributes.forEach((source, index) => {
      if (source.type === "FIELD") {
        checkSource(`attributes/${index}/${sourceKey}`, source[sourceKey]);
      }
      checkFormats(source, index, problems);
    });
    checkTemplate(draft, problems);
  }
  if (draft.mappingType !== "STANDARD" && draft.customCode.trim() === "") {
    problems["customCode"] = message("mappings.codeRequired");
  }
  const { dn } = draft.config;
  if (dn) {
    if (isInbound || draft.config.target !== "attribute") {
      problems["config/dn"] = message("mappings.dnOnlyOutbound");
    }
    if (!isAttributeType(dn.rdnAttribute)) {
      problems["config/dn/rdnAttribute"] = message("mappings.badRdn");
    }
    if (!isDn(dn.base)) problems["config/dn/base"] = message("mappings.badDn");
    if (dn.fallback !== null && !isDn(dn.fallback)) {
      problems["config/dn/fallback"] = message("mappings.badDn");
    }
    if (dn.unitSource !== null) checkSource("config/dn/unitSource", dn.unitSource);
    dn.units.forEach(({ path }, index) => {
      if (!isDn(path)) problems[`config/dn/units/${index}/path`] = message("mappings.badDn");
    });
  }
  return problems;
}

function checkTarget(
  { resourceSchemaId }: MappingDraft,
  items: readonly ResourceSchemaItem[] | null,
  checkAttribute: (path: string, id: string | null) => void,
  problems: Problems,
): void {
  checkAttribute("resourceSchemaId", resourceSchemaId);
  const item = items?.find(({ id }) => id === resourceSchemaId);
  if (item && !item.writable) problems["resourceSchemaId"] = message("mappings.notWritable");
}

function checkFormats({ formats }: MappingAttributeDraft, index: number, problems: Problems) {
  formats.forEach(({ transform, start, length }, at) => {
    if (transform !== "SUBSTRING" && (start !== undefined || length !== undefined)) {
      problems[`attributes/${index}/formats/${at}`] = message("mappings.onlySubstring");
    }
  });
}

function checkTemplate({ config, attributes }: MappingDraft, problems: Problems): void {
  if (config.kind !== "Template") return;
  const named = placeholdersOf(config.template);
  if (config.template === "") problems["config/template"] = message("mappings.templateRequired");
  else if (named.some((number) => number < 1 || number > attributes.length)) {
    problems["config/template"] = message("mappings.noSuchSource", { count: attributes.length });
  }
}

interface Edge {
  readonly from: string;
  readonly to: string;
}

/**
 * Whether the values of mappings would feed back into themselves: a field sets an attribute that sets the field. A weak
 * mapping ends such a circle, because it does not replace a value.
 *
 * @param mappings of all systems of the client.
 */
export function hasCycle(mappings: readonly Mapping[]): boolean {
  const targets = new Map<string, string[]>();
  for (const { from, to } of mappings.flatMap(edgesOf)) {
    const known = targets.get(from);
    if (known) known.push(to);
    else targets.set(from, [to]);
  }
  const done = new Set<string>();
  for (const start of targets.keys()) if (leadsBack(start, targets, done)) return true;
  return false;
}

function leadsBack(
  start: string,
  targets: ReadonlyMap<string, readonly string[]>,
  done: Set<string>,
): boolean {
  const open = new Set<string>();
  const stack = [{ node: start, next: 0 }];
  open.add(start);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const next = targets.get(top.node)?.[top.next++];
    if (next === undefined) {
      open.delete(top.node);
      done.add(top.node);
      stack.pop();
    } else if (open.has(next)) return true;
    else if (!done.has(next)) {
      open.add(next);
      stack.push({ node: next, next: 0 });
    }
  }
  return false;
}

function edgesOf(mapping: Mapping): Edge[] {
  if (mapping.strength === "weak" || mapping.config.target !== "attribute") return [];
  const { resourceId, direction, resourceSchemaId, midpointUserFieldId } = mapping;
  const isInbound = direction === "inbound";
  const fieldNode = (id: string) => `field\n${id}`;
  const attributeNode = (id: string) => `${resourceId}\n${id.slice(id.indexOf("/") + 1)}`;
  const target = isInbound ? midpointUserFieldId : resourceSchemaId;
  if (target === null) return [];
  const to = isInbound ? fieldNode(target) : attributeNode(target);
  const sourceNode = isInbound ? attributeNode : fieldNode;
  return sourcesOf(mapping).map((id) => ({ from: sourceNode(id), to }));
}

/** A name after `identity.` or `account.`, or in brackets. */
const REFERENCE = /\b(?:identity|account|all)\s*(?:\.\s*([A-Za-z_]\w*)|\[\s*(["'])(.*?)\2\s*\])/g;

/** The fields (outbound) or attributes (inbound) that a mapping reads, by its sources and in its code. */
export function sourcesOf({
  direction,
  mappingType,
  attributes,
  customCode,
  condition,
  config: { dn },
}: Mapping): string[] {
  const isInbound = direction === "inbound";
  const named = attributes.flatMap((source) => {
    const id = isInbound ? source.resourceSchemaId : source.midpointUserFieldId;
    return mappingType !== "CUSTOM" && source.type === "FIELD" && id !== null ? [id] : [];
  });
  const code = mappingType === "STANDARD" ? condition : `${customCode}\n${condition}`;
  const inCode = [...code.matchAll(REFERENCE)].map(([, plain, , quoted]) => plain ?? quoted ?? "");
  return [...new Set([...named, ...inCode, ...(dn?.unitSource ? [dn.unitSource] : [])])];
}
