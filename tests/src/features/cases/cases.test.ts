import { describe, expect, it } from "vitest";
import { changeCases, listCases, listCasesForReport } from "#events/calls/cases.ts";
import { message } from "#events/messages/message.ts";
import { $cases, caseList, casesForm } from "#src/features/cases/model.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { CASE } from "./support.ts";

const NONE = { size: 0, totalElements: 0, totalPages: 0, number: 0 };

it("[IDN-6] [IDN-10] has cases, casesForReport and pageInfo, which starts with zeros", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  expect(app.scope.getState($cases)).toEqual({ cases: [], casesForReport: [], pageInfo: NONE });
  await app.open("cases", "/cases");
  const page = { size: 20, totalElements: 1, totalPages: 1, number: 0 };
  const list = { _embedded: { cases: [CASE] }, page };
  await app.reply(listCases, list);
  const listed = { cases: [CASE], casesForReport: [], pageInfo: page };
  expect(app.scope.getState($cases)).toEqual(listed);
  await app.open("identityReport", `/identities/report/${uuid(2)}`, { userOid: uuid(2) });
  await app.reply(listCasesForReport, list);
  expect(app.scope.getState($cases)).toEqual({ ...listed, casesForReport: [CASE] });
});

it("[IDN-8] the address filters cases by owner, finding and overdue, and one call changes the selected cases", async () => {
  const app = createTestApp();
  const user = makeUser();
  await app.signIn(user);
  await app.open("cases", "/cases?owner=me&kind=outsidePolicy&due=overdue");
  const filters = {
    show: "unsettled",
    kind: "outsidePolicy",
    ownerId: user.id,
    overdue: "true",
  };
  expect(app.waiting(listCases)[0]?.input.query).toMatchObject(filters);
  const page = { size: 100, totalElements: 2, totalPages: 1, number: 0 };
  await app.reply(listCases, { _embedded: { cases: [CASE, { ...CASE, id: uuid(9) }] }, page });
  await app.act(caseList.select, { selection: { all: true, ids: [uuid(9)] } });
  await app.act(casesForm.toggle, { open: true });
  await app.act(casesForm.change, { values: { action: "assign", ownerId: user.id } });
  await app.act(casesForm.submit, {});
  expect(app.waiting(changeCases)[0]?.input.body).toEqual({
    all: true,
    ids: [uuid(9)],
    filters,
    change: { ownerId: user.id },
  });
  await app.reply(changeCases, { changed: 1, unchanged: 0 });
  expect(app.get(caseList.$view).selection).toEqual({ all: false, ids: [] });
  expect(app.waiting(listCases)).toHaveLength(1);
});

describe("the dialog that changes the selected cases", () => {
  const openDialog = async () => {
    const app = createTestApp();
    await app.signIn(makeUser());
    await app.open("cases", "/cases");
    const page = { size: 100, totalElements: 1, totalPages: 1, number: 0 };
    await app.reply(listCases, { _embedded: { cases: [CASE] }, page });
    await app.act(caseList.select, { selection: { all: false, ids: [CASE.id] } });
    await app.act(casesForm.toggle, { open: true });
    return app;
  };

  it("[IDN-8] assigns cases only to a chosen user", async () => {
    const app = await openDialog();
    await app.act(casesForm.change, { values: { action: "assign" } });
    await app.act(casesForm.submit, {});
    expect(app.waiting(changeCases)).toEqual([]);
    expect(app.get(casesForm.$view)?.problems).toEqual({
      ownerId: message("cases.ownerRequired"),
    });
  });

  it("[IDN-8] removes the owner by a separate action", async () => {
    const app = await openDialog();
    await app.act(casesForm.change, { values: { action: "unassign", ownerId: uuid(7) } });
    await app.act(casesForm.submit, {});
    expect(app.waiting(changeCases)[0]?.input).toHaveProperty("body.change", { ownerId: null });
  });

  it("[IDN-8] shows a refused owner at its field", async () => {
    const app = await openDialog();
    await app.act(casesForm.change, { values: { action: "assign", ownerId: uuid(7) } });
    await app.act(casesForm.submit, {});
    const fields = [{ path: "/body/change/ownerId", message: "Only an active user" }];
    await app.fail(changeCases, { status: 400, code: "EINVALID", fields });
    expect(app.get(casesForm.$view)?.problems).toMatchObject({
      ownerId: { params: { text: "Only an active user" } },
    });
  });
});
