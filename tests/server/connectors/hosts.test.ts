import { describe, expect, test } from "vitest";
import { hosts } from "#server/configParsers.ts";
import {
  AllowedHosts,
  embeddedIpv4,
  isForbidden,
  resolveAllowed,
  type Address,
} from "#server/connectors/hosts.ts";

describe("addresses that no connector may reach", () => {
  test.each([
    "169.254.169.254",
    "169.254.0.1",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "fe80::1",
    "fe80::1%eth0",
    "febf::1",
    "FE80:0:0:0::1",
    "fd00:ec2::254",
    "fd20:ce::254",
    "::ffff:169.254.169.254",
    "::ffff:a9fe:a9fe",
    "0:0:0:0:0:ffff:a9fe:a9fe",
    "::169.254.169.254",
    "::ffff:0:169.254.169.254",
    "64:ff9b::169.254.169.254",
    "2002:a9fe:a9fe::1",
    "::ffff:100.100.100.200",
    "not an address",
  ])("%s", (address) => {
    expect(isForbidden(address)).toBe(true);
  });

  test.each([
    "127.0.0.1",
    "::1",
    "10.0.0.1",
    "169.253.255.255",
    "169.255.0.0",
    "fec0::1",
    "fd00:ec2::253",
    "::ffff:10.0.0.1",
    "2001:db8::1",
  ])("%s may be reached", (address) => {
    expect(isForbidden(address)).toBe(false);
  });

  test("addresses within addresses are found", () => {
    expect(embeddedIpv4("::ffff:1.2.3.4")).toBe("1.2.3.4");
    expect(embeddedIpv4("2002:102:304::")).toBe("1.2.3.4");
    expect(embeddedIpv4("2001:db8::1.2.3.4")).toBeNull();
    expect(embeddedIpv4("1.2.3.4")).toBeNull();
  });
});

const at = (...addresses: readonly string[]): readonly Address[] =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

describe("allowed hosts", () => {
  const rule = new AllowedHosts(
    hosts("ldap.bank.example, *.intern.example, 10.1.0.0/16, 192.0.2.7, 2001:db8::/32"),
  );

  test.each([
    ["ldap.bank.example", ["203.0.113.1"]],
    ["LDAP.Bank.Example.", ["203.0.113.1"]],
    ["hr.intern.example", ["203.0.113.1"]],
    ["a.b.intern.example", ["203.0.113.1"]],
    ["other.example", ["10.1.2.3"]],
    ["other.example", ["10.1.2.3", "2001:db8::5"]],
    ["192.0.2.7", ["192.0.2.7"]],
  ])("%s at %s is allowed", (host, addresses) => {
    expect(rule.allows(host, at(...addresses))).toBe(true);
  });

  test.each([
    ["other.example", ["203.0.113.1"]],
    ["other.example", ["10.1.2.3", "203.0.113.1"]],
    ["intern.example", ["203.0.113.1"]],
    ["evilintern.example", ["203.0.113.1"]],
    ["ldap.bank.example.evil.example", ["203.0.113.1"]],
    ["ldap.bank.example", ["203.0.113.1", "169.254.169.254"]],
    ["192.0.2.8", ["192.0.2.8"]],
    ["127.0.0.1", ["127.0.0.1"]],
  ])("%s at %s is refused", (host, addresses) => {
    expect(rule.allows(host, at(...addresses))).toBe(false);
  });

  test("without entries all but the forbidden addresses are allowed", () => {
    const open = new AllowedHosts([]);
    expect(open.allows("any.example", at("203.0.113.1"))).toBe(true);
    expect(open.allows("any.example", at("203.0.113.1", "fe80::1"))).toBe(false);
  });

  test.each([
    "a b",
    "http://host",
    "host:389",
    "10.0.0.0/33",
    "::/129",
    "10.0.0.0/8/8",
    "*",
    "*.*.a",
  ])("the setting refuses %s", (text) => {
    expect(() => hosts(text)).toThrow("must be a list");
  });
});

describe("resolving", () => {
  const open = new AllowedHosts([]);

  test("[CONN-1] the connection uses an address that was checked", async () => {
    let calls = 0;
    const rebinding = async () => at(calls++ === 0 ? "203.0.113.1" : "169.254.169.254");
    const pinned = await resolveAllowed(open, rebinding, "rebind.example");
    expect(pinned).toEqual({ address: "203.0.113.1", family: 4 });
    await expect(resolveAllowed(open, rebinding, "rebind.example")).rejects.toMatchObject({
      remedy: "addressForbidden",
      step: "resolve",
    });
  });

  test("unknown hosts have a remedy", async () => {
    const unknown = async () => {
      throw new Error("ENOTFOUND");
    };
    const expected = { remedy: "hostUnknown", step: "resolve" };
    await expect(resolveAllowed(open, unknown, "no.example")).rejects.toMatchObject(expected);
    await expect(resolveAllowed(open, async () => [], "no.example")).rejects.toMatchObject(
      expected,
    );
  });

  test("brackets around an address are no part of it", async () => {
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return at("::1");
    };
    await resolveAllowed(open, resolve, "[::1]");
    expect(asked).toEqual(["::1"]);
  });
});
