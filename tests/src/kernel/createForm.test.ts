/** Forms: a draft over saved values that is sent, refused, changed elsewhere or left. */
import { Type } from "typebox";
import { beforeEach, describe, expect, it } from "vitest";
import { Text } from "#events/entities/common.ts";
import { defineCall } from "#events/kernel/call.ts";
import { defineEvent } from "#events/kernel/event.ts";
import { defineForm } from "#events/kernel/form.ts";
import { message } from "#events/messages/message.ts";
import { createCall } from "#src/kernel/calls.ts";
import { createForm } from "#src/kernel/createForm.ts";
import { $unsaved } from "#src/kernel/navigation.ts";
import { createProjection } from "#src/kernel/projection.ts";
import { createAction } from "#src/kernel/recorder.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";
import { notificationsOf } from "../support/told.ts";
import { said } from "../../support/english.ts";

const Pet = Type.Object({ name: Text, address2: Text });
const responses = { 200: Pet };
const body = Pet;
const savePet = defineCall({
  name: "pets/savePet",
  method: "PUT",
  endpoint: "/api/pet",
  permission: "signedIn",
  schema: { body, responses },
});
const addPet = defineCall({
  name: "pets/addPet",
  method: "POST",
  endpoint: "/api/pets",
  permission: "signedIn",
  schema: { body, responses },
});
const lockPet = defineCall({
  name: "pets/lockPet",
  method: "POST",
  endpoint: "/api/pet/lock",
  permission: "signedIn",
  schema: { body: Type.Object({ name: Text, pin: Text }), responses },
});

const petLoaded = defineEvent("pets/loaded", 1, Pet);
const load = createAction(petLoaded);
const petChosen = defineEvent("pets/chosen", 1, Type.Object({ name: Text }));
const choose = createAction(petChosen);
type Pet = { name: string; address2: string };
const $pet = createProjection<Pet | null>("pets/pet", null, (on) => [
  on(petLoaded, (_pet, pet) => pet),
  on(savePet.succeeded, (_pet, answer) => answer.body),
]);

const texts = {
  failedMessage: ({ name }: { name: string }, reason: ReturnType<typeof message>) =>
    message("users.notSaved", { username: name, reason }),
};
const checkName = ({ name }: { name: string }) => ({
  name: name === "" ? message("users.taken") : null,
});
const $source = $pet.map((pet) => pet && "client");

const petForm = createForm(defineForm("pets/edit", Pet), {
  saved: $pet,
  call: createCall(savePet),
  routes: ["pets"],
  source: $source,
  check: checkName,
  request: (values) => ({ body: values }),
  savedMessage: ({ body: { name } }) => message("users.saved", { username: name }),
  ...texts,
});
const newPetForm = createForm(defineForm("pets/newPet", Pet), {
  saved: { name: "", address2: "" },
  call: createCall(addPet),
  routes: ["pets"],
  inDialog: true,
  guard: true,
  startsOn: petChosen,
  source: $source,
  check: checkName,
  request: (values) => ({ body: values }),
  ...texts,
});
const lockForm = createForm(defineForm("pets/lock", Type.Object({ name: Text }), ["pin"]), {
  saved: $pet.map((pet) => pet && { name: pet.name }),
  call: createCall(lockPet),
  routes: ["pets"],
  source: $source,
  check: (_values, _source, { pin }) => ({ pin: pin === "" ? message("users.taken") : null }),
  request: ({ name }, _source, _saved, { pin }) => ({ body: { name, pin } }),
  ...texts,
});

const REX: Pet = { name: "Rex", address2: "" };

let app: TestApp;
const view = () => app.get(petForm.$view);
const notes = () => notificationsOf(app).map(({ message: text }) => text);
const type = (values: Partial<Pet>) => app.act(petForm.change, { values });
const submit = () => app.act(petForm.submit, {});
const bodies = () => app.waiting(savePet).map(({ input }) => input.body);
beforeEach(async () => {
  app = createTestApp();
  await app.open("pets", "/pets/1");
  await app.act(load, REX);
});

