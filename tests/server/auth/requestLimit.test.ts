import { beforeAll, expect, test } from "vitest";
import { createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

oneDatabase((database) => {
  let api: TestApi;
  beforeAll(async () => {
    await fillDirectory(database.current.db);
    api = await createApi(database.current, { settings: { requestsPerSecond: 1 } });
    return () => api.app.close();
  });

  test("a user over the request limit is told when to retry, in every session, and other users are not limited", async () => {
    const [first, second] = [await api.signIn("owner"), await api.signIn("owner")];
    const other = await api.signIn("keeper");
    const asked = await Promise.all(
      Array.from({ length: 9 }, (_, at) => (at % 2 ? first : second).get("/api/session")),
    );
    expect(asked.map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 200));
    const changing = await first.send(
      "DELETE",
      "/api/sessions/00000000-0000-4000-8000-000000000000",
    );
    expectError(changing, "ENOTFOUND");
    for (const browser of [first, second]) {
      const refused = await browser.get("/api/session");
      expect(expectError(refused, "ETOOMANYREQUESTS").message).toMatch(
        /^Too many requests at once; try again in \d+ seconds?$/,
      );
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(10);
    }
    expect((await other.get("/api/session")).statusCode).toBe(200);
    expect((await first.get("/api/public/info")).statusCode).toBe(200);
  });

  test("requests refused for other reasons count, too", async () => {
    const browser = await api.signIn("guest");
    const foreign = () => browser.get(`/api/clients/${crypto.randomUUID()}/users`);
    for (let times = 0; times < 10; times += 1) expectError(await foreign(), "EFORBIDDEN");
    expectError(await foreign(), "ETOOMANYREQUESTS");
  });
});
