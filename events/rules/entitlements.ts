/** Rules of the review of entitlements that forms and server share. */
import { POSITION_MAX } from "../entities/entitlementReview.ts";
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";
import { normalizeForFilter } from "./filterText.ts";
import { foldAccents } from "./foldAccents.ts";
import { DESCRIPTION_MAX_LENGTH } from "./systems.ts";
import { checkLength, checkOneLine, checkRequired } from "./validation.ts";

const PUNCTUATION = /[\p{Punctuation}\p{Symbol}]+/gu;

/** The form in which names are duplicates: without case, white space, accents and punctuation. */
export function duplicateKey(name: string): string {
  const folded = foldAccents(normalizeForFilter(name));
  const plain = folded.replaceAll(PUNCTUATION, "");
  // A name of punctuation alone would equal every other.
  return plain === "" ? folded : plain;
}

/** Groups of at least two items with the same name, in the order of the first item. */
export function groupDuplicates<Item extends { readonly shownName: string }>(
  items: readonly Item[],
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = duplicateKey(item.shownName);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return new Map([...groups].filter(([, group]) => group.length > 1));
}

interface Review {
  readonly displayName: string;
  readonly description: string;
  readonly position: number | null;
}

type Problems<Field extends string> = Partial<Record<Field, Message>>;

/** @returns the problems by field. */
export function checkReview({
  displayName,
  description,
  position,
}: Review): Problems<keyof Review> {
  const ofName = checkLength(displayName) ?? checkOneLine(displayName);
  return {
    ...(ofName && { displayName: ofName }),
    ...(description.length > DESCRIPTION_MAX_LENGTH && {
      description: message("fields.tooLong", { max: DESCRIPTION_MAX_LENGTH }),
    }),
    ...(position !== null &&
      (!Number.isInteger(position) || position < 1 || position > POSITION_MAX) && {
        position: message("entitlements.badPosition", { max: POSITION_MAX }),
      }),
  };
}

/** @returns the problems by field. */
export function checkNewEntitlement(
  entitlement: Review & { readonly name: string },
): Problems<keyof Review | "name"> {
  const { name } = entitlement;
  const ofName = checkRequired(name, "labels.name") ?? checkLength(name) ?? checkOneLine(name);
  return { ...(ofName && { name: ofName }), ...checkReview(entitlement) };
}
