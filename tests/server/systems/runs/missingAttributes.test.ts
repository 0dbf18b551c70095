/** Mappings of attributes that the system lost after they were published. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { ImportSettings } from "#events/entities/systemConfiguration.ts";
import type { MappingDraft, MappingPreview, StoredPreview } from "#events/entities/mapping.ts";
import { evaluateAll } from "#server/mappings/evaluateAll.ts";
import { mappingOf, sourceOf } from "../../../events/rules/mappings/support.ts";
import { SeveralSystems } from "../../mappings/severalSystems.ts";
import { attributeSource, inboundDraft, textSource } from "../../mappings/support.ts";
import { eachDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "./csvRuns.ts";

type Runs = ReturnType<typeof useCsvRuns>;

async function configure(
  on: Runs,
  settings: Partial<ImportSettings>,
  mappings: readonly MappingDraft[],
): Promise<void> {
  for (const mapping of mappings) {
    const body = { mapping, version: await on.version() };
    const answer = await on.owner.post(`${on.path}/mappings`, body);
    expect(answer.statusCode, answer.body).toBe(201);
  }
  await on.changeImportSettings({ maxGonePercent: 100, maxRenamedPercent: 100, ...settings });
}

const inbound = { direction: "inbound", mapping: null, mappingId: null };

async function immediate(on: Runs): Promise<MappingPreview> {
  const body = { ...inbound, contains: "" };
  const answer = await on.owner.post(`${on.path}/mapping-preview`, body);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<MappingPreview>();
}

async function stored(on: Runs): Promise<StoredPreview> {
  const asked = await on.owner.post(`${on.path}/mapping-previews`, inbound);
  expect(asked.statusCode, asked.body).toBe(201);
  const { id } = asked.json<StoredPreview>();
  const workerId = randomUUID();
  await on.db
    .updateTable("mapping_previews")
    .set({ status: "running", lease_owner: workerId })
    .where("id", "=", id)
    .execute();
  const { clientId } = on.directory;
  const job = { clientId, resourceId: on.resourceId, id, workerId, attempt: 1 };
  await evaluateAll(on.db, job, { now: on.api.clock.now, onProgress: () => {} });
  const answer = await on.owner.get(`${on.path}/mapping-previews/latest?direction=inbound`);
  return answer.json<{ preview: StoredPreview }>().preview;
}

/** The code and number of problems of each target. */
const problemsOf = ({ resourcePreview }: Pick<MappingPreview, "resourcePreview">) =>
  Object.fromEntries(resourcePreview.map(({ target, problems }) => [target, problems]));

eachDatabase((database) => {
  const on = useCsvRuns(database);
  const owner = { attribute: "person", field: "externalId" } as const;
  const addPerson = async () => {
    const oid = randomUUID();
    const externalId = `I-${oid.slice(0, 8)}`;
    const key = { client_id: on.directory.clientId, oid, search_key: externalId };
    await on.db
      .insertInto("identities")
      .values({ ...key, external_id: externalId })
      .execute();
    return { oid, externalId };
  };
  const valuesOf = async (oid: string) => {
    const { email, attributes } = await on.db
      .selectFrom("identities")
      .select(["email", "attributes"])
      .where("oid", "=", oid)
      .executeTakeFirstOrThrow();
    return { email, ...attributes };
  };
  // A text is part of the value, so that an empty attribute would still give one.
  const phone = inboundDraft("account/phone", "extension/phone", {
    config: {
      target: "attribute",
      kind: "Template",
      separator: "",
      template: "tel {1}{2}",
      dn: null,
    },
    attributes: [attributeSource("account/phone"), textSource("!", 1)],
  });
  const code = inboundDraft("account/phone", "extension/area", {
    mappingType: "ADVANCED",
    customCode: "values.size() == 0 ? 'none' : values[0]",
  });

  test("a lost attribute leaves its fields as they were, and the run and previews name it", async () => {
    const ann = await addPerson();
    const header = "id,login,right,person,phone,mail";
    await on.provide([`1,ann,,${ann.externalId},1,a@x.org`], header);
    await configure(on, { owner }, [phone, code, inboundDraft("account/mail", "email")]);
    await on.publish();
    expect(await on.run()).toMatchObject({ status: "done", problem: null });
    const before = { phone: "tel 1!", area: "1" };
    expect(await valuesOf(ann.oid)).toEqual({ ...before, email: "a@x.org" });

    await on.provide([`1,ann,,${ann.externalId},b@x.org`], "id,login,right,person,mail");
    const { status, problem } = await on.run();
    expect(status).toBe("done");
    expect(await valuesOf(ann.oid)).toEqual({ ...before, email: "b@x.org" });
    expect(problem?.code).toBe("attributesLost");
    for (const field of ["phone", "area"]) {
      expect(problem?.detail).toContain(
        `${field} was not set for anyone: the system no longer has the attribute account/phone`,
      );
    }

    const expected = {
      "extension/phone": { attributeMissing: 1 },
      "extension/area": { attributeMissing: 1 },
      email: {},
    };
    const preview = await immediate(on);
    expect(problemsOf(preview)).toEqual(expected);
    const [object] = preview.previewObjects;
    expect(object?.values.find(({ target }) => target === "extension/phone")).toMatchObject({
      before: ["tel 1!"],
      after: ["tel 1!"],
      problem: { code: "attributeMissing", detail: "account/phone" },
    });
    expect(problemsOf(await stored(on))).toEqual(expected);
  });
});

