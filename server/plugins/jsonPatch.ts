/** JSON Patch (RFC 6902) of flat documents: named fields, some of which are lists of texts. */
import { applyPatch } from "rfc6902";
import type { JsonPatch } from "#events/entities/jsonPatch.ts";
import { message } from "#events/messages/message.ts";
import { ApiError, invalid } from "./errors.ts";

/** A field, or a list element by index or at the end. */
const POINTER = /^\/([^/]+)(?:\/(\d{1,4}|-))?$/;

/**
 * The patched document. The caller validates its values.
 *
 * @throws ApiError EINVALID for an impossible step, ECONFLICT for a failed test.
 */
export function applyJsonPatch(
  document: Readonly<Record<string, unknown>>,
  patch: JsonPatch,
): Record<string, unknown> {
  for (const [at, step] of patch.entries()) checkStep(document, step, at);
  const patched = structuredClone(document);
  const results = apply(patched, patch);
  for (const [at, result] of results.entries()) {
    if (result === null) continue;
    if (result.name === "TestError") {
      throw new ApiError("ECONFLICT", message("requests.changed"));
    }
    throw invalid(`/body/${at}`, message("values.notPossible"));
  }
  return patched;
}

type Step = JsonPatch[number];

/** Restricted to existing fields, because the library would write to any path and copy lists into themselves. */
function checkStep(document: object, { op, path, from, value }: Step, at: number): void {
  if (!isKnown(document, path)) throw invalid(`/body/${at}/path`, message("values.unknown"));
  const needsFrom = op === "move" || op === "copy";
  if (!needsFrom) {
    if (op !== "remove" && value === undefined)
      throw invalid(`/body/${at}/value`, message("values.required"));
    return;
  }
  if (from === undefined) throw invalid(`/body/${at}/from`, message("values.required"));
  const [, field = "", element] = POINTER.exec(from) ?? [];
  const isWholeList = element === undefined && Array.isArray(Reflect.get(document, field));
  if (!isKnown(document, from) || isWholeList)
    throw invalid(`/body/${at}/from`, message("values.unknown"));
}

function isKnown(document: object, pointer: string): boolean {
  const [, field = "", element] = POINTER.exec(pointer) ?? [];
  if (!Object.hasOwn(document, field)) return false;
  return element === undefined || Array.isArray(Reflect.get(document, field));
}

function apply(document: object, patch: JsonPatch): readonly (Error | null)[] {
  try {
    return applyPatch(document, patch as Parameters<typeof applyPatch>[1]);
  } catch {
    // An element of a value that an earlier step replaced by a non-list.
    throw invalid("/body", message("values.notPossible"));
  }
}
