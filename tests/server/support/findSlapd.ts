/** Finds OpenLDAP's server among the system's binaries. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The directory of `slapd` and `slapadd`; null if there is none. */
export function findSlapd(): string | null {
  const directories = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    "/usr/sbin",
    "/usr/libexec",
  ];
  const isComplete = (directory: string): boolean =>
    ["slapd", "slapadd"].every((name) => existsSync(join(directory, name)));
  return directories.find((directory) => directory !== "" && isComplete(directory)) ?? null;
}

/** This environment variable makes a missing slapd an error, like CI=true. */
export const REQUIRE_SLAPD = "PROVISION_REQUIRE_SLAPD";

/**
 * Whether the tests can have a server.
 * @throws Error in CI without one.
 */
export function hasSlapd(): boolean {
  if (findSlapd() !== null) return true;
  const message = "No slapd found in PATH or /usr/sbin: the tests of LDAP cannot run";
  if (process.env["CI"] === "true" || process.env[REQUIRE_SLAPD] === "1") throw new Error(message);
  console.warn(`${message} and are skipped.`);
  return false;
}