describe("a draft", () => {
  it("overlays the saved values, which are unknown at first", async () => {
    const empty = createTestApp();
    expect(empty.get(petForm.$view)).toBeNull();
    expect(view()).toMatchObject({ values: REX, changed: [], isBusy: false });
    await type({ name: "Max" });
    expect(view()).toMatchObject({ values: { ...REX, name: "Max" }, saved: REX });
    expect(view()?.changed).toEqual(["name"]);
    await app.act(load, { name: "Rex II", address2: "Yard" });
    expect(view()?.values).toEqual({ name: "Max", address2: "Yard" });
  });

  it("is unchanged when the saved value is typed again, and then is not sent", async () => {
    await type({ name: "Max" });
    await type({ name: "Rex" });
    expect(view()?.changed).toEqual([]);
    await submit();
    expect(bodies()).toEqual([]);
  });

  it("ends when it is discarded or another screen opens, and stays on its own screen", async () => {
    await type({ name: "Max" });
    await app.open("pets", "/pets/1?tab=2");
    expect(view()?.values.name).toBe("Max");
    await app.act(petForm.discard, {});
    expect(view()?.values).toEqual(REX);
    await type({ name: "Max" });
    await app.open("pets", "/pets/2");
    expect(view()?.values).toEqual(REX);
  });

  it("survives closing and reopening a dialog, and ends when another screen opens", async () => {
    await app.act(newPetForm.toggle, { open: true });
    await app.act(newPetForm.change, { values: { name: "Tom" } });
    await app.act(newPetForm.toggle, { open: false });
    expect(app.get(newPetForm.$view)).toMatchObject({ isOpen: false, values: { name: "Tom" } });
    await app.act(newPetForm.toggle, { open: true });
    await app.open("other", "/other");
    expect(app.get(newPetForm.$view)).toMatchObject({ isOpen: false, values: { name: "" } });
  });

  it("ends when the form starts for another subject, and the form stays open", async () => {
    await app.act(newPetForm.toggle, { open: true });
    await app.act(newPetForm.change, { values: { name: "Tom" } });
    await app.act(choose, { name: "Rex" });
    expect(app.get(newPetForm.$view)).toMatchObject({ isOpen: true, values: { name: "" } });
  });
});

describe("a submit", () => {
  it("sends nothing while a rule fails, and shows the error until the field changes", async () => {
    await type({ name: "", address2: "Yard" });
    await submit();
    expect(bodies()).toEqual([]);
    expect(view()?.problems).toEqual({ name: { code: "users.taken" } });
    await type({ address2: "Garden" });
    expect(view()?.problems).toEqual({ name: { code: "users.taken" } });
    await type({ name: "M" });
    expect(view()?.problems).toEqual({});
  });

  it("sends the values once, removes them from the draft and keeps later input", async () => {
    await type({ name: "Max" });
    await submit();
    await submit();
    expect(bodies()).toEqual([{ name: "Max", address2: "" }]);
    expect(view()?.isBusy).toBe(true);
    await type({ address2: "Yard" });
    await app.reply(savePet, { name: "Max", address2: "" });
    expect(view()).toMatchObject({ values: { name: "Max", address2: "Yard" }, isBusy: false });
    expect(view()?.changed).toEqual(["address2"]);
    expect(notes()).toEqual(["Max was saved."]);
  });

  it("of another screen sends nothing", async () => {
    await type({ name: "Max" });
    await app.open("other", "/other");
    await submit();
    expect(bodies()).toEqual([]);
  });

  it("closes the dialog of a saved form, also one that sends unchanged values", async () => {
    await app.act(newPetForm.toggle, { open: true });
    await app.act(newPetForm.change, { values: { name: "Tom" } });
    await app.act(newPetForm.submit, {});
    await app.reply(addPet, { name: "Tom", address2: "" });
    expect(app.get(newPetForm.$view)).toMatchObject({ isOpen: false, values: { name: "" } });
    expect(notes()).toEqual([]);
  });
});

