/** Granting access to a system at its provider: the way there, and the return with its answer. */
import { describe, expect, it } from "vitest";
import { authorizeConnector, finishAuthorization } from "#events/calls/connectors.ts";
import { getConfiguration } from "#events/calls/systems.ts";
import {
  $authorizationProblem,
  $isFinishing,
  authorize,
} from "#src/features/systems/authorizationModel.ts";
import "#src/features/systems/models.ts";
import type { GrantReply } from "#src/kernel/grantPorts.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

const ID = uuid(50);
const PATH = `/resources/${ID}/configuration`;

async function open(grantReply: GrantReply | null = null) {
  const app = createTestApp({ grantReply });
  await app.signIn(makeUser());
  await app.open("systemConfiguration", PATH, { resourceId: ID });
  return app;
}

describe("the authorization of a system", () => {
  it("[CONN-19] leaves for the returned URL, which is not recorded", async () => {
    const app = await open();
    await app.act(authorize, {});
    await app.reply(authorizeConnector, { url: "https://id.example/auth?state=the-state" });
    expect(app.left).toEqual(["https://id.example/auth?state=the-state"]);
    expect(JSON.stringify(app.log)).not.toContain("the-state");
  });

  it("[CONN-24] keeps the response error", async () => {
    const app = await open();
    await app.act(authorize, {});
    await app.fail(authorizeConnector, { status: 409, code: "ECONFLICT", message: "Not now" });
    expect(app.get($authorizationProblem)?.failure).toMatchObject({ code: "ECONFLICT" });
    await app.act(authorize, {});
    expect(app.get($authorizationProblem)).toBeNull();
    expect(app.left).toEqual([]);
  });

  it("finishes with the answer of the provider, once, and reads the configuration again", async () => {
    const app = await open({ kind: "code", state: "the-state", code: "the-code" });
    expect(app.waiting(finishAuthorization)[0]?.input).toMatchObject({
      params: { resourceId: ID },
      body: { state: "the-state", code: "the-code" },
    });
    expect(app.get($isFinishing)).toBe(true);
    const before = app.sent.filter(({ call }) => call === getConfiguration).length;
    await app.reply(finishAuthorization, {});
    expect(app.waiting(finishAuthorization)).toEqual([]);
    expect(app.sent.filter(({ call }) => call === getConfiguration).length).toBeGreaterThan(before);
    expect(JSON.stringify(app.log)).not.toMatch(/the-state|the-code/);
  });

  it("shows that the provider denied access, and asks the server nothing", async () => {
    const app = await open({ kind: "error", error: "access_denied" });
    expect(app.get($authorizationProblem)).toEqual({ failure: null, error: "access_denied" });
    expect(app.waiting(finishAuthorization)).toEqual([]);
  });
});
