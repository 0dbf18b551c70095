/** Field mappings of a system: saving, previews, and what an import of people makes of them. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { LightMyRequestResponse } from "fastify";
import type {
  FieldMappings,
  Mapping,
  MappingDraft,
  MappingPreview,
  ResourceSchema,
  StoredPreview,
} from "#events/entities/mapping.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { createConnectors } from "#server/connectors/registry.ts";
import { readConfig } from "#server/config.ts";
import { startPreviewer } from "#server/mappings/previewJobs.ts";
import { createSecrets } from "#server/secrets/secrets.ts";
import { startRunner } from "#server/systems/runs/runner.ts";
import type { JobLoop } from "#server/threads/threadedJobs.ts";
import { createApi, type Browser, type TestApi } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { addSystem, configureCsv, pathOf } from "../systems/support.ts";
import { attributeSource, inboundDraft, outboundDraft } from "./support.ts";

const WAIT = { timeout: 60_000, interval: 50 };
const PEOPLE = Buffer.from(
  "id,login,mail,role\np1,JANE doe,Jane@A.example,\np2,jim DOE,,\np3,june doe,June@A.example,\n",
);

eachDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let dataDirectory: string;
  let loops: readonly JobLoop[];
  const errors: unknown[] = [];

  beforeAll(async () => {
    dataDirectory = mkdtempSync(join(tmpdir(), "provision-mappings-"));
    directory = await fillDirectory(database.current.db);
    const config = { ...readConfig({}), dataDirectory };
    const poke = () => loops.forEach((loop) => loop.poke());
    api = await createApi(database.current, { runner: { poke }, settings: { dataDirectory } });
    const shared = {
      database: database.current,
      clock: () => api.clock.now,
      onError: (error: unknown) => errors.push(error),
      workerId: randomUUID(),
    };
    loops = [
      startRunner({
        ...shared,
        secrets: createSecrets(Buffer.alloc(32, 7)),
        connectors: createConnectors(config),
        config,
      }),
      startPreviewer({ ...shared, dataDirectory }),
    ];
    owner = await api.signIn("owner");
  });
  afterAll(async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
    await api.app.close();
    rmSync(dataDirectory, { recursive: true, force: true });
    expect(errors).toEqual([]);
  });

  const done = <Body>(answer: LightMyRequestResponse, status = 200): Body => {
    expect(answer.statusCode, answer.body).toBe(status);
    return answer.json<Body>();
  };
  const open = async (kind: "hr" | "export" = "export") => {
    const { resourceId } = await addSystem(owner, directory.clientId, { kind });
    const path = pathOf(directory.clientId, resourceId);
    const list = async (query = "") =>
      done<FieldMappings>(await owner.get(`${path}/mappings${query}`));
    return {
      path,
      list,
      version: async () => (await list()).version,
      add: async (mapping: MappingDraft) =>
        owner.post(`${path}/mappings`, { mapping, version: (await list()).version }),
    };
  };

  test("[MAP-1] [MAP-3] [MAP-7] an administrator adds, changes, locks and deletes a mapping", async () => {
    const { path, add, list } = await open();
    const draft = inboundDraft("account/mail", "email");
    const { mapping, version } = done<{ mapping: Mapping; version: number }>(await add(draft), 201);
    expect(mapping).toMatchObject({
      ...draft,
      attributes: [{ mappingId: mapping.id, position: 0 }],
    });
    const put = (body: object) => owner.send("PUT", `${path}/mappings/${mapping.id}`, { body });
    const changed = { ...draft, strength: "weak" as const, locked: true };
    const saved = done<{ version: number }>(await put({ mapping: changed, version }));
    const refused = await put({ mapping: { ...changed, tolerant: false }, version: saved.version });
    expect(refused.json()).toMatchObject({
      code: "ECONFLICT",
      errors: "This mapping is locked. Unlock it first.",
    });
    const stale = await put({ mapping: { ...changed, locked: false }, version });
    expect(stale.json()).toMatchObject({ code: "ECONFLICT" });
    const unlocked = done<{ version: number }>(
      await put({ mapping: { ...changed, locked: false }, version: saved.version }),
    );
    const left = done<FieldMappings>(
      await owner.send("DELETE", `${path}/mappings/${mapping.id}`, {
        body: { version: unlocked.version },
      }),
    );
    expect(left.mappings).toEqual([]);
    expect((await list()).mappings).toEqual([]);
  });

  test("[MAP-4] [MAP-5] in and out are other words for inbound and outbound", async () => {
    const { add, list } = await open();
    done(await add({ ...inboundDraft("account/mail", "email"), direction: "in" }), 201);
    expect((await list("?direction=in")).mappings).toMatchObject([{ direction: "inbound" }]);
    expect((await list("?direction=out")).mappings).toEqual([]);
  });

  test("an invalid mapping is refused with its fields and a text", async () => {
    const { add } = await open();
    const refused = await add(
      inboundDraft("account/mail", "unknown", { mappingType: "CUSTOM", customCode: "1 +" }),
    );
    expect(refused.statusCode).toBe(400);
    const body = refused.json<{ errors: string; fields: { path: string }[] }>();
    expect(body.fields.map(({ path }) => path)).toEqual([
      "/body/mapping/midpointUserFieldId",
      "/body/mapping/customCode",
    ]);
    expect(body.errors).toBe("Identities have no such field");
  });

  test("a file cannot be written, so that it has no outbound mappings", async () => {
    const { add } = await open();
    const refused = await add(outboundDraft("email", "account/mail"));
    if (refused.statusCode === 201) return;
    expect(refused.json()).toMatchObject({ fields: [{ path: "/body/mapping/direction" }] });
  });

  test("[MAP-2] [MAP-18] [MAP-22] [MAP-23] [MAP-25] the preview equals what the import makes of people", async () => {
    const { path, add, list, version } = await open("hr");
    await configureCsv(owner, path, PEOPLE);
    done(await owner.post(`${path}/refresh`));
    const schema = done<ResourceSchema>(await owner.get(`${path}/schema`));
    expect(schema.items.map(({ name }) => name)).toContain("mail");
    const classOf = schema.items[0]?.objectClass ?? "";
    const title = [{ transform: "TRIM_SPACES" as const }, { transform: "TITLE_CASE" as const }];
    const drafts = [
      inboundDraft(`${classOf}/id`, "externalId"),
      inboundDraft(`${classOf}/login`, "givenName", {
        attributes: [attributeSource(`${classOf}/login`, { formats: title })],
      }),
      inboundDraft("", "email", {
        mappingType: "CUSTOM",
        attributes: [],
        customCode: "account.mail.lower()",
      }),
      inboundDraft("", "username", {
        mappingType: "CUSTOM",
        attributes: [],
        iterationToken: true,
        customCode: 'account.login.first(1).lower() + account.login.extract(" (.*)").lower()',
      }),
    ];
    for (const draft of drafts) done(await add(draft), 201);
    const publish = async () =>
      done(await owner.post(`${path}/publication`, { version: await version() }));
    const run = async () => {
      const started = await owner.post(`${path}/runs`, { kind: "full" });
      const { importTaskOid } = done<{ importTaskOid: string }>(started, 202);
      return vi.waitFor(async () => {
        const one = (await owner.get(`${path}/runs/${importTaskOid}`)).json<SystemRun>();
        expect(["done", "failed", "planned"]).toContain(one.status);
        return one;
      }, WAIT);
    };
    await publish();
    expect(await run()).toMatchObject({ status: "done", problem: null });
    const people = async () =>
      database.current.db
        .selectFrom("identities")
        .select(["external_id", "username", "given_name", "email"])
        .where("client_id", "=", directory.clientId)
        .where("external_id", "in", ["p1", "p2", "p3"])
        .orderBy("external_id")
        .execute();
    expect(await people()).toEqual([
      { external_id: "p1", username: "jdoe", given_name: "Jane Doe", email: "jane@a.example" },
      { external_id: "p2", username: "jdoe2", given_name: "Jim Doe", email: null },
      { external_id: "p3", username: "jdoe3", given_name: "June Doe", email: "june@a.example" },
    ]);

    // A preview after the import changes nothing, and its numbers are stable.
    const body = { direction: "in", mapping: null, mappingId: null };
    const sample = done<MappingPreview>(
      await owner.post(`${path}/mapping-preview`, { ...body, contains: "" }),
    );
    expect(sample).toMatchObject({ previewCount: 3, totalCount: 3 });
    expect(
      sample.previewObjects.flatMap(({ values }) =>
        values.filter((one) => String(one.before) !== String(one.after)),
      ),
    ).toEqual([]);
    const { id } = done<StoredPreview>(await owner.post(`${path}/mapping-previews`, body), 201);
    loops.forEach((loop) => loop.poke());
    const latest = await vi.waitFor(async () => {
      const { preview } = (await owner.get(`${path}/mapping-previews/latest?direction=in`)).json<{
        preview: StoredPreview;
      }>();
      expect(preview.status).toBe("done");
      return preview;
    }, WAIT);
    expect(latest).toMatchObject({ id, stale: false, previewCount: 3, totalCount: 3 });
    const ofEmail = latest.resourcePreview.find(({ target }) => target === "email");
    expect(ofEmail).toMatchObject({ changed: 0, empty: 1, failing: 0, longest: 14 });
    const empty = done<{ _embedded: { objects: { id: string }[] } }>(
      await owner.get(`${path}/mapping-previews/${id}/objects?finding=empty&target=email`),
    );
    expect(empty._embedded.objects.map((one) => one.id)).toEqual(["p2"]);

    // Suggestions come from the values.
    const first = (await list()).mappings.find((one) => one.midpointUserFieldId === "email");
    done(
      await owner.send("DELETE", `${path}/mappings/${first?.id}`, {
        body: { version: await version() },
      }),
    );
    expect((await list()).mappings).toHaveLength(3);
    const again = done<{ preview: StoredPreview }>(
      await owner.get(`${path}/mapping-previews/latest?direction=in`),
    );
    expect(again.preview.stale).toBe(true);
  }, 120_000);

  test("[MAP-21] a manual system has its own list of mappings", async () => {
    const { path } = await open();
    const refused = await owner.get(`${path}/self-certified-mappings`);
    expect(refused.json()).toMatchObject({ code: "ECONFLICT" });
    const { version } = (await owner.get(`${path}/system`)).json<ConnectedSystem>();
    expect(version).toBeGreaterThan(0);
  });
});
