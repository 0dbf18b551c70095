/** Values of secret attributes of new accounts, which are computed again when the accounts are created. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import { DEFAULT_ACTIVATION } from "#events/entities/systemConfiguration.ts";
import { mappingOf } from "#server/mappings/commands.ts";
import { SecretMaker } from "#server/provisioning/apply/secretValues.ts";
import { attributeSource, outboundDraft } from "../mappings/support.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";

const NOW = new Date("2026-03-02T09:00:00Z");
const attribute = (name: string) => ({ name, multiple: false, required: false, writable: true });
const ACCOUNT: ObjectClass = {
  name: "account",
  role: "account",
  idAttribute: "login",
  nameAttribute: "login",
  memberAttribute: null,
  attributes: [attribute("login"), attribute("password")],
};

oneDatabase((database) => {
  let directory: TestDirectory;
  beforeAll(async () => {
    const { db } = database.current;
    directory = await fillDirectory(db);
    // Nobody has an account yet.
    await db.deleteFrom("accounts").where("resource_id", "=", directory.resources.erp).execute();
  });

  /** @param code of the mapping of the password. */
  async function begin(code: string) {
    const { db } = database.current;
    const { clientId, resources } = directory;
    const exists = outboundDraft("", "", {
      config: { target: "existence", kind: "Basic", separator: "", template: "", dn: null },
      resourceSchemaId: null,
      attributes: [
        attributeSource("", { type: "STATIC", resourceSchemaId: null, staticContent: "true" }),
      ],
    });
    const password = outboundDraft("", "account/password", {
      mappingType: "CUSTOM",
      customCode: code,
      attributes: [],
    });
    const drafts = [exists, outboundDraft("username", "account/login"), password];
    const maker = new SecretMaker(db, {
      clientId,
      resourceId: resources.erp,
      kind: "api",
      capabilities: {
        paging: true,
        sync: false,
        associations: true,
        write: true,
        activation: false,
      },
      settings: {
        ...DEFAULT_SETTINGS,
        mappings: drafts.map((draft) => mappingOf(draft, resources.erp, randomUUID())),
      },
      activation: DEFAULT_ACTIVATION,
      objectClasses: [ACCOUNT],
      now: NOW,
    });
    onTestFinished(() => maker.close());
    const people = await db
      .selectFrom("identities")
      .select(["oid as identity_oid", "username"])
      .where("client_id", "=", clientId)
      .where("username", "is not", null)
      .where("ended_at", "is", null)
      .orderBy("username")
      .execute();
    const threads: unknown[] = [];
    const note = (worker: unknown) => void threads.push(worker);
    process.on("worker", note);
    onTestFinished(() => void process.off("worker", note));
    return { db, maker, people, resourceId: resources.erp, clientId, threads };
  }

  test("one thread makes the values of many accounts, each of its own person", async () => {
    const { maker, people, threads } = await begin('identity.username + "-initial"');
    expect(people.length).toBeGreaterThan(2);
    for (const person of people) {
      expect(await maker.make(person, ["password"], NOW)).toEqual({
        password: [`${person.username}-initial`],
      });
    }
    expect(threads).toHaveLength(1);
    const later = new Date(NOW.getTime() + 60_000);
    const [first] = people;
    if (first) await maker.make(first, ["password"], later);
    expect(threads).toHaveLength(2);
  });

  test("values follow the person as they are when the account is created", async () => {
    const { clientId, db, maker, people } = await begin('identity.givenName + "-initial"');
    const [person] = people;
    if (!person) throw new Error("There is nobody");
    await maker.make(person, ["password"], NOW);
    await db
      .updateTable("identities")
      .set({ given_name: "Changed" })
      .where("client_id", "=", clientId)
      .where("oid", "=", person.identity_oid)
      .execute();
    expect(await maker.make(person, ["password"], NOW)).toEqual({ password: ["Changed-initial"] });
  });

  test("an account without a value fails, and the next one does not", async () => {
    const { maker, people } = await begin('identity.username == "ann" ? "" : "initial"');
    const [ann, bob] = people;
    if (!ann || !bob) throw new Error("Nobody is left");
    await expect(maker.make(ann, ["password"], NOW)).rejects.toMatchObject({
      code: "secretMissing",
    });
    await expect(maker.make({ identity_oid: null }, ["password"], NOW)).rejects.toMatchObject({
      code: "secretMissing",
    });
    expect(await maker.make(bob, ["password"], NOW)).toEqual({ password: ["initial"] });
  });
});
