/** Saved views of identities: each user's own, by name. */
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { MAX_IDENTITY_VIEWS } from "#events/entities/identityView.ts";
import { type Browser, createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

oneDatabase((database) => {
  let mapper: Browser;
  let owner: Browser;
  let path: string;

  beforeAll(async () => {
    const { clientId } = await fillDirectory(database.current.db);
    const api = await createApi(database.current);
    mapper = await api.signIn("mapper");
    owner = await api.signIn("owner");
    path = `/api/clients/${clientId}/identity-views`;
    return () => api.app.close();
  });
  beforeEach(async () => {
    await database.current.db.deleteFrom("identity_views").execute();
  });

  const save = (browser: Browser, name: string, query = "?show=withoutAccounts") =>
    browser.post(path, { name, query });
  const names = async (browser: Browser): Promise<string[]> =>
    (await browser.get(path)).json().views.map(({ name }: { name: string }) => name);

  test("each user lists, replaces and deletes their own views", async () => {
    const saved = (await save(mapper, " Without accounts ")).json();
    expect(saved).toEqual({
      id: saved.id,
      name: "Without accounts",
      query: "?show=withoutAccounts",
    });
    await save(mapper, "Everybody", "");
    expect(await names(mapper)).toEqual(["Everybody", "Without accounts"]);
    expect(await names(owner)).toEqual([]);

    const again = (await save(mapper, "WITHOUT accounts", "?sort=username,desc")).json();
    expect(again).toEqual({ id: saved.id, name: "WITHOUT accounts", query: "?sort=username,desc" });
    expect(await names(mapper)).toEqual(["Everybody", "WITHOUT accounts"]);

    expectError(await owner.send("DELETE", `${path}/${saved.id}`), "ENOTFOUND");
    expect((await mapper.send("DELETE", `${path}/${saved.id}`)).json()).toEqual(again);
    expectError(await mapper.send("DELETE", `${path}/${saved.id}`), "ENOTFOUND");
    expect(await names(mapper)).toEqual(["Everybody"]);

    const audited = await database.current.db
      .selectFrom("audit")
      .select(["call", "before", "after"])
      .where("target", "=", saved.id)
      .orderBy("at")
      .execute();
    expect(audited.map(({ call }) => call)).toEqual([
      "identities/saveIdentityView",
      "identities/saveIdentityView",
      "identities/deleteIdentityView",
    ]);
  });

  test("a view needs a name and the query of an address, and a user has a limited number", async () => {
    expectError(await save(mapper, "  "), "EINVALID");
    for (const query of ["show=all", "?a#b", "https://example.com/", "? a"]) {
      expectError(await save(mapper, "A view", query), "EINVALID");
    }
    for (let n = 0; n < MAX_IDENTITY_VIEWS; n++) await save(mapper, `View ${n}`);
    expectError(await save(mapper, "One more"), "ECONFLICT");
    expect((await save(mapper, "View 7", "")).statusCode).toBe(200);
    expect((await save(owner, "One more")).statusCode).toBe(200);
    expectError(await mapper.send("DELETE", `${path}/${randomUUID()}`), "ENOTFOUND");
  });
});
