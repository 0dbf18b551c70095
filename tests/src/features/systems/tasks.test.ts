/** The tasks of a self-certified system: listed, added and attested by its owner. */
import { expect, it } from "vitest";
import { attestTask, createTask, listTasks } from "#events/calls/systemTasks.ts";
import { getSystem } from "#events/calls/systems.ts";
import { PERMISSION_GROUPS } from "#events/rules/permissions.ts";
import "#src/features/systems/models.ts";
import { $mayAttest, attestation, taskForm } from "#src/features/systems/tasksModel.ts";
import { $mayChangeOwner } from "#src/features/systems/place.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

const ID = uuid(50);
const TASK = { taskId: uuid(51), account: "ann", details: "Remove access · ann" };

async function open(ownerId: string | null, kind = "manual", user = makeUser()) {
  const app = createTestApp();
  await app.signIn(user);
  await app.open("systemTasks", `/resources/${ID}/tasks`, { resourceId: ID });
  await app.reply(getSystem, { id: ID, resourceId: ID, name: "Badges", kind, ownerId });
  return app;
}

it("lists the open tasks of a self-certified system, and of no other", async () => {
  const app = await open(null);
  expect(app.waiting(listTasks)[0]?.input).toMatchObject({
    params: { resourceId: ID },
    query: { show: "open" },
  });
  expect((await open(null, "export")).waiting(listTasks)).toEqual([]);
});

it("the owner attests, and everybody while there is no owner", async () => {
  for (const [ownerId, may] of [
    [null, true],
    [makeUser().id, true],
    [uuid(99), false],
  ] as const) {
    expect((await open(ownerId)).get($mayAttest)).toBe(may);
  }
});

it("[PERM-33] a user who manages only this resource cannot give it another owner", async () => {
  const manager = makeUser({ resourceIds: [ID] }, PERMISSION_GROUPS.ManageOwnResources);
  for (const [ownerId, user, may] of [
    [uuid(99), manager, false],
    [manager.id, manager, true],
    [null, manager, true],
    [uuid(99), makeUser(), true],
  ] as const) {
    expect((await open(ownerId, "manual", user)).get($mayChangeOwner)).toBe(may);
  }
});

it("adds and attests a task, and reads the list again", async () => {
  const app = await open(null);
  await app.reply(listTasks, halList("tasks", []));
  await app.act(taskForm.change, { values: { account: " ann " } });
  await app.act(taskForm.submit, {});
  expect(app.waiting(createTask)[0]?.input.body).toEqual({
    action: "remove",
    account: "ann",
    note: "",
  });
  await app.reply(createTask, { account: "ann" }, { status: 201 });
  expect(app.waiting(listTasks)).toHaveLength(1);
  await app.reply(listTasks, halList("tasks", []));
  await app.act(attestation.open, { subject: TASK });
  await app.act(attestation.confirm, {});
  expect(app.waiting(attestTask)[0]?.input.params).toMatchObject({ taskId: TASK.taskId });
  await app.reply(attestTask, { account: "ann" });
  expect(app.waiting(listTasks)).toHaveLength(1);
});
