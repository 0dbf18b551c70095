/** Messages of forms; client and server check by the same functions. A check gives null where all is well. */

/** The fewest characters of a password that somebody chooses. */
export const PASSWORD_MIN_LENGTH = 8;

export function checkRequired(value: string, label?: string): string | null {
  if (value.trim() !== "") return null;
  return label ? `${label} is required` : "This field is required";
}
