/** What a checkbox over several entitlements shows. */

export type CheckState = "checked" | "unchecked" | "partial";

/** `selected` of `shown` are ticked; over none the box is unchecked. */
export function checkState(shown: number, selected: number): CheckState {
  if (selected === 0) return "unchecked";
  return selected === shown ? "checked" : "partial";
}
