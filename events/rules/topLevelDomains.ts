/** The existing top-level domains in ASCII form. A large module, loaded only by address checks. */
import tlds from "tlds" with { type: "json" };

const ASCII = /^[a-z0-9-]+$/;

let known: ReadonlySet<string> | null = null;

/** @param label the last part of a domain, in any case; other scripts in their xn-- form. */
export function isTopLevelDomain(label: string): boolean {
  known ??= new Set(tlds.map(toAscii));
  return known.has(label.toLowerCase());
}

/** The punycode form of a label in another script. */
function toAscii(label: string): string {
  return ASCII.test(label) ? label : new URL(`http://${label}`).hostname;
}
