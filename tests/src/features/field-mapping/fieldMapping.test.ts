/** What the screens of field mapping hold of a system, and the errors of refused changes. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  createMapping,
  deleteMapping,
  generatePreview,
  getLatestPreview,
  getResourceSchema,
  listMappings,
  listMidpointUserFields,
  patchPreview,
  previewMappings,
  updateMapping,
} from "#events/calls/mappings.ts";
import type { EditedMapping, Mapping, MappingPreview } from "#events/entities/mapping.ts";
import type { AnyCall } from "#events/kernel/call.ts";
import {
  mappingDeletion,
  mappingForm,
  newMappingForm,
} from "#src/features/field-mapping/formModel.ts";
import { $live, $object } from "#src/features/field-mapping/liveModel.ts";
import "#src/features/field-mapping/models.ts";
import { $fieldMapping, $mappings } from "#src/features/field-mapping/place.ts";
import {
  $ofEdited,
  cancelPreview,
  includesUnsaved,
  wantEditedPreview,
} from "#src/features/field-mapping/previewModel.ts";
import { english } from "../../../support/english.ts";
import { json, networkOf } from "../../support/fakeServer.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { ID, previewOf, replyMappings, SCHEMA } from "./support.ts";

const PATH = `/resources/${ID}/field-mapping`;

const mapping = (n: number, more: Partial<Mapping> = {}): Mapping => ({
  id: uuid(60 + n),
  resourceId: ID,
  direction: "inbound",
  strength: "strong",
  customCode: "",
  resourceSchemaId: null,
  midpointUserFieldId: "username",
  authoritative: true,
  tolerant: true,
  mappingType: "STANDARD",
  condition: "",
  config: { target: "attribute", kind: "Basic", separator: "", template: "", dn: null },
  locked: false,
  iterationToken: false,
  attributes: [
    {
      id: uuid(80 + n),
      mappingId: uuid(60 + n),
      type: "FIELD",
      midpointUserFieldId: null,
      resourceSchemaId: "account/login",
      staticContent: "",
      position: 0,
      formats: [],
    },
  ],
  ...more,
});
const INBOUND = mapping(1);
const OUTBOUND = mapping(2, {
  direction: "outbound",
  midpointUserFieldId: null,
  resourceSchemaId: "account/login",
});
const PREVIEW: MappingPreview = {
  resourcePreview: [],
  previewCount: 1,
  previewObjects: [
    {
      id: "1",
      name: "ann",
      values: [
        {
          target: "username",
          mappingIds: [INBOUND.id],
          before: [],
          after: ["ann"],
          problem: null,
        },
      ],
    },
  ],
  totalCount: 1,
};

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
});

const load = () => replyMappings(app, [INBOUND, OUTBOUND]);
const openList = async (direction: string) => {
  await app.open("fieldMappingDirection", `${PATH}/${direction}`, {
    resourceId: ID,
    "*": direction,
  });
  await load();
};
const openMapping = async () => {
  await app.open("fieldMappingEdit", `${PATH}/inbound/edit/${INBOUND.id}`, {
    resourceId: ID,
    direction: "inbound",
    mappingId: INBOUND.id,
  });
  await load();
};

describe("field mapping", () => {
  it("[MAP-15] holds the resource, the display name of the system, the direction and its mappings", async () => {
    await openList("inbound");
    expect(app.get($fieldMapping)).toMatchObject({
      resourceId: ID,
      systemDisplayName: "Payroll",
      direction: "inbound",
      midpointUserFieldId: null,
      mappings: [INBOUND],
    });
    await openList("out");
    expect(app.get($fieldMapping)).toMatchObject({ direction: "outbound", mappings: [OUTBOUND] });
  });

  it("[MAP-15] holds the field that the edited mapping sets", async () => {
    await openMapping();
    expect(app.get($fieldMapping)?.midpointUserFieldId).toBe("username");
  });

  it("[MAP-16] [MAP-20] holds the schema of the resource, and waits for it", async () => {
    await app.open("fieldMapping", PATH, { resourceId: ID });
    expect(app.waiting(getResourceSchema)[0]?.input.params).toMatchObject({ resourceId: ID });
    expect(app.get($fieldMapping)).toBeNull();
    await load();
    expect(app.get($fieldMapping)?.resourceSchema).toEqual(SCHEMA);
  });

  it("[MAP-17] holds the objects of the preview of the edited mapping", async () => {
    await openMapping();
    expect(app.waiting(previewMappings)[0]?.input).toMatchObject({
      params: { resourceId: ID },
      body: { direction: "inbound", mappingId: INBOUND.id, contains: "" },
    });
    await app.reply(previewMappings, PREVIEW);
    expect(app.get($live).value?.previewObjects).toEqual(PREVIEW.previewObjects);
    expect(app.get($object)?.id).toBe("1");
  });

  it("[MAP-19] has a call to list, add, save and delete mappings, and one for the fields", async () => {
    await openMapping();
    const sent = app.sent.map(({ call }) => call);
    expect(sent).toContain(listMappings);
    expect(sent).toContain(listMidpointUserFields);
    await app.act(mappingForm.change, { values: { strength: "weak" } });
    await app.act(mappingForm.submit, {});
    expect(app.waiting(updateMapping)[0]?.input).toMatchObject({
      params: { resourceId: ID, mappingId: INBOUND.id },
      body: { version: 7, mapping: { strength: "weak" } },
    });
    const saved = { ...INBOUND, strength: "weak" };
    await app.reply(updateMapping, { mapping: saved, version: 8 });
    expect(app.get($mappings).value?.mappings).toEqual([saved, OUTBOUND]);
    await app.act(mappingDeletion.open, { subject: { id: INBOUND.id, name: "Username" } });
    await app.act(mappingDeletion.confirm, {});
    expect(app.waiting(deleteMapping)[0]?.input.body).toEqual({ version: 8 });
  });
});

describe("a preview of all objects", () => {
  it("runs over the mapping as it is edited, shows its progress and can be cancelled", async () => {
    await openMapping();
    await app.reply(getLatestPreview, { preview: null });
    await app.act(mappingForm.change, { values: { strength: "weak" } });
    await app.act(wantEditedPreview, {});
    const { body } = app.waiting(generatePreview)[0]?.input ?? {};
    expect(body).toMatchObject({
      direction: "inbound",
      mappingId: INBOUND.id,
      mapping: { strength: "weak", midpointUserFieldId: "username" },
    });
    const { mapping, mappingId } = body as EditedMapping;
    const edited = { mapping, mappingId };
    const running = previewOf({ status: "running", edited });
    await app.reply(generatePreview, running);
    await app.reply(getLatestPreview, { preview: running });
    expect(app.get($ofEdited)).toMatchObject({ preview: { id: running.id }, isCurrent: true });
    await app.act(cancelPreview, {});
    expect(app.waiting(patchPreview)[0]?.input).toMatchObject({
      params: { previewId: running.id },
      body: [{ op: "replace", path: "/status", value: "cancelled" }],
    });
  });

  it("is out of date after the mapping changed, and is not shown for another mapping", async () => {
    const { id: mappingId, resourceId: _resource, ...mapping } = INBOUND;
    await openMapping();
    await app.reply(getLatestPreview, { preview: previewOf({ edited: { mapping, mappingId } }) });
    expect(app.get($ofEdited)?.isCurrent).toBe(true);
    await app.act(mappingForm.change, { values: { condition: "active" } });
    expect(app.get($ofEdited)?.isCurrent).toBe(false);
    await app.act(mappingForm.change, { values: { condition: "" } });
    expect(app.get($ofEdited)?.isCurrent).toBe(true);
    await app.open("fieldMappingAdd", `${PATH}/inbound/add`, {
      resourceId: ID,
      direction: "inbound",
    });
    expect(app.get($ofEdited)).toBeNull();
  });

  it("is not shown for a new mapping of another field", async () => {
    const { id: _id, resourceId: _resource, ...mapping } = INBOUND;
    const path = (target: string) => `${PATH}/inbound/add?open=${target}`;
    const params = { resourceId: ID, direction: "inbound" };
    await openMapping();
    const edited = { mapping, mappingId: null };
    await app.reply(getLatestPreview, { preview: previewOf({ edited }) });
    await app.open("fieldMappingAdd", path("email"), params);
    expect(app.get($ofEdited)).toBeNull();
    await app.open("fieldMappingAdd", path("username"), params);
    expect(app.get($ofEdited)).toMatchObject({ preview: { id: uuid(90) } });
  });

  it("includes no unsaved mapping once that mapping is saved", () => {
    const { id: mappingId, resourceId: _resource, ...saved } = INBOUND;
    const edited = { mapping: { ...saved, strength: "weak" as const }, mappingId };
    expect(includesUnsaved(edited, [INBOUND])).toBe(true);
    expect(includesUnsaved(edited, [{ ...INBOUND, strength: "weak" }])).toBe(false);
  });
});

describe("a refused change", () => {
  const TOLD = "The value of “login” is reserved.";
  /** The server answers with a general message and a specific `errors` value. */
  const refuse = (call: AnyCall) =>
    app.answer(call, (input) =>
      networkOf([json({ code: "ECONFLICT", message: "Conflict", errors: TOLD }, 409)]).run(
        call,
        input,
      ),
    );

  it("[MAP-26] of a new mapping keeps the errors value as its error message", async () => {
    refuse(createMapping);
    const params = { resourceId: ID, direction: "inbound" };
    await app.open("fieldMappingAdd", `${PATH}/inbound/add?open=username`, params);
    await load();
    const { attributes } = INBOUND;
    await app.act(newMappingForm.change, {
      values: { attributes: attributes.map(({ id: _id, mappingId: _mapping, ...draft }) => draft) },
    });
    await app.act(newMappingForm.submit, {});
    expect(english(app.get(newMappingForm.$view)?.failure?.reason)).toBe(TOLD);
  });

  it("[MAP-27] of a mapping keeps the errors value as its error message", async () => {
    refuse(updateMapping);
    await openMapping();
    await app.act(mappingForm.change, { values: { strength: "weak" } });
    await app.act(mappingForm.submit, {});
    expect(english(app.get(mappingForm.$view)?.failure?.reason)).toBe(TOLD);
  });

  it("[MAP-28] a deletion keeps the errors value as its error message", async () => {
    refuse(deleteMapping);
    await openMapping();
    await app.act(mappingDeletion.open, { subject: { id: INBOUND.id, name: "Username" } });
    await app.act(mappingDeletion.confirm, {});
    expect(english(app.get(mappingDeletion.$view)?.failure?.reason)).toBe(TOLD);
  });
});
