import { expect, it } from "vitest";
import {
  getIdentity,
  listIdentityChanges,
  listIdentityEntitlements,
} from "#events/calls/identities.ts";
import { $identity, accessList, changeList } from "#src/features/identities/reportModel.ts";
import { printReport } from "#src/features/identities/printModel.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { printPageFx } from "#src/kernel/filePorts.ts";
import { createTestApp, port } from "../../support/scope.ts";
import { ANN } from "./support.ts";

it("[IDN-7] a report requests the identity and its entitlements, and holds the answers", async () => {
  const app = createTestApp();
  const user = makeUser();
  await app.signIn(user);
  await app.open("identityReport", `/identities/report/${ANN.oid}`, { userOid: ANN.oid });
  const params = { clientId: user.clients[0]?.id, identityOid: ANN.oid };
  expect(app.waiting(getIdentity)[0]?.input.params).toEqual(params);
  expect(app.waiting(listIdentityEntitlements)[0]?.input.params).toEqual(params);
  await app.reply(getIdentity, ANN);
  await app.reply(listIdentityEntitlements, halList("entitlements", []));
  expect(app.scope.getState($identity)).toMatchObject({ status: "ready", value: ANN });
  expect(app.scope.getState(accessList.$view)).toMatchObject({ status: "ready", total: 0 });
});

it("the tab of changes requests the identity and a page of its changes only", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  const path = `/identities/report/${ANN.oid}/changes`;
  await app.open("identityChanges", path, { userOid: ANN.oid });
  expect(app.waiting(getIdentity)).toHaveLength(1);
  expect(app.waiting(listIdentityEntitlements)).toEqual([]);
  expect(app.waiting(listIdentityChanges)[0]?.input).toMatchObject({
    params: { identityOid: ANN.oid },
    query: { page: 0, size: 20 },
  });
  await app.reply(listIdentityChanges, halList("changes", []));
  expect(app.scope.getState(changeList.$view)).toMatchObject({ status: "ready", total: 0 });
});

const TOTAL = 57;
const PAGE = 20;

/** A page of the entitlements that the person holds. */
const pageOf = (number: number) =>
  halList(
    "entitlements",
    Array.from({ length: Math.min(PAGE, TOTAL - number * PAGE) }, (_, at) => ({
      roleOid: uuid(100 + number * PAGE + at),
      name: `Entitlement ${number * PAGE + at}`,
      resourceName: "Core",
      accounts: ["a1"],
      paths: [],
      peerHolders: 1,
    })),
    { totalElements: TOTAL, totalPages: 3, number },
  );

it("[IDN-7] the report is printed once all rows are loaded, also if the user scrolls while they load", async () => {
  let printed = 0;
  const app = createTestApp({
    handlers: [
      port(printPageFx, () => {
        printed += 1;
      }),
    ],
  });
  await app.signIn(makeUser());
  await app.open("identityReport", `/identities/report/${ANN.oid}`, { userOid: ANN.oid });
  await app.reply(getIdentity, ANN);
  await app.reply(listIdentityEntitlements, pageOf(0));
  await app.act(printReport, {});
  await app.act(accessList.show, { first: 0, end: 12 });
  expect(printed).toBe(0);
  expect(app.waiting(listIdentityEntitlements)[0]?.input.query).toMatchObject({ page: 1 });
  // The page that scrolling made unnecessary, and the one that printing needs.
  await app.reply(listIdentityEntitlements, pageOf(1));
  await app.reply(listIdentityEntitlements, pageOf(1));
  expect(printed).toBe(0);
  await app.reply(listIdentityEntitlements, pageOf(2));
  expect(printed).toBe(1);
  await app.act(printReport, {});
  expect(printed).toBe(2);
});
