/** Rules of correlation that forms and server share. */
import type { AttributeInput, RuleContent, SimulationSettings } from "../entities/correlation.ts";
import type { Failure } from "../kernel/call.ts";
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";
import { checkSettingText } from "./systems.ts";
import { checkLength, checkNotEmpty, checkOneLine } from "./validation.ts";

/** The type of an attribute that names none. */
export function typeOf({ type }: Pick<AttributeInput, "type">): "field" | "static" {
  return type ?? "field";
}

/**
 * Checks the attributes of a rule.
 *
 * @param known names of the attributes of accounts; null if they are not known yet.
 */
export function checkAttributes(
  attributes: RuleContent["attributes"],
  known: ReadonlySet<string> | null,
): Message | null {
  if (attributes.length === 0) return message("correlation.attributesRequired");
  const positions = new Set(attributes.map(({ position }) => position));
  if (positions.size < attributes.length) return message("correlation.repeatedPosition");
  if (!attributes.some((attribute) => typeOf(attribute) === "field")) {
    return message("correlation.fieldRequired");
  }
  for (const attribute of attributes) {
    const problem =
      typeOf(attribute) === "field"
        ? checkField(attribute.resourceSchemaId, known)
        : checkStatic(attribute.staticContent ?? "");
    if (problem) return problem;
  }
  return null;
}

function checkField(name: string | null, known: ReadonlySet<string> | null): Message | null {
  if (name === null || name === "") return message("correlation.attributeMissing");
  const problem = checkSettingText(name);
  if (problem) return problem;
  return known !== null && !known.has(name) ? message("systems.attributeUnknown") : null;
}

/** A static text is used verbatim, so it may be a space. */
function checkStatic(text: string): Message | null {
  return checkNotEmpty(text) ?? checkLength(text) ?? checkOneLine(text);
}

/** A person decides below the limit from which accounts are linked. @returns the problems by field. */
export function checkLimits({
  linkFrom,
  reviewFrom,
}: SimulationSettings): Partial<Record<keyof SimulationSettings, Message>> {
  return reviewFrom > linkFrom ? { reviewFrom: message("correlation.limitsCrossed") } : {};
}

/** A failure without a reason of its own that people could read. */
const UNNAMED: ReadonlySet<string> = new Set(["EBADREPLY", "EINTERNAL"]);

/** The error of a failed get: the text that the server sent, or that an error has occurred. */
export function errorOfGet({ code, reason }: Pick<Failure, "code" | "reason">): Message {
  return UNNAMED.has(code) ? message("correlation.failed") : reason;
}

/** The errors of a failed save or delete: the reason of each refused field, or that of the whole request. */
export function errorsOf({ reason, fields = [] }: Failure): readonly Message[] {
  return fields.length > 0 ? fields.map((field) => field.reason) : [reason];
}
