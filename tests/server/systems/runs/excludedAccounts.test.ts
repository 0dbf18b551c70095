/** Accounts that the import settings leave out. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { AccountExclusion } from "#events/entities/system.ts";
import type {
  ExcludedAccount,
  ExclusionPreview,
  ImportSettings,
} from "#events/entities/systemConfiguration.ts";
import type { IdentityChange } from "#events/entities/identityChange.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { eachDatabase } from "../../support/databases.ts";
import { useCsvRuns } from "./csvRuns.ts";

const HEADER = "id,login,right,person,type";
const SERVICES: AccountExclusion = { attribute: null, pattern: "SVC-*" };
const TESTS: AccountExclusion = { attribute: "type", pattern: "test*" };

eachDatabase((database) => {
  const on = useCsvRuns(database);

  /** Saves and publishes the exclusions. */
  const exclude = async (excludedAccounts: AccountExclusion[]) => {
    await on.changeImportSettings({
      owner: { attribute: "person", field: "externalId" },
      excludedAccounts,
    });
    await on.publish();
  };
  const addPerson = async (): Promise<{ oid: string; externalId: string }> => {
    const [oid, externalId] = [randomUUID(), `E-${randomUUID()}`];
    await on.db
      .insertInto("identities")
      .values({
        client_id: on.directory.clientId,
        oid,
        external_id: externalId,
        search_key: externalId,
      })
      .execute();
    return { oid, externalId };
  };
  const owners = async (): Promise<Record<string, string | null>> => {
    const rows = await on.db
      .selectFrom("accounts")
      .select(["name", "identity_oid"])
      .where("resource_id", "=", on.resourceId)
      .execute();
    return Object.fromEntries(rows.map(({ name, identity_oid: owner }) => [name, owner]));
  };
  const listed = async () => {
    const answer = await on.owner.get(`${on.path}/excluded-accounts`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ _embedded: { accounts: ExcludedAccount[] } }>()._embedded.accounts;
  };
  const preview = async (query: string) =>
    (await on.owner.get(`${on.path}/excluded-accounts/preview?${query}`)).json<ExclusionPreview>();
  const undo = async (oid: string) => {
    const started = await on.owner.post(`${on.path}/runs/${oid}/undo`);
    expect(started.statusCode, started.body).toBe(202);
    return on.settled(started.json<SystemRun>().oid);
  };

  test("excluded accounts leave the directory with the next run, as excluded ones, and return with their owners", async () => {
    const { oid, externalId } = await addPerson();
    await on.provide(
      [
        `1,ann,read,${externalId},user`,
        `2,svc-backup,read,${externalId},service`,
        "3,Svc-mail,write,,service",
        "4,probe,read,,Test account",
      ],
      HEADER,
    );
    await exclude([]);
    expect(await on.run()).toMatchObject({ status: "done", counts: { added: 4 } });
    expect(await preview("pattern=svc-*")).toEqual({
      accountCount: 4,
      matchCount: 2,
      ownedCount: 1,
      sample: ["Svc-mail", "svc-backup"],
    });
    expect(await preview("attribute=type&pattern=test*")).toMatchObject({
      matchCount: 1,
      sample: ["probe"],
    });

    await exclude([SERVICES, TESTS]);
    expect(Object.keys(await owners())).toHaveLength(4);
    const excluding = await on.run();
    // Three of four accounts: no gate takes them for missing ones.
    expect(excluding).toMatchObject({
      status: "done",
      gates: [],
      counts: { changed: 3, gone: 0, removed: 0, orphaned: 0, excluded: 3, unchanged: 1 },
    });
    expect(await owners()).toEqual({ ann: oid });
    expect(await listed()).toEqual([
      { objectClass: "account", objectId: "3", name: "Svc-mail", excludedBy: SERVICES },
      { objectClass: "account", objectId: "4", name: "probe", excludedBy: TESTS },
      { objectClass: "account", objectId: "2", name: "svc-backup", excludedBy: SERVICES },
    ]);
    const shown = await on.entries(excluding.oid, "?change=excluded");
    expect(shown.map(({ name, after }) => [name, after?.excluded])).toEqual([
      ["svc-backup", true],
      ["Svc-mail", true],
      ["probe", true],
    ]);
    const changes = await on.owner.get(
      `/api/clients/${on.directory.clientId}/identities/${oid}/changes`,
    );
    expect(
      changes
        .json<{ _embedded: { changes: IdentityChange[] } }>()
        ._embedded.changes.map(({ kind, subject }) => [kind, subject]),
    ).toContainEqual(["accountExcluded", "svc-backup"]);
    // Nothing is left to do, and excluded accounts count as known.
    expect(await on.run()).toMatchObject({ counts: { changed: 0, unchanged: 4, excluded: 3 } });

    await exclude([SERVICES]);
    expect((await listed()).map(({ name, excludedBy }) => [name, excludedBy])).toContainEqual([
      "probe",
      null,
    ]);
    expect(await on.run()).toMatchObject({ status: "done", counts: { changed: 1, excluded: 2 } });
    expect(await owners()).toEqual({ ann: oid, probe: null });
    await exclude([]);
    expect(await on.run()).toMatchObject({ status: "done", counts: { changed: 2, unchanged: 2 } });
    expect(await owners()).toEqual({
      ann: oid,
      probe: null,
      "svc-backup": oid,
      "Svc-mail": null,
    });
    expect((await on.accounts())["Svc-mail"]).toEqual(["write"]);
    expect(await listed()).toEqual([]);
  });

  test("an undo brings excluded accounts back with the owners that a person gave them", async () => {
    const { oid } = await addPerson();
    await on.provide(["1,svc-a,read,,service", "2,bob,read,,user"], HEADER);
    await exclude([]);
    await on.run();
    await on.db
      .updateTable("accounts")
      .set({ identity_oid: oid })
      .where("resource_id", "=", on.resourceId)
      .where("name", "=", "svc-a")
      .execute();
    await exclude([SERVICES]);
    const excluding = await on.run();
    expect(await owners()).toEqual({ bob: null });
    expect(await undo(excluding.oid)).toMatchObject({ status: "done" });
    expect(await owners()).toEqual({ bob: null, "svc-a": oid });
    expect(await on.accounts()).toEqual({ bob: ["read"], "svc-a": ["read"] });
    // The next run excludes it again, and the undo of a run that includes it takes it out.
    await on.run();
    await exclude([]);
    const including = await on.run();
    expect(await owners()).toMatchObject({ "svc-a": null });
    expect(await undo(including.oid)).toMatchObject({ status: "done" });
    expect(await owners()).toEqual({ bob: null });
  });

  test("the first run takes accounts that a file brought out of the directory, and its undo restores them", async () => {
    await on.provide(["1,svc-a,read,,service", "2,bob,read,,user"], HEADER);
    const { oid } = await addPerson();
    await on.db
      .insertInto("accounts")
      .values({
        client_id: on.directory.clientId,
        id: randomUUID(),
        resource_id: on.resourceId,
        name: "svc-a",
        identity_oid: oid,
        entitlement_nos: [],
      })
      .execute();
    await exclude([SERVICES]);
    const first = await on.run();
    expect(first).toMatchObject({ counts: { added: 2, excluded: 1, orphaned: 1 } });
    expect(await owners()).toEqual({ bob: null });
    expect(await undo(first.oid)).toMatchObject({ status: "done" });
    expect(await owners()).toEqual({ "svc-a": oid });
  });

  test("an excluded account that disappears from the system, returns or is renamed stays excluded", async () => {
    const rows = ["1,ann,read,,user", "2,bob,read,,user", "3,cyd,read,,user"];
    await on.provide([...rows, "4,svc-a,read,,service"], HEADER);
    await exclude([SERVICES]);
    await on.run();
    await on.changeImportSettings({ maxGonePercent: 100 });
    await on.provide(rows, HEADER);
    expect(await on.run()).toMatchObject({ status: "done", counts: { gone: 1 } });
    expect(await listed()).toEqual([]);
    await on.provide([...rows, "4,svc-b,read,,service"], HEADER);
    expect(await on.run()).toMatchObject({ status: "done", counts: { returned: 1, excluded: 1 } });
    expect((await listed()).map(({ name }) => name)).toEqual(["svc-b"]);
    expect(Object.keys(await owners()).toSorted()).toEqual(["ann", "bob", "cyd"]);
    // An account that gets a name that is not excluded comes in, and the reverse.
    await on.changeImportSettings({ maxRenamedPercent: 100 });
    await on.provide(
      ["1,ann,read,,user", "2,svc-bob,read,,user", ...rows.slice(2), "4,dan,read,,"],
      HEADER,
    );
    expect(await on.run()).toMatchObject({ status: "done", counts: { renamed: 2, excluded: 1 } });
    expect(Object.keys(await owners()).toSorted()).toEqual(["ann", "cyd", "dan"]);
  });

  test("rules are checked, stored once and audited, and a form that does not know them keeps them", async () => {
    await on.provide(["1,ann,read,,user"], HEADER);
    await on.run();
    const saved = await on.owner.get(`${on.path}/import-settings`);
    const { settings } = saved.json<{ settings: ImportSettings }>();
    const save = async (change: Partial<ImportSettings>) =>
      on.owner.send("PUT", `${on.path}/import-settings`, {
        body: { settings: { ...settings, ...change }, version: await on.version() },
      });
    const refused = await save({
      excludedAccounts: [
        { attribute: null, pattern: " " },
        { attribute: "missing", pattern: "x" },
      ],
    });
    expect(refused.statusCode).toBe(400);
    expect(
      refused
        .json<{ fields: { path: string }[] }>()
        .fields.map(({ path }) => path)
        .toSorted(),
    ).toEqual([
      "/body/settings/excludedAccounts/0/pattern",
      "/body/settings/excludedAccounts/1/attribute",
    ]);
    const done = await save({
      excludedAccounts: [SERVICES, { attribute: null, pattern: " svc-* " }, TESTS],
    });
    expect(done.json<{ settings: ImportSettings }>().settings.excludedAccounts).toEqual([
      { attribute: null, pattern: "svc-*" },
      TESTS,
    ]);
    const audited = await on.db
      .selectFrom("audit")
      .select(["before", "after"])
      .where("call", "=", "systems/saveImportSettings")
      .where("target", "=", on.resourceId)
      .execute();
    expect(audited).toMatchObject([
      { after: { excludedAccounts: [{ attribute: null, pattern: "svc-*" }, TESTS] } },
    ]);
    const { excludedAccounts: _rules, ...older } = settings;
    const kept = await on.owner.send("PUT", `${on.path}/import-settings`, {
      body: { settings: { ...older, graceDays: 7 }, version: await on.version() },
    });
    expect(kept.json<{ settings: ImportSettings }>().settings).toMatchObject({
      graceDays: 7,
      excludedAccounts: [{ attribute: null, pattern: "svc-*" }, TESTS],
    });
  });
});
