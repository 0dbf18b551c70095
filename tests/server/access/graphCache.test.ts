/** Graphs of memberships stay in memory until memberships change, or an assigned access role begins or ends. */
import { expect, test, vi } from "vitest";
import { AccessGraphs, MembershipsChangedError, readGraph } from "#server/access/loadGraph.ts";
import { noteMemberships } from "#server/access/memberships.ts";
import { useAccessRoles } from "../accessRoles/accessRoleCalls.ts";
import { eachDatabase, oneDatabase } from "../support/databases.ts";
import { openFilledApi } from "../support/filledApi.ts";

eachDatabase((database) => {
  const setup = useAccessRoles(database);

  test("a graph is read again when an assigned role begins or ends, and not before", async () => {
    const { db } = database.current;
    const { clientId } = setup.directory;
    const role = await setup.create("Night shift");
    const granted = await setup.grant(
      role,
      await setup.personOid("ann"),
      "person",
      setup.inDays(1),
      setup.inDays(2),
    );
    expect(granted.statusCode, granted.body).toBe(200);
    const graphs = new AccessGraphs();
    const afterDays = (days: number) => new Date(setup.inDays(days));
    const graphOf = (days: number) =>
      graphs.use(db, clientId, afterDays(days), async ({ graph }) => graph);
    const before = await graphOf(0);
    expect(await graphOf(0.999_999)).toBe(before);
    const during = await graphOf(1);
    expect(during).not.toEqual(before);
    expect(during).toEqual(await readGraph(db, clientId, afterDays(1)));
    expect(await graphOf(1.999_999)).toBe(during);
    const after = await graphOf(2);
    expect(after).toEqual(before);
    expect(after).not.toBe(during);
    expect(await graphOf(50)).toBe(after);
    expect(await graphOf(1.5)).toEqual(during);
    await noteMemberships(db, clientId);
    expect(await graphOf(2)).not.toBe(after);
  });

  test("work stops if memberships change during each of five attempts", async () => {
    const { db } = database.current;
    const { clientId } = setup.directory;
    const work = vi.fn(() => noteMemberships(db, clientId));
    await expect(new AccessGraphs().use(db, clientId, new Date(), work)).rejects.toThrow(
      MembershipsChangedError,
    );
    expect(work).toHaveBeenCalledTimes(5);
  });
});

oneDatabase((database) => {
  test("a policy changes without its people if memberships change all the time", async () => {
    const { api, browser, directory } = await openFilledApi(database.current, "mapper");
    const client = `/api/clients/${directory.clientId}`;
    const failing = vi
      .spyOn(api.app.accessGraphs, "use")
      .mockRejectedValueOnce(new MembershipsChangedError(directory.clientId));
    const changed = await browser.post(`${client}/mp-orgs/${directory.orgs.Engineer}/induce`, [
      directory.roles[0],
    ]);
    expect(failing).toHaveBeenCalledOnce();
    expect(changed.statusCode, changed.body).toBe(200);
    const { _embedded } = (await browser.get(`${client}/policy-changes`)).json();
    expect(_embedded.changes).toMatchObject([{ added: 1 }]);
    const counted = await browser.get(
      `${client}/policy-changes/${_embedded.changes[0].id}/people-count`,
    );
    expect(counted.json()).toEqual({ people: null });
    await api.app.close();
  });
});