eachDatabase((database) => {
  const on = useCsvRuns(database, "hr");
  const mappings = [
    inboundDraft("account/number", "externalId"),
    inboundDraft("account/given", "givenName"),
    inboundDraft("account/desk", "extension/desk"),
  ];
  const people = async (start: string) =>
    (
      await on.db
        .selectFrom("identities")
        .select(["external_id", "given_name", "attributes"])
        .where("client_id", "=", on.directory.clientId)
        .where("external_id", "like", `${start}%`)
        .orderBy("external_id")
        .execute()
    ).map((row) => [row.external_id, row.given_name, row.attributes["desk"]]);

  test("an HR system that lost an attribute changes other fields only, and adds people without it", async () => {
    const start = randomUUID().slice(0, 8);
    await configure(on, {}, mappings);
    await on.provide([`1,ann,,${start}1,Ann,D1`], "id,login,right,number,given,desk");
    expect(await on.run()).toMatchObject({ status: "done", problem: null });
    await on.provide(
      [`1,ann,,${start}1,Anna`, `2,bob,,${start}2,Bob`],
      "id,login,right,number,given",
    );
    const { status, problem } = await on.run();
    expect(status).toBe("done");
    expect(problem?.detail).toContain(
      "desk was not set for anyone: the system no longer has the attribute account/desk",
    );
    expect(await people(start)).toEqual([
      [`${start}1`, "Anna", "D1"],
      [`${start}2`, "Bob", undefined],
    ]);
  });

  test("an HR system that lost the IDs of people changes nobody, and names the attribute first", async () => {
    const start = randomUUID().slice(0, 8);
    await configure(on, {}, mappings);
    await on.provide([`1,ann,,${start}1,Ann,D1`], "id,login,right,number,given,desk");
    await on.run();
    await on.provide(["1,ann,,Anna,D2"], "id,login,right,given,desk");
    const { problem } = await on.run();
    expect(problem?.detail).toMatch(
      /^Person ID was not set for anyone: the system no longer has the attribute account\/number/,
    );
    expect(await people(start)).toEqual([[`${start}1`, "Ann", "D1"]]);
  });
});

eachDatabase((database) => {
  test("a lost attribute of another system sets nothing, and does again once it is back", async () => {
    const systems = new SeveralSystems(database);
    const put = (name: "first" | "second", value: string | null) =>
      systems.put(name, "1", {
        fields: value === null ? {} : { givenName: [value] },
        number: "P1",
      });
    const expectRun = async (name: "first" | "second", problem: string, email: string) => {
      expect((await systems.run(name)).problem).toBe(problem);
      expect(await systems.people()).toMatchObject({ P1: { email } });
    };
    const source = sourceOf({ midpointUserFieldId: "givenName" });
    // It gives a value without the attribute.
    const strong = mappingOf({
      resourceSchemaId: "email",
      mappingType: "ADVANCED",
      customCode: "values.size() == 0 ? 'none' : 'mail ' + values[0] + '!'",
      attributes: [source],
    });
    const normal = mappingOf({
      resourceSchemaId: "email",
      strength: "normal",
      attributes: [source],
    });
    try {
      await systems.begin({ hr: [], first: [strong], second: [normal] }, false);
      systems.put("hr", "1", { fields: {}, number: "P1" });
      await systems.run("hr");
      systems.describe("first", ["number", "givenName"]);
      put("first", "F");
      await expectRun("first", "", "mail F!");
      put("second", "S");
      const byFirst = "a1: Email address was not used, because first sets it.";
      await expectRun("second", byFirst, "mail F!");

      systems.describe("first", ["number"]);
      put("first", null);
      const lost =
        "Email address was not set for anyone: the system no longer has the attribute account/givenName";
      expect((await systems.run("first")).problem).toContain(lost);
      put("second", "T");
      await expectRun("second", "", "T");

      // The object is the same, and counts again.
      systems.describe("first", ["number", "givenName"]);
      await expectRun("first", "", "none");
      put("first", "G");
      await expectRun("first", "", "mail G!");
    } finally {
      systems.end();
    }
  });
});
