/** When a stored preview of mappings is stale. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { StoredPreview } from "#events/entities/mapping.ts";
import { oneDatabase } from "../support/databases.ts";
import { evaluateAll } from "#server/mappings/evaluateAll.ts";
import { useCsvRuns } from "../systems/runs/csvRuns.ts";
import { inboundDraft, PERSON } from "./support.ts";

const WORKER = "00000000-0000-4000-8000-000000000001";

oneDatabase((database) => {
  const on = useCsvRuns(database);

  const generate = async () => {
    const body = { direction: "inbound", mapping: null, mappingId: null };
    const answer = await on.owner.post(`${on.path}/mapping-previews`, body);
    expect(answer.statusCode, answer.body).toBe(201);
    await on.db
      .updateTable("mapping_previews")
      .set({ status: "done" })
      .where("resource_id", "=", on.resourceId)
      .execute();
  };
  const latest = async () => {
    const answer = await on.owner.get(`${on.path}/mapping-previews/latest?direction=inbound`);
    return answer.json<{ preview: StoredPreview }>().preview;
  };
  const isStale = async () => (await latest()).stale;
  /** As the job leaves it. */
  const evaluated = async (id: string) => {
    await on.db
      .updateTable("mapping_previews")
      .set({ status: "running", lease_owner: WORKER })
      .where("id", "=", id)
      .execute();
    const { clientId } = on.directory;
    const job = { clientId, resourceId: on.resourceId, id, workerId: WORKER, attempt: 1 };
    const now = new Date("2026-03-02T09:00:00Z");
    await evaluateAll(on.db, job, { now, onProgress: () => {} });
    return latest();
  };

  test("[MAP-18] a stored preview is stale after a person changed, until it is generated again", async () => {
    await on.provide(["1,ann,read"]);
    expect((await on.run()).status).toBe("done");
    const people = `/api/clients/${on.directory.clientId}/identities`;
    await generate();
    expect(await isStale()).toBe(false);
    const created = await on.owner.post(people, { externalId: randomUUID(), ...PERSON });
    expect(created.statusCode, created.body).toBe(201);
    expect(await isStale()).toBe(true);
    await generate();
    expect(await isStale()).toBe(false);
    const { oid, version } = created.json<{ oid: string; version: number }>();
    const changed = await on.owner.send("PUT", `${people}/${oid}`, {
      body: { ...PERSON, email: "lee@example.org", version },
    });
    expect(changed.statusCode, changed.body).toBe(200);
    expect(await isStale()).toBe(true);
  });

  test("a preview of all objects includes a mapping that is not saved, and is stale when others change", async () => {
    await on.provide(["1,ann,read"]);
    expect((await on.run()).status).toBe("done");
    const mapping = inboundDraft("account/login", "location");
    const body = { direction: "inbound", mapping, mappingId: null };
    const asked = await on.owner.post(`${on.path}/mapping-previews`, body);
    expect(asked.statusCode, asked.body).toBe(201);
    const started = asked.json<StoredPreview>();
    expect(started).toMatchObject({
      status: "waiting",
      stale: false,
      edited: { mapping, mappingId: null },
    });
    const { resourcePreview, ...done } = await evaluated(started.id);
    expect(done).toMatchObject({ status: "done", stale: false, previewCount: 1 });
    expect(resourcePreview.find(({ target }) => target === "location")).toMatchObject({
      changed: 1,
      empty: 0,
      failing: 0,
      longest: 3,
      longestValue: "ann",
    });

    const { version } = (await on.owner.get(`${on.path}/mappings`)).json<{ version: number }>();
    const other = inboundDraft("account/login", "department");
    const saved = await on.owner.post(`${on.path}/mappings`, { mapping: other, version });
    expect(saved.statusCode, saved.body).toBe(201);
    expect(await latest()).toMatchObject({ stale: true, edited: { mapping } });
  });

  test("a preview with an invalid mapping is refused, and one that runs can be cancelled", async () => {
    const mapping = { ...inboundDraft("account/login", "location"), condition: "1 +" };
    const body = { direction: "inbound", mapping, mappingId: null };
    const refused = await on.owner.post(`${on.path}/mapping-previews`, body);
    expect(refused.statusCode).toBe(400);
    const valid = { ...body, mapping: { ...mapping, condition: "" } };
    const started = await on.owner.post(`${on.path}/mapping-previews`, valid);
    expect(started.statusCode, started.body).toBe(201);
    const place = `${on.path}/mapping-previews/${started.json<StoredPreview>().id}`;
    expect((await on.owner.post(`${on.path}/mapping-previews`, valid)).statusCode).toBe(409);
    const cancelled = await on.owner.send("PATCH", place, {
      body: [{ op: "replace", path: "/status", value: "cancelled" }],
    });
    expect(cancelled.json()).toMatchObject({ status: "cancelled" });
  });

  test("a preview of an HR system without accounts has no objects", async () => {
    await on.db
      .updateTable("connected_systems")
      .set({ kind: "hr" })
      .where("resource_id", "=", on.resourceId)
      .execute();
    const mapping = inboundDraft("account/id", "externalId");
    const body = { direction: "inbound", mapping, mappingId: null };
    const started = await on.owner.post(`${on.path}/mapping-previews`, body);
    expect(started.statusCode, started.body).toBe(201);
    expect(await evaluated(started.json<StoredPreview>().id)).toMatchObject({
      status: "done",
      previewCount: 0,
      totalCount: 0,
    });
  });
});
