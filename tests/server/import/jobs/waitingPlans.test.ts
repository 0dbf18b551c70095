/** Imports of files that remove much wait for a decision about exactly their plan. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { eachDatabase } from "../../support/databases.ts";
import { useImports } from "./importServer.ts";
import { fileOf } from "./support.ts";

eachDatabase((database) => {
  const on = useImports(database);
  const { errors, start, settled, check } = on;

  const file = (...accounts: readonly string[]) =>
    fileOf("a.csv", ["identityId,resource,account,entitlement", ...accounts].join("\n"));
  const apply = (id: string, hash?: string | null) =>
    on.owner.post(`${on.path}/${id}/apply`, { skipRejected: false, hash });

  test("a plan beyond the safety gates is applied by its hash, exactly as it was checked", async () => {
    start();
    const accounts = async () => {
      const rows = await on.db
        .selectFrom("accounts")
        .select("name")
        .where("client_id", "=", on.directory.clientId)
        .where("name", "like", "gate-%")
        .orderBy("name")
        .execute();
      return rows.map(({ name }) => name);
    };
    const first = await check({ access: file(",Gated,gate-1,Read", ",Gated,gate-2,Read") });
    await apply(first.id);
    await settled();
    const second = await check({ access: file(",Gated,gate-1,Read") }, "replace");
    expect(second).toMatchObject({ status: "checked", hash: expect.stringMatching(/^\w{64}$/) });
    for (const hash of [undefined, null, "0".repeat(64)]) {
      const refused = await apply(second.id, hash);
      expect(refused.statusCode, refused.body).toBe(409);
      expect(refused.json()).toMatchObject({ detail: { code: "import.otherPlan" } });
    }
    // One more account would be removed than the user has seen.
    await on.db
      .insertInto("accounts")
      .columns(["client_id", "id", "resource_id", "name"])
      .expression((eb) =>
        eb
          .selectFrom("resources")
          .select([
            "client_id",
            eb.val(randomUUID()).as("id"),
            "id as resource_id",
            eb.val("gate-3").as("name"),
          ])
          .where("client_id", "=", on.directory.clientId)
          .where("name", "=", "Gated"),
      )
      .execute();
    expect((await apply(second.id, second.hash)).statusCode).toBe(200);
    expect(await settled()).toMatchObject({
      status: "failed",
      failure: { code: "import.planChanged" },
    });
    expect(await accounts()).toEqual(["gate-1", "gate-2", "gate-3"]);
    const third = await check({ access: file(",Gated,gate-1,Read") }, "replace");
    expect(third.hash).not.toBe(second.hash);
    expect((await apply(third.id, third.hash)).statusCode).toBe(200);
    expect(await settled()).toMatchObject({ status: "done" });
    expect(await accounts()).toEqual(["gate-1"]);
    expect(errors).toEqual([]);
  });

  test("a file of people with a shifted column waits, the first one and an update of a few do not", async () => {
    start();
    const people = Array.from({ length: 30 }, (_, at) => [
      `shift-${at}`,
      `Given ${at}`,
      `Family ${at}`,
      `Job ${at % 3}`,
      `Department ${at % 2}`,
    ]);
    const checkPeople = (rows: readonly (readonly string[])[]) =>
      check({
        identities: fileOf(
          "p.csv",
          ["id,givenName,familyName,jobTitle,department", ...rows.map((row) => row.join())].join(
            "\n",
          ),
        ),
      });
    const nameOf = async (externalId: string) => {
      const row = await on.db
        .selectFrom("identities")
        .select("family_name")
        .where("client_id", "=", on.directory.clientId)
        .where("external_id", "=", externalId)
        .executeTakeFirst();
      return row?.family_name;
    };
    const first = await checkPeople(people);
    expect((await apply(first.id)).statusCode).toBe(200);
    expect(await settled()).toMatchObject({ status: "done" });
    const few = await checkPeople(people.map((row, at) => (at < 2 ? row.with(3, "Head") : row)));
    expect(few.counts?.identities).toMatchObject({ updated: 2, rewritten: 2 });
    expect((await apply(few.id)).statusCode).toBe(200);
    expect(await settled()).toMatchObject({ status: "done" });
    const shifted = await checkPeople(
      people.map(([id = "", given = "", ...rest]) => [id, ...rest, given]),
    );
    expect(shifted.counts?.identities).toMatchObject({ updated: 30, rewritten: 30 });
    const refused = await apply(shifted.id);
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json()).toMatchObject({ detail: { code: "import.otherPlan" } });
    expect(await nameOf("shift-5")).toBe("Family 5");
    expect((await apply(shifted.id, shifted.hash)).statusCode).toBe(200);
    expect(await settled()).toMatchObject({ status: "done" });
    expect(await nameOf("shift-5")).toBe("Job 2");
    expect(errors).toEqual([]);
  });

  test("a plan that an earlier version made is refused: the files must be checked again", async () => {
    start();
    const first = await check({ access: file(",Older,older-1,Read", ",Older,older-2,Read") });
    await apply(first.id);
    await settled();
    const sent = { access: file(",Older,older-1,Read") };
    const { id } = await check(sent, "replace");
    await on.db.updateTable("directory_imports").set({ hash: null }).where("id", "=", id).execute();
    const refused = await apply(id, null);
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json()).toMatchObject({ detail: { code: "import.unknownPlan" } });
    const again = await check(sent, "replace");
    expect((await apply(again.id, again.hash)).statusCode).toBe(200);
    expect(await settled()).toMatchObject({ status: "done" });
    expect(errors).toEqual([]);
  });
});
