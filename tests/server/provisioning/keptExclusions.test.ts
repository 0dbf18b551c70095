/** A preview that takes the place of another leaves out the same changes, and says what it does not leave out. */
import { expect, test } from "vitest";
import type { ProvisionPreview } from "#events/entities/provisioning.ts";
import type { Browser } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { letApprove } from "./approvers.ts";
import { givenNamePlan, useLiveTables } from "./liveTable.ts";

const TABLE = "login;given;right\nbob;Old name;Audit\neve;Eve;Sign\neve;Eve;Audit\n";

eachDatabase((database) => {
  const { live, write } = useLiveTables(database);

  const begin = async (name: string) => {
    write(name, TABLE);
    const system = await live.connect(givenNamePlan(name));
    expect(await system.runImport()).toMatchObject({ status: "done" });
    await system.grant("Sign", "Engineer");
    const patch = async (
      browser: Browser,
      { id }: ProvisionPreview,
      part: string,
      value: boolean,
    ) => {
      const body = [{ op: "replace", path: `/${part}/leftOut`, value }];
      const answer = await browser.send("PATCH", `${system.path}/previews/${id}`, { body });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    const leftOut = async (preview: ProvisionPreview) =>
      (await system.objectsOf(preview))
        .filter((one) => one.leftOut)
        .map(({ kind, name: account }) => `${kind} ${account}`)
        .toSorted();
    return { ...system, patch, leftOut };
  };
  /** The plan depends on the people. */
  const rename = async (username: string, given_name: string) => {
    await database.current.db
      .updateTable("identities")
      .set({ given_name })
      .where("client_id", "=", live.directory.clientId)
      .where("username", "=", username)
      .execute();
  };
  const outdate = async ({ resourceId }: { readonly resourceId: string }) => {
    await database.current.db
      .updateTable("connected_systems")
      .set({
        activation: JSON.stringify({ onLeave: "keep", afterDays: 7 }),
      })
      .where("resource_id", "=", resourceId)
      .execute();
  };

  test("changes that are the same stay left out, also after an incomplete preview", async () => {
    const system = await begin("same.csv");
    const first = await system.preview();
    expect(first).not.toHaveProperty("keptExclusions");
    await system.patch(live.owner, first, "kinds/create", true);
    const chosen = await system.leftOut(first);
    expect(chosen).toEqual(["create ann", "create cyd"]);
    await outdate(system);
    expect(await system.latest()).toMatchObject({ stale: true, status: "planned" });

    const second = await system.preview();
    expect(second).toMatchObject({
      stale: false,
      status: "planned",
      keptExclusions: { kept: 2, dropped: 0 },
    });
    expect(await system.leftOut(second)).toEqual(chosen);

    // Another preview begins, and ends before it is complete.
    await live.stopJobs();
    const { id } = (await live.owner.post(`${system.path}/previews`)).json<ProvisionPreview>();
    const body = [{ op: "replace", path: "/status", value: "cancelled" }];
    await live.owner.send("PATCH", `${system.path}/previews/${id}`, { body });
    live.startJobs();
    const third = await system.preview();
    expect(third).toMatchObject({ keptExclusions: { kept: 2, dropped: 0 } });
    expect(await system.leftOut(third)).toEqual(chosen);
    // What is included again stays included.
    await system.patch(live.owner, third, "kinds/create", false);
    const last = await system.preview();
    expect(last).not.toHaveProperty("keptExclusions");
    expect(await system.leftOut(last)).toEqual([]);
  });

  test("changes that differ or are gone are counted, and are included", async () => {
    const system = await begin("different.csv");
    const first = await system.preview();
    await system.patch(live.owner, first, "kinds/create", true);
    await rename("cyd", "Other");
    const second = await system.preview();
    await rename("cyd", "CYD");
    expect(second).toMatchObject({ keptExclusions: { kept: 1, dropped: 1 } });
    expect(await system.leftOut(second)).toEqual(["create ann"]);
  });

  test("a rejected preview leaves nothing out of the next one", async () => {
    const system = await begin("rejected.csv");
    const first = await system.preview();
    await system.patch(live.owner, first, "kinds/create", true);
    const rejected = await live.owner.post(`${system.path}/previews/${first.id}/reject`);
    expect(rejected.statusCode, rejected.body).toBe(200);
    const second = await system.preview();
    expect(second).not.toHaveProperty("keptExclusions");
    expect(await system.leftOut(second)).toEqual([]);
  });

  /** A second person who may approve. */
  const signInOther = async (): Promise<Browser> => {
    await letApprove(database.current, live.directory, ["mapper"]);
    return live.api.signIn("mapper");
  };

  test("people who left changes out have prepared the next preview as well", async () => {
    const system = await begin("prepared.csv");
    const { users } = live.directory;
    const other = await signInOther();
    const first = await system.preview();
    await system.patch(other, first, "kinds/create", true);
    const second = await system.preview();
    expect(second.preparedBy?.map(({ id }) => id)).toEqual([users.owner, users.mapper]);
    // Generated by the one who left them out, nobody else has prepared it.
    const asked = await other.post(`${system.path}/previews`);
    expect(asked.statusCode, asked.body).toBe(201);
    const third = await system.settled();
    expect(third).toMatchObject({ keptExclusions: { kept: 2, dropped: 0 } });
    expect(third.preparedBy?.map(({ id }) => id)).toEqual([users.mapper]);
  });

  test("a change stays left out by the first of several people who leave it out", async () => {
    const system = await begin("several.csv");
    const { users } = live.directory;
    const other = await signInOther();
    const first = await system.preview();
    const ann = (await system.objectsOf(first)).find(
      ({ kind, name }) => kind === "create" && name === "ann",
    );
    await system.patch(other, first, `objects/${ann?.no}`, true);
    await system.patch(live.owner, first, "kinds/create", true);
    const second = await system.preview();
    expect(second).toMatchObject({ keptExclusions: { kept: 2, dropped: 0 } });
    expect(second.preparedBy?.map(({ id }) => id)).toEqual([users.owner, users.mapper]);
  });
});
