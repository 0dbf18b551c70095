/** The dialogs with the people of changes and their undo. */
import { beforeEach, expect, it } from "vitest";
import { countChangedPeople, listChangedPeople } from "#events/calls/policyChanges.ts";
import { changedPeople, openPeople } from "#src/features/policy-changes/peopleModel.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const A = { changeId: uuid(1), of: "undo" as const };
const B = { changeId: uuid(2), of: "undo" as const };

let app: TestApp;
const people = () => app.get(changedPeople.$view);
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await app.open("bulkRoleMapping", "/rbac/role-mapping/bulk");
  await app.act(openPeople, { people: A });
  await app.reply(listChangedPeople, halList("people", []));
});

it("requests the people of an undo each time its dialog opens, because a later undo changes them", async () => {
  expect(people().status).toBe("ready");
  await app.act(openPeople, { people: null });
  expect(app.waiting(listChangedPeople)).toEqual([]);
  await app.act(openPeople, { people: A });
  expect(app.waiting(listChangedPeople)).toHaveLength(1);
  expect(people().status).toBe("loading");
});

it("starts with all people of the next change", async () => {
  await app.act(changedPeople.change, { change: { show: "losing" } });
  await app.reply(listChangedPeople, halList("people", []));
  await app.act(openPeople, { people: B });
  expect(app.waiting(listChangedPeople)[0]?.input).toMatchObject({
    params: { changeId: B.changeId },
    query: { of: "undo", show: "all" },
  });
  expect(people().hasFilters).toBe(false);
  expect(app.waiting(countChangedPeople)).toEqual([]);
});
