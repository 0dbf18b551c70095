import { describe, expect, test } from "vitest";
import { makeBankDirectory } from "#server/demo/bankDirectory.ts";
import { Random } from "#server/demo/random.ts";
import type { TableSource } from "#server/import/types.ts";

async function read({ columns, batches }: TableSource): Promise<Record<string, string>[]> {
  const rows: Record<string, string>[] = [];
  for await (const batch of batches) {
    for (const { values } of batch) {
      rows.push(Object.fromEntries(columns.map((column, at) => [column, values[at] ?? ""])));
    }
  }
  return rows;
}

const bank = makeBankDirectory();
const people = await read(bank.tables.identities);
const access = await read(bank.tables.access);

const distinct = (rows: Record<string, string>[], ...columns: string[]) =>
  new Set(rows.map((row) => columns.map((column) => row[column]).join("\0")));

/** The mining report of a job title, computed naively. */
function mine(jobTitle: string) {
  const members = new Set(people.filter((row) => row["jobTitle"] === jobTitle).map(({ id }) => id));
  const own = access.filter(({ identityId }) => members.has(identityId));
  const holders = new Map<string, Set<string>>();
  for (const { identityId = "", resource, entitlement } of own) {
    if (entitlement === "") continue;
    const key = `${resource}\0${entitlement}`;
    holders.set(key, (holders.get(key) ?? new Set()).add(identityId));
  }
  const percentages = [...holders.values()].map(({ size }) => (100 * size) / members.size);
  return {
    users: members.size,
    shadowsPercent: (100 * distinct(own, "identityId").size) / members.size,
    between: (from: number, to: number) =>
      percentages.filter((percent) => percent >= from && percent <= to).length,
  };
}

const titles = [...distinct(people, "jobTitle")];

describe("the demo bank", () => {
  test("has the size that the README promises", () => {
    expect(people).toHaveLength(2000);
    expect(distinct(access, "resource").size).toBe(12);
    const held = access.filter(({ entitlement }) => entitlement !== "");
    expect(distinct(held, "resource", "entitlement").size).toBe(3000);
    expect(titles).toHaveLength(85);
    expect(distinct(people, "department").size).toBe(25);
    expect(distinct(people, "location").size).toBe(20);
  });

  test("is the same for the same seed and differs for another", async () => {
    expect(await read(makeBankDirectory().tables.access)).toEqual(access);
    expect(await read(makeBankDirectory().tables.identities)).toEqual(people);
    const other = makeBankDirectory(1);
    expect(await read(other.tables.identities)).not.toEqual(people);
  });

  test("has people with their own names, addresses and managers", () => {
    for (const column of ["id", "username", "email"]) {
      expect(distinct(people, column).size).toBe(people.length);
    }
    for (const { username = "", email = "" } of people) {
      expect(username).toMatch(/^[a-z0-9]{3,}$/);
      expect(email).toBe(`${username}@harborvale.example`);
    }
    const beyondAscii = people.filter((row) =>
      /[^\0-\x7f]/.test(`${row["givenName"]} ${row["familyName"]}`),
    );
    expect(beyondAscii.length).toBeGreaterThan(400);
    expect(distinct(people, "givenName", "familyName").size).toBeGreaterThan(1300);
  });

  test("has one head to whom everyone reports directly or indirectly", () => {
    const managers = new Map(people.map(({ id, manager }) => [id, manager]));
    expect(people.filter(({ manager }) => manager === "")).toHaveLength(1);
    for (const { id } of people) {
      let steps = 0;
      for (let at = id; managers.get(at); at = managers.get(at)) steps++;
      expect(steps).toBeLessThan(6);
    }
  });

  test("links each account to one identity that exists, or to none", () => {
    const ids = distinct(people, "id");
    const owners = new Map<string, string>();
    for (const { identityId = "", resource, account } of access) {
      const key = `${resource}\0${account}`;
      expect(owners.get(key) ?? identityId).toBe(identityId);
      owners.set(key, identityId);
      if (identityId !== "") expect(ids.has(identityId)).toBe(true);
    }
    expect([...owners.values()].filter((owner) => owner === "").length).toBeGreaterThan(100);
  });

  test("has accounts without entitlements, and entitlements held through two accounts", () => {
    expect(access.filter(({ entitlement }) => entitlement === "").length).toBeGreaterThan(10);
    const linked = access.filter(
      ({ identityId, entitlement }) => identityId !== "" && entitlement !== "",
    );
    expect(
      linked.length - distinct(linked, "identityId", "resource", "entitlement").size,
    ).toBeGreaterThan(100);
  });
});

describe("mining the demo bank", () => {
  test("gives a common role a clear policy, a middle range and a long tail", () => {
    for (const title of [
      "Teller",
      "Senior Teller",
      "Personal Banker",
      "Contact Centre Agent",
      "Software Engineer",
    ]) {
      const report = mine(title);
      expect(report.users).toBeGreaterThanOrEqual(40);
      expect(report.shadowsPercent).toBe(100);
      expect(report.between(90, 100)).toBeGreaterThan(15);
      expect(report.between(100, 100)).toBeGreaterThan(5);
      expect(report.between(30, 89.99)).toBeGreaterThan(10);
      expect(report.between(0, 29.99)).toBeGreaterThan(30);
    }
  });

  test("gives some roles little in common: most shown rows are below 60 percent", () => {
    for (const title of [
      "External Consultant",
      "Business Analyst",
      "Project Manager",
      "Executive Assistant",
    ]) {
      const report = mine(title);
      expect(report.between(90, 100)).toBe(0);
      expect(report.between(30, 59.99)).toBeGreaterThan(2 * report.between(60, 100));
    }
  });

  test("shows unlinked accounts in both styles", () => {
    for (const title of ["Seasonal Teller", "Courier"]) {
      expect(mine(title).shadowsPercent).toBeGreaterThan(0);
      expect(mine(title).shadowsPercent).toBeLessThan(50);
    }
    for (const title of ["Branch Trainee", "Security Guard"]) {
      expect(mine(title).shadowsPercent).toBeGreaterThanOrEqual(50);
      expect(mine(title).shadowsPercent).toBeLessThan(100);
    }
  });
});

describe("the generator of random numbers", () => {
  test("produces the numbers of mulberry32", () => {
    const random = new Random(1);
    const numbers = [random.next(), random.next(), random.next()];
    expect(numbers).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522]);
  });

  test("a sample has distinct items, at most as many as exist", () => {
    const random = new Random(2);
    const items = Array.from({ length: 50 }, (_, at) => at);
    for (const count of [0, 1, 20, 50, 60]) {
      const sample = random.sample(items, count);
      expect(new Set(sample).size).toBe(Math.min(count, 50));
    }
  });
});
