/** What users can and cannot change about themselves. */
import { beforeAll, expect, test } from "vitest";
import type { ManagedUser } from "#events/entities/managedUser.ts";
import { type Browser, createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let owner: Browser;
  let path: string;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const api = await createApi(database.current);
    owner = await api.signIn("owner");
    path = `/api/clients/${directory.clientId}/users`;
    return () => api.app.close();
  });

  const get = async (id: string): Promise<ManagedUser> => (await owner.get(`${path}/${id}`)).json();
  const patch = async (id: string, body: unknown) =>
    owner.send("PATCH", `${path}/${id}`, {
      body,
      headers: { "content-type": "application/json-patch+json" },
    });

  test("users cannot give themselves resources, responsibilities or roles, but can change everything else", async () => {
    const self = await get(directory.users.owner);
    const { crm } = directory.resources;
    for (const [field, value] of [
      ["resourceIds", [crm]],
      ["isHr", true],
      ["isAd", true],
      ["roleIds", []],
      ["archived", true],
    ] as const) {
      const response = await patch(self.id, [{ op: "replace", path: `/${field}`, value }]);
      expect(expectError(response, "EINVALID").fields, field).toEqual([
        {
          path: `/body/${field}`,
          message: "You can't change this for yourself; ask another administrator",
        },
      ]);
    }
    const managers = { hr: [self.id], ad: [] };
    expectError(
      await owner.send("PUT", path.replace(/users$/, "managers"), { body: managers }),
      "EINVALID",
    );
    expect(await get(self.id)).toEqual(self);
    const steps = [{ op: "replace", path: "/jobTitle", value: "Chief" }];
    expect((await patch(self.id, steps)).json()).toMatchObject({ jobTitle: "Chief" });
  });
});
