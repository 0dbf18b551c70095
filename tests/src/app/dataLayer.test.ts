/** What an analytics container receives of an app's events. */
import { beforeEach, describe, expect, it } from "vitest";
import { getOrg } from "#events/calls/orgs.ts";
import { getAdminInfo, getCurrentUser, getPublicInfo, logout } from "#events/calls/session.ts";
import "#src/app/dataLayer.ts";
import { startApp } from "#src/app/model.ts";
import { orgCall } from "#src/data/orgs/model.ts";
import { chooseClient, signOut } from "#src/data/session/index.ts";
import { makeClient, makeUser, uuid } from "../support/fixtures.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";

const NORTH = makeClient({ id: uuid(11), name: "North Bank", city: "Oslo", address: "Quay 1" });
const SOUTH = makeClient({ id: uuid(12), name: "South Bank" });
const USER = makeUser({
  client: NORTH,
  clients: [NORTH, SOUTH],
  email: "ada@north.example",
  phoneNumber: "555-0100",
});

let app: TestApp;
const entries = () => app.dataLayer.map(({ entry }) => entry);

async function start(gtmContainerId: string | null) {
  app = createTestApp();
  await app.act(startApp, { version: "1", path: "/dashboard", debugStore: false });
  await app.reply(getPublicInfo, {
    sessionKeepAliveTimeoutThreshold: 300_000,
    gtmContainerId,
    ssoEnabled: false,
    passwordEnabled: true,
  });
  await app.reply(getAdminInfo, {
    supportRequestsUrl: null,
    requestFormUrl: null,
    midpointURI: null,
    accessRoleArchTypeOID: null,
  });
  await app.reply(getCurrentUser, USER);
}

/** Fails the fetch of an org. */
async function fail(failure: { status: number | null; code: string; message: string }) {
  await app.act(orgCall.start, { params: { clientId: NORTH.id, oid: uuid(9) }, cause: null });
  await app.fail(getOrg, failure);
}

describe("with a container", () => {
  beforeEach(() => start("GTM-TEST"));

  it("[ANA-1] [ANA-2] gets the name and the id of the current client", async () => {
    expect(app.dataLayer).toEqual([
      { containerId: "GTM-TEST", entry: { clientId: NORTH.id, clientName: "North Bank" } },
    ]);
    await app.act(chooseClient, { clientId: SOUTH.id });
    expect(entries().at(-1)).toEqual({ clientId: SOUTH.id, clientName: "South Bank" });
  });

  it("[ANA-3] gets nothing else about client and user, and nothing twice", async () => {
    await app.signIn({ ...USER, givenName: "Grace" });
    await app.act(signOut, { userTimedOut: false, cause: null });
    await app.reply(logout, { userTimedOut: false });
    expect(entries()).toEqual([
      { clientId: NORTH.id, clientName: "North Bank" },
      { clientId: null, clientName: null },
    ]);
  });

  it("[ANA-4] gets EBADCSRFTOKEN as an error with code 403", async () => {
    await fail({ status: 403, code: "EBADCSRFTOKEN", message: "The token is not valid" });
    expect(entries().at(-1)).toEqual({
      event: "error",
      code: 403,
      message: "The token is not valid",
    });
  });

  it("[ANA-5] gets a network failure without a response as an error with code 500 and the message", async () => {
    await fail({ status: null, code: "ENETWORK", message: "Failed to fetch" });
    expect(entries().at(-1)).toEqual({ event: "error", code: 500, message: "Failed to fetch" });
  });

  it.each([
    { status: 404, code: "ENOTFOUND", message: "Org not found" },
    { status: null, code: "ECANCELLED", message: "The request was cancelled." },
  ])("does not get $code, which only the user sees", async (failure) => {
    await fail(failure);
    expect(entries()).toHaveLength(1);
  });
});

it("nothing is pushed without a container", async () => {
  await start(null);
  await app.act(chooseClient, { clientId: SOUTH.id });
  await fail({ status: null, code: "ENETWORK", message: "Failed to fetch" });
  await fail({ status: 403, code: "EBADCSRFTOKEN", message: "The token is not valid" });
  await app.act(signOut, { userTimedOut: false, cause: null });
  await app.reply(logout, { userTimedOut: false });
  expect(app.dataLayer).toEqual([]);
});
