/** Correlation rules: added, changed, deleted and listed. */
import { randomUUID } from "node:crypto";
import { beforeAll, afterAll, beforeEach, describe, expect, test } from "vitest";
import { RULES_MAX, type Correlation, type CorrelationRule } from "#events/entities/correlation.ts";
import { createApi, type Browser, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import { addSystem, pathOf } from "../systems/support.ts";
import { addRule, ruleOf } from "./support.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let path: string;
  let resourceId: string;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    owner = await api.signIn("owner");
  });
  afterAll(() => api.app.close());
  beforeEach(async () => {
    ({ resourceId } = await addSystem(owner, directory.clientId));
    path = pathOf(directory.clientId, resourceId);
  });

  const listed = async () => {
    const response = await owner.get(`${path}/correlation-rules`);
    return (response.json() as { _embedded: { correlationRules: CorrelationRule[] } })._embedded
      .correlationRules;
  };
  const put = (id: string, body: object) =>
    owner.send("PUT", `${path}/correlation-rules/${id}`, { body });
  const lastAudit = () =>
    api.app.services.db
      .selectFrom("audit")
      .selectAll()
      .where("target", "=", resourceId)
      .orderBy("at", "desc")
      .orderBy("call")
      .executeTakeFirstOrThrow();

  describe("correlation rules", () => {
    test("[CORR-1] [CORR-2] [CORR-3] a rule is added with its ordered attributes, and audited", async () => {
      const rule = await addRule(
        owner,
        path,
        ruleOf("fullName", "sn", {
          attributes: [
            { type: "static", resourceSchemaId: null, staticContent: " ", position: 2 },
            { type: "field", resourceSchemaId: "sn", staticContent: null, position: 3 },
            { type: "field", resourceSchemaId: "givenName", staticContent: null, position: 1 },
          ],
        }),
      );
      expect(rule).toMatchObject({ resourceId, midpointUserFieldId: "fullName", version: 1 });
      expect(rule.attributes).toMatchObject([
        { resourceSchemaId: "givenName", staticContent: null, position: 1, type: "field" },
        { resourceSchemaId: null, staticContent: " ", position: 2, type: "static" },
        { resourceSchemaId: "sn", staticContent: null, position: 3, type: "field" },
      ]);
      expect(new Set(rule.attributes.map((one) => one.resourceCorrelationRuleId))).toEqual(
        new Set([rule.id]),
      );
      expect(await lastAudit()).toMatchObject({
        call: "correlation/saveCorrelationRule",
        after: { midpointUserFieldId: "fullName" },
      });
    });

    test("[CORR-4] an attribute without a type is a field", async () => {
      const { attributes } = await addRule(
        owner,
        path,
        ruleOf("email", "mail", {
          attributes: [{ resourceSchemaId: "mail", staticContent: null, position: 1 }],
        }),
      );
      expect(attributes).toMatchObject([{ type: "field", resourceSchemaId: "mail" }]);
    });

    test("[CORR-1] rules are listed by tier, changed and deleted", async () => {
      const late = await addRule(owner, path, ruleOf("email", "mail", { tier: 2 }));
      const first = await addRule(owner, path, ruleOf("externalId", "id"));
      expect((await listed()).map(({ id }) => id)).toEqual([first.id, late.id]);

      const content = ruleOf("username", "uid", { method: "levenshtein", threshold: 0.9 });
      const changed = await put(late.id, { ...content, version: late.version });
      expect(changed.statusCode, changed.body).toBe(200);
      expect(changed.json()).toMatchObject({ method: "levenshtein", threshold: 0.9, version: 2 });
      expectError(await put(late.id, { ...content, version: 1 }), "ECONFLICT");

      const stale = `${path}/correlation-rules/${late.id}?version=1`;
      expectError(await owner.send("DELETE", stale), "ECONFLICT");
      const gone = await owner.send("DELETE", `${path}/correlation-rules/${late.id}?version=2`);
      expect(gone.json()).toEqual({ id: late.id });
      expect(await listed()).toHaveLength(1);
    });

    test("invalid rules are refused", async () => {
      const none = { ...ruleOf("email", "mail"), attributes: [] };
      expectError(await owner.post(`${path}/correlation-rules`, none), "EINVALID");
      const onlyText = ruleOf("email", "mail", {
        attributes: [{ type: "static", resourceSchemaId: null, staticContent: "a", position: 1 }],
      });
      expectError(await owner.post(`${path}/correlation-rules`, onlyText), "EINVALID");
      const twice = ruleOf("email", "mail", {
        attributes: [1, 1].map((position) => ({
          type: "field" as const,
          resourceSchemaId: "mail",
          staticContent: null,
          position,
        })),
      });
      expectError(await owner.post(`${path}/correlation-rules`, twice), "EINVALID");
      expectError(await owner.get(`${path}/correlation-rules/${randomUUID()}`), "ENOTFOUND");
    });

    test("a resource has a limited number of rules", async () => {
      for (let index = 0; index < RULES_MAX; index++) {
        await addRule(owner, path, ruleOf("email", `mail${index}`));
      }
      const more = await owner.post(`${path}/correlation-rules`, ruleOf("email", "mail"));
      expectError(more, "ECONFLICT");
    });

    test("the state counts accounts, and a resource without a system has none", async () => {
      const state = (await owner.get(`${path}/correlation`)).json() as Correlation;
      expect(state).toMatchObject({
        resourceId,
        accountCount: 0,
        ownedCount: 0,
        openCount: 0,
        simulation: null,
        appliedOid: null,
      });
      const imported = pathOf(directory.clientId, randomUUID());
      expectError(await owner.get(`${imported}/correlation`), "ENOTFOUND");
    });
  });
});
