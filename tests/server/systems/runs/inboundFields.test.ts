/** Fields of people that inbound mappings of a system other than the HR system set. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ImportSettings } from "#events/entities/systemConfiguration.ts";
import type { MappingDraft } from "#events/entities/mapping.ts";
import type { IdentityChange } from "#events/entities/identityChange.ts";
import type { PlannedPerson, SystemRun } from "#events/entities/systemRun.ts";
import { inboundDraft } from "../../mappings/support.ts";
import { eachDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "./csvRuns.ts";
import { readPlannedPeople } from "./peopleOfRun.ts";

const HEADER = "id,login,right,person,phone,mail,title";

eachDatabase((database) => {
  const on = useCsvRuns(database);

  const provide = (rows: readonly string[]) => on.provide(rows, HEADER);
  const configure = async (
    mappings: readonly MappingDraft[],
    change: Partial<ImportSettings> = {},
  ): Promise<void> => {
    await on.changeImportSettings({
      owner: { attribute: "person", field: "externalId" },
      ...change,
    });
    for (const mapping of mappings) {
      const body = { mapping, version: await on.version() };
      const answer = await on.owner.post(`${on.path}/mappings`, body);
      expect(answer.statusCode, answer.body).toBe(201);
    }
  };
  const addPerson = async (more: { readonly ended?: boolean; readonly byHand?: boolean } = {}) => {
    const oid = randomUUID();
    const externalId = `I-${oid.slice(0, 8)}`;
    await on.db
      .insertInto("identities")
      .values({
        client_id: on.directory.clientId,
        oid,
        external_id: externalId,
        given_name: "Ann",
        search_key: externalId,
        ended_at: more.ended ? on.api.clock.now : null,
        by_hand: more.byHand ?? false,
      })
      .execute();
    return { oid, externalId };
  };
  const valuesOf = async (oid: string) => {
    const { email, job_title, attributes, by_hand, ended_at } = await on.db
      .selectFrom("identities")
      .selectAll()
      .where("oid", "=", oid)
      .executeTakeFirstOrThrow();
    const orgs = await on.db
      .selectFrom("identity_orgs as member")
      .innerJoin("orgs", "orgs.oid", "member.org_oid")
      .select("orgs.name")
      .where("member.identity_oid", "=", oid)
      .execute();
    return {
      phone: attributes["phone"],
      email,
      title: job_title,
      orgs: orgs.map(({ name }) => name),
      byHand: by_hand,
      ended: ended_at !== null,
    };
  };
  const undo = async ({ oid }: SystemRun) => on.owner.post(`${on.path}/runs/${oid}/undo`);
  const undone = async (run: SystemRun) => {
    const answer = await undo(run);
    expect(answer.statusCode, answer.body).toBe(202);
    expect(await on.settled(answer.json<SystemRun>().oid)).toMatchObject({ status: "done" });
  };
  const PHONE = inboundDraft("account/phone", "extension/phone");
  const NONE = {
    phone: undefined,
    email: null,
    title: null,
    orgs: [],
    byHand: false,
    ended: false,
  };

  test("a directory fills fields of the owners of its accounts, its run lists them, and an undo takes that back", async () => {
    const ann = await addPerson();
    const bob = await addPerson({ byHand: true });
    const cyd = await addPerson({ ended: true });
    const title = `Title ${ann.externalId}`;
    await provide([
      `1,ann,,${ann.externalId},+49 1,ann@example.org,${title}`,
      `2,bob,,${bob.externalId},+49 2,,`,
      `3,cyd,,${cyd.externalId},+49 3,,${title}`,
      "4,service,,,+49 4,,",
    ]);
    await configure([
      PHONE,
      inboundDraft("account/mail", "email"),
      inboundDraft("account/title", "jobTitle"),
    ]);
    await on.publish();
    const run = await on.run();
    expect(run).toMatchObject({
      status: "done",
      plannedPeople: { joined: 0, moved: 1, changed: 1, left: 0, returned: 0 },
    });
    expect(await valuesOf(ann.oid)).toEqual({
      ...NONE,
      phone: "+49 1",
      email: "ann@example.org",
      title,
      orgs: [title],
    });
    expect(await valuesOf(bob.oid)).toEqual({ ...NONE, phone: "+49 2", byHand: true });
    expect(await valuesOf(cyd.oid)).toEqual({ ...NONE, ended: true });
    const listed = await on.owner.get(`${on.path}/runs/${run.oid}/people`);
    const people = listed.json<{ _embedded: { people: PlannedPerson[] } }>()._embedded.people;
    expect(people).toHaveLength(2);
    expect(people).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: "moved",
          externalId: ann.externalId,
          before: {},
          after: { email: "ann@example.org", jobTitle: title, "extension/phone": "+49 1" },
        }),
        expect.objectContaining({
          kind: "changed",
          externalId: bob.externalId,
          after: { "extension/phone": "+49 2" },
        }),
      ]),
    );
    const history = await on.owner.get(
      `/api/clients/${on.directory.clientId}/identities/${ann.oid}/changes`,
    );
    const [change] = history
      .json<{ _embedded: { changes: IdentityChange[] } }>()
      ._embedded.changes.filter(({ kind }) => kind === "moved");
    expect(change).toMatchObject({
      source: { kind: "run", resourceId: on.resourceId, no: run.no },
      fields: expect.arrayContaining([
        { field: "extension/phone", before: null, after: "+49 1" },
      ]) as unknown,
    });

    const audit = await on.db
      .selectFrom("audit")
      .select("after")
      .where("call", "=", "systemRuns/applied")
      .where("target", "=", on.resourceId)
      .execute();
    expect(audit).toHaveLength(1);

    await undone(run);
    expect(await valuesOf(ann.oid)).toEqual(NONE);
    expect(await valuesOf(bob.oid)).toEqual({ ...NONE, byHand: true });
    const orgs = await on.db.selectFrom("orgs").select("oid").where("name", "=", title).execute();
    expect(orgs).toEqual([]);
  });

  test("an undo is refused while something has changed a person since", async () => {
    const ann = await addPerson();
    await provide([`1,ann,,${ann.externalId},+49 1,,`]);
    await configure([PHONE]);
    await on.publish();
    const run = await on.run();
    await on.db
      .updateTable("identities")
      .set({ given_name: "Anna" })
      .where("oid", "=", ann.oid)
      .execute();
    const refused = await undo(run);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain("Anna");
  });

  test("a removed or unlinked account leaves the values of its owner, and a new owner gets them", async () => {
    const ann = await addPerson();
    const bob = await addPerson();
    const link = (name: string, owner: string | null) =>
      on.db
        .updateTable("accounts")
        .set({ identity_oid: owner })
        .where("resource_id", "=", on.resourceId)
        .where("name", "=", name)
        .execute();
    await provide(["1,ann,,,+49 1,,", "2,bob,,,+49 2,,"]);
    await configure([PHONE], { maxGonePercent: 100, owner: null });
    await on.publish();
    await on.run();
    await link("ann", ann.oid);
    await link("bob", ann.oid);
    await on.run();
    // Between two runs, a decision gives the account another owner.
    await link("bob", bob.oid);
    expect(await on.run()).toMatchObject({
      status: "done",
      counts: { changed: 1, unchanged: 1 },
      plannedPeople: { changed: 1 },
    });
    expect(await valuesOf(bob.oid)).toMatchObject({ phone: "+49 2" });
    expect(await on.run()).toMatchObject({ counts: { changed: 0, unchanged: 2 } });
    await link("bob", null);
    await provide([`2,bob,,,+49 2,,`]);
    await on.run();
    expect(await valuesOf(ann.oid)).toMatchObject({ phone: "+49 1" });
    expect(await valuesOf(bob.oid)).toMatchObject({ phone: "+49 2" });
  });

  test("a plan that rewrites many people waits", async () => {
    await on.db
      .deleteFrom("identities")
      .where("client_id", "=", on.directory.clientId)
      .where("oid", "not in", (eb) =>
        eb
          .selectFrom("accounts")
          .select("identity_oid")
          .where("identity_oid", "is not", null)
          .$castTo<{ identity_oid: string }>(),
      )
      .where("external_id", "like", "I-%")
      .execute();
    const people = [];
    for (let at = 0; at < 6; at++) people.push(await addPerson());
    await provide(people.map(({ externalId }, at) => `${at},a${at},,${externalId},,,New ${at}`));
    await configure([inboundDraft("account/title", "givenName")], { maxRenamedPercent: 0 });
    await on.publish();
    const run = await on.run();
    expect(run).toMatchObject({
      status: "planned",
      gates: ["manyRewritten"],
      counts: { rewritten: 6 },
      plannedPeople: { changed: 6 },
    });
    expect((await readPlannedPeople(on.db, run.oid)).map(({ after }) => after)).toContainEqual({
      givenName: "New 0",
    });
  });

  test("only the HR system sets the ID of a person", async () => {
    const body = {
      mapping: inboundDraft("account/person", "externalId"),
      version: await on.version(),
    };
    const refused = await on.owner.post(`${on.path}/mappings`, body);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain("Only the HR system sets the ID of a person");
  });
});
