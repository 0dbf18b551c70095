/** Which hosts connectors may connect to. Every address of a host is checked, and the connection uses a checked one. */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { ConnectorError } from "./contract.ts";

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

export type Resolve = (host: string) => Promise<readonly Address[]>;

/** Link-local addresses, among them those of most metadata services. */
const FORBIDDEN_RANGES = [
  ["169.254.0.0", 16, "ipv4"],
  ["fe80::", 10, "ipv6"],
] as const;
/** Of the metadata services of Alibaba Cloud, Azure, Oracle Cloud, Amazon and Google. */
const FORBIDDEN_ADDRESSES = [
  ["100.100.100.200", "ipv4"],
  ["168.63.129.16", "ipv4"],
  ["192.0.0.192", "ipv4"],
  ["fd00:ec2::254", "ipv6"],
  ["fd20:ce::254", "ipv6"],
] as const;

function forbiddenList(): BlockList {
  const list = new BlockList();
  for (const [net, prefix, type] of FORBIDDEN_RANGES) list.addSubnet(net, prefix, type);
  for (const [address, type] of FORBIDDEN_ADDRESSES) list.addAddress(address, type);
  return list;
}

const FORBIDDEN = forbiddenList();

/** Whether no connector may connect to the address, whatever the settings say. */
export function isForbidden(address: string): boolean {
  const forms = [withoutZone(address)];
  const embedded = embeddedIpv4(forms[0] ?? "");
  if (embedded !== null) forms.push(embedded);
  return forms.some((form) => isIP(form) === 0 || isIn(FORBIDDEN, form));
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** `fe80::1%eth0` without its zone. */
function withoutZone(address: string): string {
  return address.split("%")[0] ?? "";
}

/**
 * The IPv4 address within an IPv6 address that leads to it: mapped (::ffff:0:0/96), compatible (::/96), translated
 * (::ffff:0:0:0/96, 64:ff9b::/96) and 6to4 (2002::/16). Null for other addresses.
 */
export function embeddedIpv4(address: string): string | null {
  if (isIP(address) !== 6) return null;
  const groups = groupsOf(address);
  const first = groups.slice(0, 6).join(":");
  if (first.startsWith("2002:")) return dotted(groups[1], groups[2]);
  const isEmbedded =
    first === "0:0:0:0:0:ffff" ||
    first === "0:0:0:0:0:0" ||
    first === "0:0:0:0:ffff:0" ||
    first.startsWith("64:ff9b:");
  return isEmbedded ? dotted(groups[6], groups[7]) : null;
}

function dotted(high = "0", low = "0"): string {
  return [high, low]
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".");
}

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): readonly string[] {
  // The URL parser writes every form, also one with a dotted part, in the short form.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = "", after] = short.split("::");
  const head = before === "" ? [] : before.split(":");
  const tail = after === undefined || after === "" ? [] : after.split(":");
  const zeros = Array<string>(8 - head.length - tail.length).fill("0");
  return [...head, ...zeros, ...tail];
}

/** The rule of allowed hosts. An empty list allows all hosts but forbidden addresses. */
export class AllowedHosts {
  readonly #names = new Set<string>();
  readonly #suffixes: string[] = [];
  readonly #ranges = new BlockList();
  readonly #allowsAll: boolean;

  /** @param entries of PROVISION_CONNECTOR_HOSTS */
  constructor(entries: readonly string[]) {
    this.#allowsAll = entries.length === 0;
    for (const entry of entries) {
      const [address = "", bits] = entry.split("/");
      const family = isIP(address);
      const type = family === 6 ? "ipv6" : "ipv4";
      if (family !== 0 && bits !== undefined) this.#ranges.addSubnet(address, Number(bits), type);
      else if (family !== 0) this.#ranges.addAddress(address, type);
      else if (entry.startsWith("*.")) this.#suffixes.push(entry.slice(1).toLowerCase());
      else this.#names.add(entry.toLowerCase());
    }
  }

  /** @param addresses all addresses of the host. */
  allows(host: string, addresses: readonly Address[]): boolean {
    if (addresses.some(({ address }) => isForbidden(address))) return false;
    if (this.#allowsAll) return true;
    const name = nameOf(host);
    const isNamed =
      this.#names.has(name) ||
      this.#suffixes.some((suffix) => name.length > suffix.length && name.endsWith(suffix));
    return isNamed || addresses.every(({ address }) => isIn(this.#ranges, withoutZone(address)));
  }
}

/** Lower case, without the dot at the end that a name may have. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/\.$/, "");
}

export const resolveByDns: Resolve = async (host) => {
  const found = await lookup(host, { all: true, verbatim: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/** @throws ConnectorError hostUnknown, addressForbidden */
export async function resolveAllowed(
  allowed: AllowedHosts,
  resolve: Resolve,
  host: string,
): Promise<Address> {
  const name = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  let addresses: readonly Address[];
  try {
    addresses = await resolve(name);
  } catch (cause) {
    throw new ConnectorError("hostUnknown", "resolve", `${host} has no address`, { cause });
  }
  const [first] = addresses;
  if (!first) throw new ConnectorError("hostUnknown", "resolve", `${host} has no address`);
  if (allowed.allows(name, addresses)) return first;
  throw new ConnectorError("addressForbidden", "resolve", `${host} is not an allowed host`);
}
