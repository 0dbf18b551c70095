/** Accounts in which their system stored other values than Provision wrote. */
import { beforeEach, expect, test } from "vitest";
import { findReplaced, findReplacedOfPerson } from "#server/provisioning/replacedValues.ts";
import { oneDatabase } from "../support/databases.ts";
import { openScene } from "./planScene.ts";

oneDatabase((database) => {
  let scene: Awaited<ReturnType<typeof openScene>>;
  beforeEach(async () => {
    scene = await openScene(database.current.db);
    await scene.addPeople("ann");
  });

  const REPLACED = { written: ["sent"], stored: ["kept"], replaced: true as const };
  const OTHER_FORM = { written: ["sent"], stored: ["SENT"] };
  const stored = { mail: ["kept"] };
  const value = (account: string, attribute = "mail") => ({
    account,
    attribute,
    sent: ["sent"],
    stored: ["kept"],
  });

  test("the first five accounts of a system are named, and all are counted", async () => {
    for (const name of ["c", "a", "e", "f", "b", "d"]) {
      await scene.addAccount({ name, of: null, stored, forms: { mail: REPLACED } });
    }
    expect(await findReplaced(database.current.db, scene.place)).toEqual({
      accounts: 6,
      first: ["a", "b", "c", "d", "e"].map((name) => value(name)),
    });
  });

  test("values in another form, accounts that are gone and other systems do not count", async () => {
    await scene.addAccount({ name: "a", of: "ann", stored, forms: { mail: OTHER_FORM, id: null } });
    await scene.addAccount({ name: "b", of: "ann", stored, forms: { mail: REPLACED }, gone: true });
    const other = await openScene(database.current.db);
    await other.addAccount({ name: "c", of: null, stored, forms: { mail: REPLACED } });
    const { db } = database.current;
    expect(await findReplaced(db, scene.place)).toBeUndefined();
    const oid = scene.oids.get("ann") ?? "";
    expect(await findReplacedOfPerson(db, scene.place.clientId, oid)).toEqual([]);
  });

  test("a person has those of the own accounts, with their system", async () => {
    await scene.addAccount({
      name: "b",
      of: "ann",
      stored,
      forms: { mail: REPLACED, login: OTHER_FORM, phone: REPLACED },
    });
    await scene.addAccount({ name: "a", of: "ann", stored, forms: { mail: REPLACED } });
    await scene.addAccount({ name: "c", of: null, stored, forms: { mail: REPLACED } });
    const { clientId, resourceId } = scene.place;
    const oid = scene.oids.get("ann") ?? "";
    expect(await findReplacedOfPerson(database.current.db, clientId, oid)).toEqual(
      [value("a"), value("b"), value("b", "phone")].map((one) => ({
        resourceId,
        resourceName: "Badges",
        ...one,
      })),
    );
  });
});
