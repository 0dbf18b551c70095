/** How many previews of changes of many policies are stored. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { storePreview } from "#server/policyChanges/storedPreviews.ts";
import { eachDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { usePolicyChanges } from "./policyChangeCalls.ts";

/** Base64 of the largest policy file. */
const LARGEST = "A".repeat(13_400_000);

eachDatabase((database) => {
  const setup = usePolicyChanges(database);

  describe("stored previews", () => {
    const store = async (userId: string, content: string, seconds = 0): Promise<string> => {
      const id = randomUUID();
      const at = new Date(setup.api.clock.now.getTime() + 1000 * seconds);
      const scope = { clientId: setup.directory.clientId, resourceId: null, rootOid: null, at };
      const ids = { id, fingerprint: "x", userId };
      await storePreview(database.current.db, scope, { file: { content } }, ids);
      return id;
    };
    const storedOf = async (userId: string): Promise<string[]> => {
      const rows = await database.current.db
        .selectFrom("policy_previews")
        .select("id")
        .where("user_id", "=", userId)
        .orderBy("at")
        .execute();
      return rows.map(({ id }) => id);
    };

    test("are the newest 10 of each user", async () => {
      const [ann, bob] = [randomUUID(), randomUUID()];
      const ofBob = await store(bob, "b");
      const ids: string[] = [];
      for (let at = 0; at < 13; at++) ids.push(await store(ann, "a", at));
      expect(await storedOf(ann)).toEqual(ids.slice(3));
      expect(await storedOf(bob)).toEqual([ofBob]);
    });

    test("have 40 MB of each user at most, but at least the newest", async () => {
      const user = randomUUID();
      const ids: string[] = [];
      for (let at = 0; at < 4; at++) ids.push(await store(user, LARGEST, at));
      expect(await storedOf(user)).toEqual(ids.slice(2));
      const huge = await store(user, LARGEST.repeat(4), 9);
      expect(await storedOf(user)).toEqual([huge]);
    }, 60_000);

    test("that are not stored any more say what to do", async () => {
      const { orgs, roles } = setup.directory;
      const request = {
        orgs: { all: false, oids: [orgs.Engineer] },
        operation: "add",
        roles: { all: false, oids: [roles[0]] },
      };
      const { changeId, fingerprint } = await setup.preview(request);
      const people = `${setup.base}/policy-previews/${changeId}/people`;
      expect((await setup.mapper.get(people)).statusCode).toBe(200);
      for (let at = 0; at < 10; at++) {
        setup.api.clock.now = new Date(setup.api.clock.now.getTime() + 1000);
        await setup.preview(request);
      }
      expect(expectError(await setup.mapper.get(people), "ENOTFOUND").message).toBe(
        "This preview is no longer stored. Preview the change or check the file again",
      );
      // What the user saw can still be applied, if it is still so.
      const confirmed = { ...request, fingerprint, id: changeId };
      const applied = await setup.mapper.post(`${setup.base}/mp-orgs/bulk-update`, confirmed);
      expect(applied.statusCode, applied.body).toBe(200);
    });

    test("of one policy do not count", async () => {
      const { orgs, roles } = setup.directory;
      const policy = `${setup.base}/mp-orgs/${orgs.Engineer}/induce/preview`;
      const shown = await setup.mapper.post(policy, { add: [roles[0]], remove: [] });
      expect(shown.statusCode, shown.body).toBe(200);
      const [kept, user] = await database.current.db
        .selectFrom("policy_previews")
        .select(["id", "user_id"])
        .where("policy", "is not", null)
        .execute()
        .then(([row]) => [row?.id, row?.user_id ?? ""] as const);
      for (let at = 0; at < 12; at++) await store(user, "a", at);
      const ids = await storedOf(user);
      expect(ids).toHaveLength(11);
      expect(ids).toContain(kept);
    });
  });
});
