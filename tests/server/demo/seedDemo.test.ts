import { expect, test } from "vitest";
import { seedDemo } from "#server/demo/seedDemo.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { eachDatabase } from "../support/databases.ts";

eachDatabase((database) => {
  test("fills an empty directory with the bank once", async () => {
    const { db } = database.current;
    expect(await seedDemo(db)).toMatchObject({
      identities: { added: 2000 },
      orgs: { added: 85 + 25 + 20 },
      resources: { added: 12 },
      entitlements: { added: 3000 },
      client: { name: "Harbor & Vale Bank", created: true },
      rejectedRows: [],
      warnings: [],
    });
    expect(await seedDemo(db)).toBeNull();
    const clients = await db.selectFrom("clients").select(["name", "slug", "city"]).execute();
    expect(clients).toEqual([
      { name: "Harbor & Vale Bank", slug: "harbor-vale-bank", city: "Port Harlan" },
    ]);
  });
});

eachDatabase((database) => {
  test("leaves a directory with a client alone", async () => {
    const { db } = database.current;
    await importDirectory(db, {
      access: rowsTable("access", ["resource", "account"], [["R", "u"]]),
    });
    expect(await seedDemo(db)).toBeNull();
    expect(await db.selectFrom("clients").select("name").execute()).toEqual([
      { name: "My organisation" },
    ]);
  });
});

eachDatabase((database) => {
  test("runs once for two concurrent starts", async () => {
    const { db } = database.current;
    const results = await Promise.all([seedDemo(db), seedDemo(db)]);
    expect(results.filter((result) => result?.changed)).toHaveLength(1);
    const clients = await db.selectFrom("clients").select("city").execute();
    expect(clients).toEqual([{ city: "Port Harlan" }]);
  });
});
