/** Entitlements that an org inherits from the policies of the orgs above it. */
import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import type { InheritedEntitlement } from "#events/entities/org.ts";
import { type Browser, createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

const readCsv = (text: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true });

oneDatabase((database) => {
  let directory: TestDirectory;
  let mapper: Browser;
  let base: string;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    base = `/api/clients/${directory.clientId}/mp-orgs`;
    const [e1, e2, , e4] = directory.roles;
    const give = (org: string, roles: readonly string[]) =>
      mapper.post(`${base}/${org}/induce`, roles);
    await give(directory.orgs["Job Titles"], [e4]);
    await give(directory.orgs.Engineer, [e1, e2]);
    await give(directory.orgs.Senior_Engineer, [e2]);
    await give(directory.orgs["Data Engineer"], [e1]);
    return () => api.app.close();
  });

  const inherited = async (org: string, query = ""): Promise<InheritedEntitlement[]> => {
    const reply = await mapper.get(`${base}/${org}/inherited${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json()._embedded.entitlements;
  };

  test("an org inherits what all orgs above have, with the path, and not what its siblings have", async () => {
    const found = await inherited(directory.orgs.Senior_Engineer);
    expect(found.map(({ name, path, isDirect }) => [name, path, isDirect])).toEqual([
      ["Entitlement 1", ["Engineer"], false],
      ["Entitlement 2", ["Engineer"], true],
      ["Entitlement 4", ["Job Titles", "Engineer"], false],
    ]);
    expect(found[2]?.origin).toEqual({
      oid: directory.orgs["Job Titles"],
      displayName: "Job Titles",
    });
    expect(await inherited(directory.orgs["Job Titles"])).toEqual([]);
  });

  test("the list is searched, ordered, of one resource, and a CSV file", async () => {
    const org = directory.orgs.Senior_Engineer;
    const names = async (query: string) => (await inherited(org, query)).map(({ name }) => name);
    expect(await names("?contains=job titles")).toEqual(["Entitlement 4"]);
    expect(await names("?sort=origin,desc")).toEqual([
      "Entitlement 4",
      "Entitlement 1",
      "Entitlement 2",
    ]);
    expect(await names(`?resourceId=${directory.resources.erp}`)).toEqual(["Entitlement 4"]);
    const rows = readCsv((await mapper.get(`${base}/${org}/inherited.csv`)).body);
    expect(
      rows.map((row) => [row["entitlement"], row["inheritedFrom"], row["alsoDirect"]]),
    ).toEqual([
      ["Entitlement 1", "Engineer", "no"],
      ["Entitlement 2", "Engineer", "yes"],
      ["Entitlement 4", "Job Titles > Engineer", "no"],
    ]);
  });

  test("another client's org is not found", async () => {
    expectError(await mapper.get(`${base}/${directory.foreign.orgOid}/inherited`), "ENOTFOUND");
  });
});
