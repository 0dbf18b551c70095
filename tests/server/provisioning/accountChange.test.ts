/** What an applied change does to the account of the directory. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import type { Row } from "#server/db/schema.ts";
import { changeAccount } from "#server/provisioning/accountChange.ts";
import { contentText } from "#server/systems/runs/content.ts";
import { oneDatabase } from "../support/databases.ts";
import { content } from "./contents.ts";
import { openScene } from "./planScene.ts";

oneDatabase((database) => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  beforeEach(async () => {
    scene = await openScene(database.current.db);
    await scene.addPeople("ann");
    await scene.addAccount({ name: "used", of: "ann", held: [2, 3] });
    // The entitlements of another system have the same names.
    const other = await openScene(database.current.db);
    await other.addAccount({ name: "used", of: null, held: [1] });
  });

  const apply = (
    kind: Row<"provisioning_changes">["kind"],
    account: string,
    {
      before = null,
      after = null,
    }: { readonly before?: ObjectContent | null; readonly after?: ObjectContent | null } = {},
  ) =>
    database.current.db.transaction().execute((tx) =>
      changeAccount(tx, {
        ...scene.key,
        plan_id: randomUUID(),
        kind,
        account,
        identity_oid: scene.oids.get("ann") ?? null,
        before: before && contentText(before),
        after: after && contentText(after),
      } as Row<"provisioning_changes">),
    );
  const accounts = async () => {
    const rows = await database.current.db
      .selectFrom("accounts")
      .select(["name", "identity_oid", "entitlement_nos", "active"])
      .where("client_id", "=", scene.place.clientId)
      .where("resource_id", "=", scene.place.resourceId)
      .orderBy("name")
      .execute();
    return rows.map(({ name, identity_oid, entitlement_nos: held, active }) => ({
      name,
      isOfAnn: identity_oid === scene.oids.get("ann"),
      held,
      active,
    }));
  };
  const USED = { name: "used", isOfAnn: true, held: [2, 3], active: true };

  test("a new account has its person, its status and its entitlements", async () => {
    await apply("create", "new", { after: content({ entitlements: ["Brief", "Sign"] }) });
    await apply("create", "off", { after: content({ active: false, entitlements: ["None"] }) });
    await apply("create", "plain");
    expect(await accounts()).toEqual([
      { name: "new", isOfAnn: true, held: [1, 3], active: true },
      { name: "off", isOfAnn: true, held: [], active: false },
      { name: "plain", isOfAnn: true, held: [], active: true },
      USED,
    ]);
  });

  test("a new account that an earlier attempt created gets the rest of its entitlements", async () => {
    await apply("create", "used", {
      after: content({ active: false, entitlements: ["Audit", "Sign"] }),
    });
    expect(await accounts()).toEqual([{ ...USED, held: [1, 2, 3], active: false }]);
  });

  test("entitlements are gained and lost", async () => {
    await apply("grant", "used", {
      before: content(),
      after: content({ entitlements: ["Sign", "Brief"] }),
    });
    expect(await accounts()).toEqual([{ ...USED, held: [1, 2, 3] }]);
    await apply("revoke", "used", {
      before: content({ entitlements: ["Audit", "None"] }),
      after: content(),
    });
    expect(await accounts()).toEqual([{ ...USED, held: [1, 3] }]);
  });

  test("a status changes alone, and no other change changes it", async () => {
    await apply("disable", "used", {
      before: content({ active: true }),
      after: content({ active: false }),
    });
    expect(await accounts()).toEqual([{ ...USED, active: false }]);
    await apply("grant", "used", { after: content({ entitlements: ["Sign"] }) });
    await apply("enable", "none", { after: content({ active: true }) });
    expect(await accounts()).toEqual([{ ...USED, held: [1, 2, 3], active: false }]);
    await apply("enable", "used", { after: content({ active: true }) });
    expect(await accounts()).toEqual([{ ...USED, held: [1, 2, 3] }]);
  });

  test("a removed account is gone, that of another system is not", async () => {
    await scene.addAccount({ name: "other", of: null });
    await apply("remove", "used", { before: content({ active: true }) });
    expect((await accounts()).map(({ name }) => name)).toEqual(["other"]);
    await apply("remove", "used");
    const others = await database.current.db
      .selectFrom("accounts")
      .select("entitlement_nos")
      .where("name", "=", "used")
      .execute();
    expect(others).not.toHaveLength(0);
  });
});
