/** The lists and files of the whole effect of a previewed change. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { eachDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { usePolicyChanges } from "./policyChangeCalls.ts";

eachDatabase((database) => {
  const setup = usePolicyChanges(database);
  const { preview } = setup;

  const addTo = (org: string, roles: readonly string[], operation = "add") => ({
    orgs: { all: false, oids: [org] },
    operation,
    roles: { all: false, oids: [...roles] },
  });
  const get = (previewId: string, path: string) =>
    setup.mapper.get(`${setup.base}/policy-previews/${previewId}/${path}`);
  const records = (body: string) =>
    body
      .replace("\uFEFF", "")
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));

  describe("the effect of a previewed change", () => {
    test("lists its people and its lines also as files, searched and filtered", async () => {
      const [e1, e2] = setup.directory.roles;
      const engineer = setup.directory.orgs.Engineer;
      await setup.mapper.post(`${setup.base}/mp-orgs/${engineer}/induce`, [e2]);
      const { changeId } = await preview(addTo(engineer, [e1], "equal"));
      // Ann, Bob and Cyd: Engineer hands down to both orgs below.
      const [header, ...people] = records((await get(changeId, "people.csv")).body);
      expect(header).toEqual(
        "id,username,givenName,familyName,jobTitle,department,gains,loses".split(","),
      );
      expect(people.map(([, username, , , , , gains, loses]) => [username, gains, loses])).toEqual(
        ["ann", "bob", "cyd"].map((name) => [name, "Entitlement 1 (CRM)", "Entitlement 2 (CRM)"]),
      );
      const found = (await get(changeId, "people?show=losing&contains=bob")).json();
      expect(found).toMatchObject({
        _embedded: {
          people: [{ username: "bob", gained: ["Entitlement 1"], lost: ["Entitlement 2"] }],
        },
        page: { totalElements: 1 },
      });
      const [columns, ...lines] = records((await get(changeId, "lines.csv?show=removed")).body);
      expect(columns?.slice(7)).toEqual(
        "valid_from_before,valid_until_before,valid_from,valid_until".split(","),
      );
      // Neither it nor what it replaces has a period.
      expect(lines).toEqual([
        ["job-titles", "Engineer", "CRM", "Entitlement 2", "removed", engineer, e2, "", "", "", ""],
      ]);
      expect((await get(changeId, "lines?contains=nowhere")).json()).toMatchObject({
        _embedded: { lines: [] },
        page: { totalElements: 0 },
      });
    });

    test("of a checked file is listed line by line", async () => {
      const [e1, e2] = setup.directory.roles;
      const sales = setup.directory.orgs["Sales 100%"];
      await setup.mapper.post(`${setup.base}/mp-orgs/${sales}/induce`, [e1]);
      const lines = ["org,resource,entitlement", "Sales 100%,CRM,Entitlement 2"];
      const content = Buffer.from(lines.join("\n")).toString("base64");
      const checked = (await setup.mapper.post(`${setup.base}/policies/check`, { content })).json();
      const { changeId, people } = checked.preview;
      expect((await get(changeId, "lines")).json()._embedded.lines).toMatchObject([
        { orgName: "Sales 100%", roleOid: e1, change: "removed" },
        { orgName: "Sales 100%", roleOid: e2, change: "added" },
      ]);
      const listed = (await get(changeId, "people?show=gaining")).json();
      expect(listed.page.totalElements).toBe(people.gaining);
      expect(people.gaining).toBeGreaterThan(0);
    });

    test("is refused if the change has another effect now, and is unknown after a day", async () => {
      const [e1, e2] = setup.directory.roles;
      const org = setup.directory.orgs.Ops;
      const { changeId } = await preview(addTo(org, [e1, e2]));
      expect((await get(changeId, "people")).statusCode).toBe(200);
      await setup.mapper.post(`${setup.base}/mp-orgs/${org}/induce`, [e1]);
      for (const path of ["people", "people.csv", "lines", "lines.csv"]) {
        expectError(await get(changeId, path), "ECONFLICT");
      }
      expectError(await get(randomUUID(), "people"), "ENOTFOUND");
      await database.current.db
        .updateTable("policy_previews")
        .set({ at: new Date(setup.api.clock.now.getTime() - 25 * 3_600_000) })
        .where("id", "=", changeId)
        .execute();
      await preview(addTo(org, [e1]));
      expectError(await get(changeId, "people"), "ENOTFOUND");
    });

    test("[PERM-30] is visible only to users who manage the resource of the change", async () => {
      const [e1, , , e4] = setup.directory.roles;
      const { crm } = setup.directory.resources;
      const org = setup.directory.orgs["Sales 100%"];
      const keeper = await setup.api.signIn("keeper");
      const ofAll = await preview(addTo(org, [e4]));
      const path = `${setup.base}/resources/${crm}/mp-orgs/bulk-update/preview`;
      const own = (await keeper.post(path, addTo(org, [e1]))).json();
      const listed = (id: string, part: string) =>
        keeper.get(`${setup.base}/policy-previews/${id}/${part}`);
      for (const part of ["people", "people.csv", "lines", "lines.csv"]) {
        expect((await listed(own.changeId, part)).statusCode).toBe(200);
        expectError(await listed(ofAll.changeId, part), "ENOTFOUND");
      }
    });
  });
});
