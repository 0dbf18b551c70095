/** Whether the user of an account can sign in. */
import type { LdapSettings } from "./settings.ts";

/** The bit of `userAccountControl` that disables an account. */
const DISABLED = 2;
/** `pwdAccountLockedTime` of an account that an administrator locked until further notice. */
export const LOCKED_BY_ADMINISTRATOR = "000001010000Z";

/**
 * @param reportsLocks whether an account without a lock is known to be open.
 * @returns null if the system does not report it. A lock after failed attempts may have expired, so it is not known.
 */
export function isActive(
  { vendor, statusAttribute }: LdapSettings,
  textsOf: (name: string | null) => readonly string[],
  reportsLocks: boolean,
): boolean | null {
  const [value] = textsOf(statusAttribute);
  if (vendor === "ACTIVE_DIRECTORY") {
    return value === undefined ? null : (Number(value) & DISABLED) === 0;
  }
  if (value === LOCKED_BY_ADMINISTRATOR) return false;
  return value === undefined && reportsLocks ? true : null;
}

/** The flags of Active Directory with the account enabled or disabled. */
export function withActive(flags: string, active: boolean): string {
  const others = Number(flags) & ~DISABLED;
  return String(active ? others : others | DISABLED);
}
