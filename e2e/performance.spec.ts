import { takeLog } from "./support/eventLog.ts";
import { expect, test } from "./support/test.ts";

test("the event log records web vitals and long tasks with their screen @once", async ({
  signedIn: page,
  provision,
}) => {
  const wanted: readonly Readonly<Record<string, string>>[] = [
    { type: "performance/vitalMeasured", name: "LCP" },
    { type: "performance/vitalMeasured", name: "INP" },
    { type: "performance/longTaskSeen", kind: "task", route: "roleMapping" },
  ];
  await page.goto("/rbac/role-mapping");
  await page.getByRole("searchbox").first().press("a");
  await page.evaluate(() => {
    const end = performance.now() + 200;
    while (performance.now() < end);
  });
  await expect
    .poll(async () => {
      const events =
        (await takeLog([page], provision.server.url))?.sessions.flatMap(
          (session) => session.events,
        ) ?? [];
      const payloads = events.map(({ type, payload }) => ({ type, ...(payload as object) }));
      return wanted.filter((one) => !payloads.some((payload) => matches(payload, one)));
    })
    .toEqual([]);
});

function matches(payload: object, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([key, value]) => Reflect.get(payload, key) === value);
}
