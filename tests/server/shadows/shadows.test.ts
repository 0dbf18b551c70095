/** Orphaned accounts of the small directory. */
import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import type { OrphanedShadow } from "#events/entities/shadow.ts";
import { type Browser, createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let mapper: Browser;
  let guest: Browser;
  let client: string;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    guest = await api.signIn("guest");
    client = `/api/clients/${directory.clientId}`;
    return () => api.app.close();
  });

  const orphaned = async (query = ""): Promise<OrphanedShadow[]> => {
    const reply = await mapper.get(`${client}/shadows/orphaned?${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json()._embedded.shadows;
  };

  test("[RES-5] [IDN-9] lists the accounts of nobody, by resource and name, with the case about each", async () => {
    const { crm, erp } = directory.resources;
    const [nobody] = await orphaned();
    expect(nobody).toMatchObject({
      name: "nobody",
      resourceId: erp,
      resourceName: "E R_P",
      entitlementCount: 1,
      caseId: null,
    });
    expect(await orphaned("contains=No_B ody")).toEqual([nobody]);
    expect(await orphaned("contains=somebody")).toEqual([]);
    expect(await orphaned(`resourceId=${erp}`)).toEqual([nobody]);
    expect(await orphaned(`resourceId=${crm}`)).toEqual([]);

    const opened = await mapper.post(`${client}/cases`, {
      kind: "orphanedAccount",
      identityOid: null,
      roleOid: null,
      accountId: nobody?.id,
      ownerId: null,
      dueOn: null,
      comment: "",
    });
    expect(await orphaned()).toEqual([{ ...nobody, caseId: opened.json().id }]);
    const text = (await mapper.get(`${client}/shadows/orphaned.csv`)).body;
    expect(parse(text, { bom: true, columns: true })).toEqual([
      { account: "nobody", resource: "E R_P", entitlements: "1", hasCase: "yes" },
    ]);
  });

  test("[IDN-9] needs the permission to map roles", async () => {
    expectError(await guest.get(`${client}/shadows/orphaned`), "EFORBIDDEN");
  });
});
