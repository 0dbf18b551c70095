/** What mappings connect: the kind of the source, the fields of identities, the schema, and refused changes. */
import { expect, test } from "vitest";
import type {
  FieldMappings,
  MappingDraft,
  MidpointUserField,
  ResourceSchema,
} from "#events/entities/mapping.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { useCsvRuns } from "../systems/runs/csvRuns.ts";
import { addSystem, CSV_ID, MANUAL_ID, pathOf } from "../systems/support.ts";
import { inboundDraft } from "./support.ts";

const LDAP_ID = 2;

oneDatabase((database) => {
  const on = useCsvRuns(database);
  const version = async () =>
    (await on.owner.get(`${on.path}/system`)).json<ConnectedSystem>().version;
  const add = async (mapping: MappingDraft) =>
    on.owner.post(`${on.path}/mappings`, { mapping, version: await version() });
  const fieldsOf = async () => {
    const where = `/api/clients/${on.directory.clientId}/midpoint-user-fields`;
    return (await on.owner.get(where)).json<{ fields: MidpointUserField[] }>().fields;
  };
  const schema = async () => (await on.owner.get(`${on.path}/schema`)).json<ResourceSchema>();

  test("[MAP-19] the fields of identities are listed, with the additional ones that mappings set", async () => {
    const named = (await fieldsOf()).map(({ id }) => id);
    expect(named).toContain("externalId");
    expect(named).not.toContain("extension/badge");
    expect((await add(inboundDraft("account/login", "extension/badge"))).statusCode).toBe(201);
    expect(await fieldsOf()).toContainEqual({
      id: "extension/badge",
      name: "badge",
      required: false,
      unique: false,
    });
    const other = inboundDraft("account/login", "shoeSize");
    expectError(await add(other), "EINVALID");
  });

  test("[MAP-20] the schema lists the attributes of accounts as they were discovered", async () => {
    expect(await schema()).toEqual({ resourceId: on.resourceId, items: [], missing: [] });
    await on.provide(["1,ann,read"]);
    expect((await on.run()).status).toBe("done");
    expect((await schema()).items.map(({ id }) => id).toSorted()).toEqual([
      "account/id",
      "account/login",
    ]);
    expect((await add(inboundDraft("account/phone", "location"))).statusCode).toBe(400);
  });

  test("[MAP-26] [MAP-27] [MAP-28] a refused save, put or delete returns its reason in `errors`", async () => {
    const created = await add(inboundDraft("account/login", "username", { locked: true }));
    const { mapping } = created.json<{ mapping: { id: string } }>();
    const where = `${on.path}/mappings/${mapping.id}`;
    const locked = "This mapping is locked. Unlock it first.";
    const draft = inboundDraft("account/login", "username", { locked: true });
    const current = await version();
    const body = { mapping: draft, version: current };
    const refused = [
      await on.owner.send("PUT", where, { body }),
      await on.owner.send("DELETE", where, { body: { version: current } }),
    ];
    for (const answer of refused) {
      expect(expectError(answer, "ECONFLICT").message).toBe(locked);
      expect(answer.json()).toMatchObject({ errors: locked });
    }
    const invalid = await add(inboundDraft("account/login", "shoeSize"));
    const { fields } = expectError(invalid, "EINVALID");
    expect(fields?.map(({ path }) => path)).toEqual(["/body/mapping/midpointUserFieldId"]);
    expect(invalid.json()).toMatchObject({ errors: fields?.[0]?.message });
  });

  test("[MAP-14] the source is HR, a directory, manual or a target system", async () => {
    const { clientId } = on.directory;
    await on.api.app.services.db
      .updateTable("clients")
      .set({ limit_self_certified: null, limit_system_export: null })
      .where("id", "=", clientId)
      .execute();
    for (const [connectorId, kind, sourceKind] of [
      [LDAP_ID, "export", "Directory"],
      [MANUAL_ID, "manual", "Manual"],
      [CSV_ID, "export", "Target System"],
      // The last one, because no other system is published before the HR system is confirmed.
      [CSV_ID, "hr", "HR"],
    ] as const) {
      const { resourceId } = await addSystem(on.owner, clientId, { connectorId, kind });
      const answer = await on.owner.get(`${pathOf(clientId, resourceId)}/mappings`);
      expect(answer.json<FieldMappings>()).toMatchObject({ resourceId, sourceKind });
    }
  });
});
