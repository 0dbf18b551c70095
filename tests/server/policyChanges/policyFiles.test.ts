/** Policies that are exported to a file, checked and imported. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { message } from "#events/messages/message.ts";
import { eachDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { cell, errorCell, withSheet } from "../support/workbook.ts";
import { usePolicyChanges } from "./policyChangeCalls.ts";

eachDatabase((database) => {
  const setup = usePolicyChanges(database);
  const { grantsNow } = setup;

  describe("a file of policies", () => {
    const encode = (lines: readonly string[]) =>
      Buffer.from(`\uFEFF${lines.join("\r\n")}\r\n`).toString("base64");
    const check = async (content: string) =>
      (await setup.mapper.post(`${setup.base}/policies/check`, { content })).json();
    const put = (body: object) => setup.mapper.send("PUT", `${setup.base}/policies`, { body });

    test("that is exported and read again changes nothing; edited, it does what its check says", async () => {
      const [e1, e2, , e4] = setup.directory.roles;
      const [engineer, sales] = [setup.directory.orgs.Engineer, setup.directory.orgs["Sales 100%"]];
      await setup.mapper.post(`${setup.base}/mp-orgs/${engineer}/induce`, [e1]);
      await setup.mapper.post(`${setup.base}/mp-orgs/${sales}/induce`, [e1, e2]);
      const file = (await setup.mapper.get(`${setup.base}/policies.csv`)).body;
      const same = await check(Buffer.from(file).toString("base64"));
      expect(same.preview).toMatchObject({
        added: 0,
        removed: 0,
        people: { gaining: 0, losing: 0 },
      });
      expect(file.split("\r\n")[1]?.split(",").slice(1, 4)).toEqual([
        "Engineer",
        "CRM",
        "Entitlement 1",
      ]);

      const content = encode([
        "org,resource,entitlement",
        "Engineer,CRM,Entitlement 1",
        "Engineer,E R_P,Entitlement 4",
        "Sales 100%,,",
      ]);
      const { preview: told, problems } = await check(content);
      expect(problems).toEqual([]);
      expect(told).toMatchObject({
        added: 1,
        removed: 2,
        orgs: { changed: 2 },
        people: { gaining: 3, losing: 1 },
      });
      const id = randomUUID();
      const made = await put({ content, id, fingerprint: told.fingerprint });
      expect(made.json()).toMatchObject({ kind: "import", added: 1, removed: 2, orgCount: 2 });
      expect((await put({ content, id, fingerprint: told.fingerprint })).json()).toEqual(
        made.json(),
      );
      expect(await grantsNow()).toEqual([`${engineer} ${e1}`, `${engineer} ${e4}`].toSorted());
      await setup.mapper.post(`${setup.base}/policy-changes/${id}/undo`, undefined);
      expect(await grantsNow()).toEqual(
        [`${engineer} ${e1}`, `${sales} ${e1}`, `${sales} ${e2}`].toSorted(),
      );
    });

    test("names each line that cannot be used, and then nothing of it is applied", async () => {
      const content = encode([
        "org,resource,entitlement,orgOid",
        "Engineer,CRM,Entitlement 1,",
        "Nowhere,CRM,Entitlement 1,",
        "Engineer,CRM,Nothing,",
        "Engineer,CRM",
        ",CRM,Entitlement 1,",
        `Engineer,CRM,Entitlement 1,${setup.directory.foreign.orgOid}`,
      ]);
      const { preview: told, problems, problemCount } = await check(content);
      expect([told, problemCount]).toEqual([null, 5]);
      expect(problems.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5, 6, 7]);
      const before = await grantsNow();
      expectError(await put({ content, id: randomUUID(), fingerprint: "x" }), "EINVALID");
      expect(await grantsNow()).toEqual(before);
      expectError(
        await setup.mapper.post(`${setup.base}/policies/check`, { content: encode(["name", "x"]) }),
        "EINVALID",
      );
    });

    test("a workbook's formulas without values are problems of their lines", async () => {
      const rows = [
        ["org", "resource", "entitlement", "note"].map(cell).join(""),
        cell("Engineer") + cell("CRM") + errorCell("#N/A"),
        cell("Engineer") + cell("CRM") + cell("Entitlement 1") + errorCell("#N/A"),
      ];
      const book = await withSheet(rows.map((row) => `<row>${row}</row>`).join(""));
      const { preview: told, problems } = await check(book.toString("base64"));
      const reason = message("xlsx.errorCell", { error: "#N/A" });
      expect(told).toBeNull();
      expect(problems).toEqual([
        { line: 2, reason: message("policyFile.cell", { column: "entitlement", reason }) },
      ]);
    });

    test("[PERM-30] of one resource decides about that resource only, and names nothing of another", async () => {
      const [e1, e2, , e4] = setup.directory.roles;
      const { crm, erp } = setup.directory.resources;
      const [engineer, sales] = [setup.directory.orgs.Engineer, setup.directory.orgs["Sales 100%"]];
      await setup.mapper.post(`${setup.base}/mp-orgs/${engineer}/induce`, [e1, e4]);
      await setup.mapper.post(`${setup.base}/mp-orgs/${sales}/induce`, [e4]);
      const keeper = await setup.api.signIn("keeper");
      const file = (await keeper.get(`${setup.base}/policies.csv?resourceId=${crm}`)).body;
      expect(file.trim().split("\r\n").slice(1)).toEqual([
        `job-titles,Engineer,CRM,Entitlement 1,${engineer},${e1},,`,
      ]);
      const listed = await keeper.get(`${setup.base}/entitlements?resourceId=${crm}`);
      expect(listed.json().page.totalElements).toBe(3);
      for (const list of ["policies", "policies.csv", "entitlements"]) {
        expectError(await keeper.get(`${setup.base}/${list}`), "EINVALID");
        expectError(await keeper.get(`${setup.base}/${list}?resourceId=${erp}`), "EFORBIDDEN");
      }

      const send = async (lines: readonly string[], resourceId?: string) =>
        keeper.post(`${setup.base}/policies/check`, {
          content: encode(["org,resource,entitlement", ...lines]),
          ...(resourceId && { resourceId }),
        });
      const foreign = await send(["Engineer,E R_P,Entitlement 4"], crm);
      expect(foreign.json()).toMatchObject({ preview: null, problems: [{ line: 2 }] });
      expectError(await send(["Engineer,CRM,Entitlement 1"]), "EINVALID");
      expectError(await send(["Engineer,CRM,Entitlement 1"], erp), "EFORBIDDEN");

      const lines = ["Engineer,CRM,Entitlement 2", "Sales 100%,,"];
      const { preview: told } = (await send(lines, crm)).json();
      expect(told).toMatchObject({ added: 1, removed: 1, orgs: { changed: 1 } });
      const content = encode(["org,resource,entitlement", ...lines]);
      const made = await keeper.send("PUT", `${setup.base}/policies`, {
        body: { content, id: randomUUID(), fingerprint: told.fingerprint, resourceId: crm },
      });
      expect(made.json()).toMatchObject({ kind: "import", resourceId: crm, added: 1, removed: 1 });
      expect(await grantsNow()).toEqual(
        [`${engineer} ${e2}`, `${engineer} ${e4}`, `${sales} ${e4}`].toSorted(),
      );
    });

    test("is refused where policies changed since its check", async () => {
      const content = encode(["org,resource,entitlement", "Ops,CRM,Entitlement 1"]);
      const { preview: told } = await check(content);
      await setup.mapper.post(`${setup.base}/mp-orgs/${setup.directory.orgs.Ops}/induce`, [
        setup.directory.roles[0],
      ]);
      const late = { content, id: randomUUID(), fingerprint: told.fingerprint };
      expectError(await put(late), "ECONFLICT");
    });
  });
});
