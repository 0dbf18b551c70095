// @vitest-environment happy-dom
/** The preview of the edited mapping over all objects, while it loads, after it failed, and while another one runs. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { getLatestPreview } from "#events/calls/mappings.ts";
import { EditedPreview } from "#src/features/field-mapping/EditedPreview.tsx";
import { mappingForm } from "#src/features/field-mapping/formModel.ts";
import "#src/features/field-mapping/models.ts";
import { $fieldMapping } from "#src/features/field-mapping/place.ts";
import { mappingOf, sourceOf } from "../../../events/rules/mappings/support.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { ID, previewOf, replyMappings } from "./support.ts";

afterEach(cleanup);

const MAPPING = mappingOf({
  id: uuid(61),
  resourceId: ID,
  direction: "inbound",
  resourceSchemaId: null,
  midpointUserFieldId: "username",
  attributes: [sourceOf({ resourceSchemaId: "account/login" })],
});
const { id: mappingId, resourceId: _resource, ...DRAFT } = MAPPING;
async function open() {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("fieldMappingEdit", `/resources/${ID}/field-mapping/inbound/edit/${mappingId}`, {
    resourceId: ID,
    direction: "inbound",
    mappingId,
  });
  await replyMappings(app, [MAPPING]);
  const all = app.get($fieldMapping);
  if (all === null) throw new Error("nothing is loaded");
  render(
    <Provider value={app.scope}>
      <EditedPreview all={all} mayUpdate />
    </Provider>,
  );
  return app;
}

const start = () => screen.getByRole("button", { name: "Preview all objects" });
const isIdle = () => start().getAttribute("aria-disabled") === "true";

it("cannot start before the latest preview has loaded, and can load it again", async () => {
  const app = await open();
  expect(isIdle()).toBe(true);
  expect(screen.queryByText("No preview yet.")).toBeNull();
  await act(() => app.fail(getLatestPreview));
  expect(screen.getByText("The preview could not be loaded")).toBeDefined();
  expect(isIdle()).toBe(true);
  await act(async () => {
    screen.getByRole("button", { name: "Try again" }).click();
    await app.settle();
  });
  await act(() => app.reply(getLatestPreview, { preview: null }));
  expect(screen.getByText("No preview yet.")).toBeDefined();
  expect(isIdle()).toBe(false);
});

it("waits for another running preview, and cannot cancel it", async () => {
  const app = await open();
  await act(() => app.reply(getLatestPreview, { preview: previewOf({ status: "running" }) }));
  expect(screen.getByText("Another preview is running.")).toBeDefined();
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.queryByRole("button", { name: "Cancel preview" })).toBeNull();
  expect(isIdle()).toBe(true);
});

it("shows the progress of its own preview, and can cancel it", async () => {
  const app = await open();
  const edited = { mapping: DRAFT, mappingId };
  await act(() =>
    app.reply(getLatestPreview, { preview: previewOf({ status: "running", edited }) }),
  );
  expect(screen.getByRole("progressbar")).toBeDefined();
  expect(screen.getByRole("button", { name: "Cancel preview" })).toBeDefined();
});

it("says that an incomplete mapping must be completed first", async () => {
  const app = await open();
  await act(() => app.reply(getLatestPreview, { preview: null }));
  await act(() => app.act(mappingForm.change, { values: { attributes: [] } }));
  expect(screen.getByText("Complete the mapping to see what it gives.")).toBeDefined();
  expect(isIdle()).toBe(true);
});