describe("a failed save", () => {
  const save = async () => {
    await type({ name: "Max" });
    await submit();
  };
  const problem = (path: string) => ({ path, message: "must be shorter" });
  const failWith = (...paths: readonly string[]) =>
    app.fail(savePet, { status: 400, code: "EINVALID", fields: paths.map(problem) });

  it("keeps the draft and its reason until the next submit", async () => {
    await save();
    await app.fail(savePet, { status: 503, code: "EUNAVAILABLE", message: "Out of reach" });
    expect(view()).toMatchObject({
      values: { name: "Max" },
      failure: { reason: said("Out of reach") },
    });
    expect(notes()).toEqual([]);
    await submit();
    expect(view()?.failure).toBeNull();
    expect(bodies()).toHaveLength(1);
  });

  it("shows errors at the fields that it names", async () => {
    await save();
    await failWith("/body/name", "/body/address2");
    expect(Object.keys(view()?.problems ?? {})).toEqual(["name", "address2"]);
    expect(view()?.failure).toBeNull();
  });

  it("shows its error above the form if it names none of its fields", async () => {
    await save();
    await failWith("/body/owner");
    expect(view()?.problems).toEqual({});
    expect(view()?.failure?.fields).toEqual([
      { path: "/body/owner", reason: said("must be shorter") },
    ]);
  });

  it("because of a concurrent change keeps the draft over the newer values", async () => {
    await save();
    await app.fail(savePet, { status: 409, code: "ECONFLICT", message: "Changed" });
    await app.act(load, { name: "Rex II", address2: "Yard" });
    expect(view()).toMatchObject({
      values: { name: "Max", address2: "Yard" },
      saved: { name: "Rex II", address2: "Yard" },
      failure: { code: "ECONFLICT" },
    });
  });

  it("is notified only if the form was left", async () => {
    await save();
    await app.open("other", "/other");
    await app.fail(savePet, { status: 503, code: "EUNAVAILABLE", message: "Out of reach" });
    expect(notes()).toEqual(["Max was not saved: Out of reach."]);
    await app.open("pets", "/pets/1");
    expect(view()?.failure).toBeNull();
  });

  it("because the session has ended is not reported by the form", async () => {
    await save();
    await app.fail(savePet, { status: 401, code: "EBADSESSION", message: "Ended" });
    expect(view()?.failure).toBeNull();
  });
});

describe("the guard of unsaved work", () => {
  it("covers each of several forms", async () => {
    await type({ name: "Max" });
    expect(app.get($unsaved)).toBe(true);
    await app.act(newPetForm.change, { values: { name: "Tom" } });
    await app.act(newPetForm.discard, {});
    expect(app.get($unsaved)).toBe(true);
    await app.act(petForm.discard, {});
    expect(app.get($unsaved)).toBe(false);
  });

  it("resets when another screen opens, and guards the next draft", async () => {
    await type({ name: "Max" });
    await app.open("other", "/other");
    expect(app.get($unsaved)).toBe(false);
    await app.open("pets", "/pets/1");
    await type({ name: "Max" });
    expect(app.get($unsaved)).toBe(true);
  });
});

describe("secrets", () => {
  const lock = (pin: string) => app.act(lockForm.submit, { pin });

  it("are sent with unchanged values and never recorded", async () => {
    await lock("1234");
    expect(app.waiting(lockPet)[0]?.input.body).toEqual({ name: "Rex", pin: "1234" });
    const submitted = app.log.find(({ type: name }) => name === "pets/lockSubmitted");
    expect(submitted?.payload).toEqual({});
  });

  it("are validated, and show the server's errors at their fields", async () => {
    await lock("");
    expect(app.waiting(lockPet)).toEqual([]);
    expect(app.get(lockForm.$view)?.problems).toEqual({ pin: { code: "users.taken" } });
    await lock("1");
    const fields = [{ path: "/body/pin", message: "must be longer" }];
    await app.fail(lockPet, { status: 400, code: "EINVALID", fields });
    expect(Object.keys(app.get(lockForm.$view)?.problems ?? {})).toEqual(["pin"]);
  });

  it("are cleared after a successful save only", async () => {
    expect(app.get(lockForm.$view)?.savedId).toBeNull();
    await lock("1234");
    await app.fail(lockPet);
    expect(app.get(lockForm.$view)?.savedId).toBeNull();
    await lock("1234");
    await app.reply(lockPet, REX);
    expect(app.get(lockForm.$view)?.savedId).not.toBeNull();
  });
});
