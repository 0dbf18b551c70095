/** The integration test of connected systems, and authorizations. */
import { describe, expect, test } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { oneDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { GOOD_CODE, OAUTH_ID, redeemed } from "../support/oauthConnector.ts";
import { behaviour, SECRET } from "./directoryConnector.ts";
import { addSystem, configureCsv, pathOf } from "./support.ts";
import { done, statuses, useSystemsApi } from "./systemsApi.ts";

oneDatabase((database) => {
  const { place, get, put, auditOf, limits, addDirectory } = useSystemsApi(database);

  describe("[RES-13] the integration test", () => {
    test("reports the passed steps, and is stored", async () => {
      const { path } = await addDirectory();
      const passed = ["resolve", "connect", "secure", "signIn", "find", "read"];
      expect((await place.owner.post(`${path}/test`)).json()).toEqual({ passed, failure: null });
      expect(await get(`${path}/system`)).toMatchObject({
        test: { passed, failure: null },
        testedAt: place.api.clock.now.toISOString(),
      });
    });

    test("a failed step is an answer with a remedy, without secrets", async () => {
      const { path } = await addDirectory("wrong");
      expect((await place.owner.post(`${path}/test`)).json()).toEqual({
        passed: [],
        failure: {
          step: "signIn",
          remedy: "credentialsRefused",
          detail: "Bind as ••• failed",
        },
      });
      const { path: broken } = await addDirectory("broken");
      expect((await place.owner.post(`${broken}/test`)).json()).toMatchObject({
        failure: { remedy: "systemFailed", detail: "The connector failed unexpectedly" },
      });
    });

    test("a secret that the system replaces is stored for the next connection", async () => {
      const { path, resourceId } = await addDirectory("rotates");
      done(await place.owner.post(`${path}/test`));
      done(await place.owner.post(`${path}/test`));
      expect(behaviour.connected).toMatchObject([
        { secret: SECRET },
        { secret: "the next secret" },
      ]);
      const audits = await auditOf(resourceId);
      expect(audits.map(({ call, actor }) => [call, actor])).toContainEqual([
        "server/systemSecretReplaced",
        "system",
      ]);
      expect(JSON.stringify(audits)).not.toContain("the next secret");
    });

    test("a secret that the system replaces is dropped once an administrator entered another", async () => {
      const { path, configuration, resourceId } = await addDirectory("rotates");
      const secret = "entered during the test";
      behaviour.whileTested = async () => {
        behaviour.whileTested = async () => {};
        done(
          await put(`${path}/configuration`, {
            values: [{ fieldId: "host", value: "elsewhere.example" }],
            secrets: [{ fieldId: "secret", value: secret }],
            version: configuration.version,
          }),
        );
      };
      done(await place.owner.post(`${path}/test`));
      done(await place.owner.post(`${path}/test`));
      expect(behaviour.connected).toMatchObject([
        { host: "rotates", secret: SECRET },
        { host: "elsewhere.example", secret },
      ]);
      const audits = await auditOf(resourceId);
      expect(audits.map(({ call }) => call)).not.toContain("server/systemSecretReplaced");
    });

    test("metadata services are refused", async () => {
      const { path } = await addDirectory("169.254.169.254");
      expect((await place.owner.post(`${path}/test`)).json()).toMatchObject({
        failure: { step: "resolve", remedy: "addressForbidden" },
      });
    });

    test("a changed configuration is tested anew", async () => {
      const { path, configuration } = await addDirectory();
      done(await place.owner.post(`${path}/test`));
      done(
        await put(`${path}/configuration`, {
          values: [{ fieldId: "host", value: "new.example" }],
          secrets: [{ fieldId: "secret", value: SECRET }],
          version: configuration.version,
        }),
      );
      const system = await get<ConnectedSystem>(`${path}/system`);
      expect([system.test, system.testedAt]).toEqual([null, expect.any(String)]);
    });

    test("the outcome is not stored if the configuration changed during the test", async () => {
      const { path, configuration } = await addDirectory();
      behaviour.whileTested = async () => {
        done(
          await put(`${path}/configuration`, {
            values: [{ fieldId: "host", value: "new.example" }],
            secrets: [{ fieldId: "secret", value: SECRET }],
            version: configuration.version,
          }),
        );
      };
      done(await place.owner.post(`${path}/test`));
      expect(await get(`${path}/system`)).toMatchObject({ test: null, testedAt: null });
    });

    test("a system that hangs is given up, and other requests go on", async () => {
      const { path } = await addDirectory();
      behaviour.hangs = true;
      const hanging = place.owner.post(`${path}/test`);
      await get(`${path}/system`);
      await expect.poll(() => behaviour.connected.length).toBe(1);
      expectError(await place.owner.post(`${path}/test`), "ECONFLICT");
      expect((await hanging).json()).toMatchObject({
        passed: [],
        failure: { remedy: "timedOut" },
      });
      behaviour.hangs = false;
      expect((await place.owner.post(`${path}/test`)).json()).toMatchObject({ failure: null });
    });

    test("needs a configuration", async () => {
      const { resourceId } = await addSystem(place.owner, place.clientId);
      const refused = await place.owner.post(`${pathOf(place.clientId, resourceId)}/test`);
      expect(expectError(refused, "ECONFLICT").message).toBe("Complete the configuration first");
    });

    test("[RES-12] [RES-4] a refresh discovers the object classes of the resource", async () => {
      const { resourceId } = await addSystem(place.owner, place.clientId);
      const path = pathOf(place.clientId, resourceId);
      await configureCsv(place.owner, path);
      const classes = [{ name: "account", idAttribute: "id", nameAttribute: "login" }];
      expect(await get(`${path}/object-classes`)).toEqual({ resourceId, objectClasses: null });
      expect((await place.owner.post(`${path}/refresh`)).json()).toMatchObject({
        failure: null,
        objectClasses: classes,
      });
      expect(await get(`${path}/object-classes`)).toMatchObject({
        resourceId,
        objectClasses: classes,
      });
    });
  });

  describe("an authorization", () => {
    const begin = async () => {
      await limits({ limit_api: null });
      const system = await addSystem(place.owner, place.clientId, {
        connectorId: OAUTH_ID,
        kind: "api",
      });
      return { ...system, path: pathOf(place.clientId, system.resourceId) };
    };
    const stateOf = (url: string) => new URL(url).searchParams.get("state") ?? "";

    test("[CONN-19] returns a URL, and its reply stores a secret", async () => {
      const { path } = await begin();
      const { url } = (await place.owner.post(`${path}/authorize`)).json() as { url: string };
      expect(url).toContain("https://provider.example/acme?");
      const body = { state: stateOf(url), code: GOOD_CODE };
      const answer = await place.owner.post(`${path}/authorization`, body);
      expect(answer.statusCode, answer.body).toBe(200);
      expect(answer.body).not.toContain("a refreshed secret");
      expect(answer.json()).toMatchObject({
        values: [{ fieldId: "tenant" }, { fieldId: "refreshToken", isSet: true }],
      });
      expect(redeemed.at(-1)?.redirectUri).toMatch(/\/resources\/[\da-f-]+\/configuration$/);
    });

    test("[CONN-24] refuses states of other users and systems, old ones and refused codes", async () => {
      const [one, other] = [await begin(), await begin()];
      const { url } = (await place.owner.post(`${one.path}/authorize`)).json() as { url: string };
      const state = stateOf(url);
      const code = GOOD_CODE;
      expectError(
        await place.owner.post(`${other.path}/authorization`, { state, code }),
        "EBADTOKEN",
      );
      for (const bad of ["", "x", `${state}x`, state.slice(1)]) {
        const refused = await place.owner.post(`${one.path}/authorization`, { state: bad, code });
        if (bad !== `${state}x`) expectError(refused, "EBADTOKEN");
      }
      const wrong = await place.owner.post(`${one.path}/authorization`, { state, code: "bad" });
      expect(expectError(wrong, "ECONFLICT").message).toContain("did not grant access");
      expectError(
        await place.owner.post(`${one.path}/authorization`, { state, code }),
        "EBADTOKEN",
      );
      const late = stateOf((await place.owner.post(`${one.path}/authorize`)).json().url as string);
      place.api.clock.now = new Date(place.api.clock.now.getTime() + 16 * 60_000);
      const old = await place.owner.post(`${one.path}/authorization`, { state: late, code });
      expectError(old, "EBADTOKEN");
    });

    test("a state is valid once, in the session that started the authorization", async () => {
      const { path } = await begin();
      const { url } = (await place.owner.post(`${path}/authorize`)).json() as { url: string };
      const body = { state: stateOf(url), code: GOOD_CODE };
      const elsewhere = await place.api.signIn("owner");
      expectError(await elsewhere.post(`${path}/authorization`, body), "EBADTOKEN");
      const answers = await Promise.all(
        [1, 2].map(() => place.owner.post(`${path}/authorization`, body)),
      );
      expect(statuses(answers)).toEqual([200, 400]);
    });

    test("other connectors have none", async () => {
      const { resourceId } = await addSystem(place.owner, place.clientId);
      expectError(
        await place.owner.post(`${pathOf(place.clientId, resourceId)}/authorize`),
        "ECONFLICT",
      );
    });
  });
});
