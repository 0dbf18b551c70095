/** Field mappings of a system that is connected through a file: saved, listed, previewed and deleted. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type {
  FieldMappings,
  Mapping,
  MappingAttributeDraft,
  MappingDraft,
  MappingPreview,
} from "#events/entities/mapping.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { oneDatabase } from "../support/databases.ts";
import { useCsvRuns } from "../systems/runs/csvRuns.ts";
import { addSystem, MANUAL_ID, pathOf } from "../systems/support.ts";
import { attributeSource, inboundDraft, outboundDraft } from "./support.ts";

const CONFIG = inboundDraft("account/login", "username").config;

oneDatabase((database) => {
  const on = useCsvRuns(database);

  const version = async () =>
    (await on.owner.get(`${on.path}/system`)).json<ConnectedSystem>().version;
  const add = async (mapping: object) =>
    on.owner.post(`${on.path}/mappings`, { mapping, version: await version() });
  const added = async (mapping: MappingDraft): Promise<Mapping> => {
    const answer = await add(mapping);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<{ mapping: Mapping }>().mapping;
  };
  const listed = async (direction: string) =>
    (await on.owner.get(`${on.path}/mappings?direction=${direction}`)).json<FieldMappings>();
  const preview = async (mapping: MappingDraft): Promise<MappingPreview> => {
    const body = { direction: mapping.direction, mapping, mappingId: null, contains: "" };
    const answer = await on.owner.post(`${on.path}/mapping-preview`, body);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<MappingPreview>();
  };
  /** What the sources give for the only account. */
  const valueOf = async (sources: readonly MappingAttributeDraft[], config = CONFIG) => {
    const { previewObjects } = await preview(
      inboundDraft("", "department", { attributes: [...sources], config }),
    );
    return previewObjects[0]?.values[0]?.after;
  };
  const text = (
    staticContent: string,
    formats: MappingAttributeDraft["formats"] = [],
    position = 0,
  ) =>
    attributeSource("", {
      type: "STATIC",
      resourceSchemaId: null,
      staticContent,
      formats,
      position,
    });
  const provideOne = async () => {
    await on.provide(["1,ann,read"]);
    expect((await on.run()).status).toBe("done");
  };

  test("[MAP-3] [MAP-7] a mapping is stored with all of its fields and sources", async () => {
    const draft = inboundDraft("account/login", "username", {
      strength: "normal",
      condition: 'account.login != "root"',
      authoritative: false,
      tolerant: false,
      iterationToken: true,
      attributes: [
        attributeSource("account/login", {
          formats: [{ transform: "SUBSTRING", start: 1, length: 3 }],
        }),
        text("-x", [], 1),
      ],
    });
    const mapping = await added(draft);
    const { resourceId } = on;
    expect(mapping).toEqual({
      ...draft,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      resourceId,
      attributes: draft.attributes.map((one) => ({
        ...one,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        mappingId: mapping.id,
      })),
    });
    const { name } = (await on.owner.get(`${on.path}/system`)).json<ConnectedSystem>();
    expect(await listed("inbound")).toEqual({
      resourceId,
      systemDisplayName: name,
      sourceKind: "Target System",
      mappings: [mapping],
      version: await version(),
    });
  });

  /** A self-certified system, whose accounts mappings set. */
  const addManual = async () => {
    const { clientId } = on.directory;
    await on.api.app.services.db
      .updateTable("clients")
      .set({ limit_self_certified: null })
      .where("id", "=", clientId)
      .execute();
    const manual = { connectorId: MANUAL_ID, kind: "manual" } as const;
    const { resourceId } = await addSystem(on.owner, clientId, manual);
    const path = pathOf(clientId, resourceId);
    const its = async () => (await on.owner.get(`${path}/system`)).json<ConnectedSystem>().version;
    return {
      path,
      version: its,
      add: async (mapping: MappingDraft): Promise<Mapping> => {
        const answer = await on.owner.post(`${path}/mappings`, { mapping, version: await its() });
        expect(answer.statusCode, answer.body).toBe(201);
        return answer.json<{ mapping: Mapping }>().mapping;
      },
    };
  };

  test("[MAP-4] [MAP-5] a direction is inbound or outbound, also written in or out", async () => {
    const one = await added({ ...inboundDraft("account/login", "username"), direction: "in" });
    expect(one.direction).toBe("inbound");
    for (const written of ["in", "inbound"]) {
      expect((await listed(written)).mappings.map(({ id }) => id)).toEqual([one.id]);
    }
    for (const written of ["out", "outbound"]) expect((await listed(written)).mappings).toEqual([]);
    const manual = await addManual();
    const other = await manual.add({ ...outboundDraft("email", "account/mail"), direction: "out" });
    expect(other.direction).toBe("outbound");
    const wrong = { ...inboundDraft("account/login", "email"), direction: "both" };
    expect((await add(wrong)).statusCode).toBe(400);
    // Provision does not write the file, and reads no manual system.
    const refused = async (answer: Awaited<ReturnType<typeof add>>, code: string) =>
      expect(answer.json()).toMatchObject({
        code: "EINVALID",
        fields: [{ path: "/body/mapping/direction", detail: { code } }],
      });
    await refused(await add(outboundDraft("email", "account/login")), "mappings.readOnly");
    const mapping = inboundDraft("account/mail", "email");
    const body = { mapping, version: await manual.version() };
    await refused(await on.owner.post(`${manual.path}/mappings`, body), "mappings.outboundOnly");
  });

  test("[MAP-6] [MAP-10] [MAP-11] other strengths, source types and kinds are refused", async () => {
    const fields = ["username", "email", "department"];
    for (const [at, strength] of (["weak", "normal", "strong"] as const).entries()) {
      const mapping = inboundDraft("account/login", fields[at] ?? "", { strength });
      expect((await added(mapping)).strength).toBe(strength);
    }
    const draft = inboundDraft("account/login", "location");
    for (const wrong of [
      { ...draft, strength: "strongest" },
      { ...draft, attributes: [{ ...attributeSource("account/login"), type: "CODE" }] },
      { ...draft, config: { ...CONFIG, kind: "Complex" } },
    ]) {
      expect((await add(wrong)).statusCode).toBe(400);
    }
  });

  test("[MAP-8] [MAP-9] outbound mappings decide whether an account exists, and whether it is active", async () => {
    const manual = await addManual();
    for (const target of ["existence", "administrativeStatus"] as const) {
      const mapping = await manual.add(
        outboundDraft("username", "", {
          resourceSchemaId: null,
          mappingType: "CUSTOM",
          customCode: "true",
          attributes: [],
          config: { ...CONFIG, target },
        }),
      );
      expect(mapping).toMatchObject({ resourceSchemaId: null, config: { target } });
    }
  });

  test("[MAP-8] [MAP-9] an inbound mapping sets a field: others are refused, and stored ones give nothing", async () => {
    await provideOne();
    for (const target of ["existence", "administrativeStatus"] as const) {
      const draft = inboundDraft("account/login", "", {
        midpointUserFieldId: null,
        config: { ...CONFIG, target },
      });
      expect((await add(draft)).json()).toMatchObject({
        code: "EINVALID",
        fields: [
          {
            path: "/body/mapping/config/target",
            detail: { code: "mappings.targetOnlyOutbound" },
          },
        ],
      });
      const mapping = {
        ...(await added(inboundDraft("account/login", "email"))),
        midpointUserFieldId: null,
        config: { ...CONFIG, target },
      };
      await on.db
        .updateTable("connected_systems")
        .set(({ fn, val, ref }) => ({
          settings: fn("jsonb_set", [
            ref("settings"),
            val("{mappings}"),
            val(JSON.stringify([mapping])),
          ]),
        }))
        .where("resource_id", "=", on.resourceId)
        .execute();
      const shown = await preview(inboundDraft("account/login", "department"));
      expect(shown.resourcePreview.map((one) => one.target)).toEqual(["department"]);
    }
  });

  test("[MAP-21] the mappings of a self-certified system are listed and replaced as a whole", async () => {
    const manual = await addManual();
    const where = `${manual.path}/self-certified-mappings`;
    await manual.add(outboundDraft("email", "account/mail"));
    const mappings = [outboundDraft("username", "account/login")];
    const put = async (version: number) =>
      on.owner.send("PUT", where, { body: { mappings, version } });
    const current = await manual.version();
    const saved = await put(current);
    expect(saved.statusCode, saved.body).toBe(200);
    const kept = (await on.owner.get(where)).json<FieldMappings>();
    expect(kept.sourceKind).toBe("Manual");
    expect(kept.mappings.map(({ resourceSchemaId }) => resourceSchemaId)).toEqual([
      "account/login",
    ]);
    expect((await put(current)).statusCode).toBe(409);
    const body = { mappings, version: await version() };
    const other = await on.owner.send("PUT", `${on.path}/self-certified-mappings`, { body });
    expect(other.json()).toMatchObject({ detail: { code: "mappings.notManual" } });
  });

  test("[MAP-18] an outbound preview shows the owners of accounts that have no stored attributes", async () => {
    const { path } = await addManual();
    const { clientId } = on.directory;
    const people = await on.db
      .selectFrom("identities")
      .select(["oid", "external_id"])
      .where("client_id", "=", clientId)
      .orderBy("external_id")
      .limit(2)
      .execute();
    const resourceId = path.split("/").at(-1) ?? "";
    // What attested tasks leave.
    await on.db
      .insertInto("accounts")
      .values(
        people.map(({ oid, external_id: name }) => ({
          client_id: clientId,
          id: randomUUID(),
          resource_id: resourceId,
          name,
          identity_oid: oid,
        })),
      )
      .execute();
    const mapping = outboundDraft("externalId", "account/login");
    const body = { direction: "outbound", mapping, mappingId: null, contains: "" };
    const answer = await on.owner.post(`${path}/mapping-preview`, body);
    const result = answer.json<MappingPreview>();
    expect(result).toMatchObject({ previewCount: 2, totalCount: 2 });
    expect(
      result.previewObjects.map(({ values: [value] }) => [value?.before, value?.after]),
    ).toEqual(people.map(({ external_id: id }) => [[], [id]]));
  });

  test("[MAP-13] each transform changes the value of its source, in their order", async () => {
    await provideOne();
    const name = "  jane MARY doe ";
    const given = async (...formats: MappingAttributeDraft["formats"]) =>
      valueOf([text(name, [{ transform: "TRIM_SPACES" }, ...formats])]);
    expect(await given()).toEqual(["jane MARY doe"]);
    expect(await given({ transform: "UPPERCASE" })).toEqual(["JANE MARY DOE"]);
    expect(await given({ transform: "LOWERCASE" })).toEqual(["jane mary doe"]);
    expect(await given({ transform: "TITLE_CASE" })).toEqual(["Jane Mary Doe"]);
    expect(await given({ transform: "CAMEL_CASE" })).toEqual(["janeMaryDoe"]);
    expect(await given({ transform: "SUBSTRING", start: 5, length: 4 })).toEqual(["MARY"]);
    const short = { transform: "SUBSTRING", start: 0, length: 1 } as const;
    expect(await given(short, { transform: "UPPERCASE" })).toEqual(["J"]);
  });

  test("[MAP-10] [MAP-11] Basic joins the values of its sources, and Template puts them into its text", async () => {
    await provideOne();
    const sources = [attributeSource("account/login"), text("Bank", [], 1)];
    expect(await valueOf(sources, { ...CONFIG, separator: " @ " })).toEqual(["ann @ Bank"]);
    const template = { ...CONFIG, kind: "Template" as const, template: "{2}: {1}" };
    expect(await valueOf(sources, template)).toEqual(["Bank: ann"]);
  });

  test("[MAP-2] [MAP-18] a preview counts objects and shows them before and after, and saves nothing", async () => {
    await on.provide(["1,ann,read", "2,bob,read", "3,cyd,write"]);
    expect((await on.run()).status).toBe("done");
    const result = await preview(inboundDraft("account/login", "department"));
    expect(result).toMatchObject({ previewCount: 3, totalCount: 3 });
    expect(result.resourcePreview.map(({ target }) => target)).toEqual(["department"]);
    expect(result.previewObjects.map(({ name, values }) => [name, values[0]?.after])).toEqual([
      ["ann", ["ann"]],
      ["bob", ["bob"]],
      ["cyd", ["cyd"]],
    ]);
    expect((await listed("inbound")).mappings).toEqual([]);
  });

  const ten = "[0,1,2,3,4,5,6,7,8,9]";
  const slow = (value: string) =>
    `${ten}.all(a, ${ten}.all(b, ${ten}.all(c, ${ten}.all(d, true)))) ? ${value} : ""`;

  test("previews whose code never gives a free value end in time, and leave threads for other systems", async () => {
    await on.provide(["1,ann,read", "2,bob,read"]);
    expect((await on.run()).status).toBe("done");
    const mapping = inboundDraft("", "department", {
      mappingType: "CUSTOM",
      customCode: slow('(token == "-" ? "" : "x")'),
      attributes: [],
      iterationToken: true,
    });
    const body = { direction: "inbound", mapping, mappingId: null, contains: "" };
    const started = performance.now();
    const answers = await Promise.all(
      [1, 2, 3].map(() => on.owner.post(`${on.path}/mapping-preview`, body)),
    );
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(
      answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other),
    ).toEqual([200, 200, 429]);
  }, 60_000);

  test("slow mappings of people do not hold the database, and their run can be cancelled", async () => {
    await on.db
      .updateTable("connected_systems")
      .set({ kind: "hr" })
      .where("resource_id", "=", on.resourceId)
      .execute();
    await added(
      inboundDraft("", "externalId", {
        mappingType: "CUSTOM",
        customCode: slow("account.login"),
        attributes: [],
      }),
    );
    await on.provide(Array.from({ length: 5000 }, (_none, index) => `${index},slow${index},`));
    const run = await on.owner.post(`${on.path}/runs`, { kind: "full" });
    const { importTaskOid: oid } = run.json<{ importTaskOid: string }>();
    const status = async () =>
      (await on.owner.get(`${on.path}/runs/${oid}`)).json<SystemRun>().status;
    const named = async () => {
      const { count } = await on.db
        .selectFrom("system_run_entries")
        .select((eb) => eb.fn.countAll<string>().as("count"))
        .where("run_oid", "=", oid)
        .where("person_id", "is not", null)
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    // Then the fields of these people are evaluated for the list of the plan.
    await expect.poll(named, { timeout: 60_000, interval: 100 }).toBe(5000);
    const cancelled = await on.owner.post(`${on.path}/runs/${oid}/cancel`);
    expect(cancelled.statusCode, cancelled.body).toBe(200);
    expect(await status()).toBe("cancelled");
    const people = await on.db
      .selectFrom("identities")
      .select("oid")
      .where("external_id", "like", "slow%")
      .execute();
    expect(people).toEqual([]);
  }, 90_000);

  test("a stale version is refused, a locked mapping keeps its content, and a deleted one is gone", async () => {
    const stale = await version();
    const mapping = await added(inboundDraft("account/login", "username", { locked: true }));
    const where = `${on.path}/mappings/${mapping.id}`;
    const draft = inboundDraft("account/login", "email");
    const put = (body: object) => on.owner.send("PUT", where, { body });
    expect((await put({ mapping: draft, version: stale })).statusCode).toBe(409);
    expect(await version()).toBe(stale + 1);
    const change = { ...draft, locked: true };
    expect((await put({ mapping: change, version: await version() })).statusCode).toBe(409);
    expect((await listed("in")).mappings).toEqual([mapping]);
    const unlocked = await put({ mapping: draft, version: await version() });
    expect(unlocked.statusCode, unlocked.body).toBe(200);
    expect(unlocked.json()).toMatchObject({ version: stale + 2 });
    const unchanged = await put({ mapping: draft, version: stale + 2 });
    expect(unchanged.json()).toEqual(unlocked.json());
    const other = await added(inboundDraft("account/id", "department"));
    const gone = await on.owner.send("DELETE", where, { body: { version: await version() } });
    expect(gone.statusCode, gone.body).toBe(200);
    expect((await listed("in")).mappings).toEqual([other]);
  });
});
