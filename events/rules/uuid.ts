/** UUIDs in any case. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** For `matchAll` and `replaceAll`: each UUID within a text. */
export const UUIDS_IN_TEXT = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}
