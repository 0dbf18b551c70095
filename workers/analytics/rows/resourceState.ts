/** The state of a checkbox for several entitlements. */

export type CheckState = "checked" | "unchecked" | "partial";

/** `selected` of the `shown` rows; without any the box is unchecked. */
export function checkState(shown: number, selected: number): CheckState {
  if (selected === 0) return "unchecked";
  return selected === shown ? "checked" : "partial";
}
