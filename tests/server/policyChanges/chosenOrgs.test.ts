/** Which orgs a change of many policies may name: those below its root, and up to 10,000 that all exist. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Browser } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { usePolicyChanges } from "./policyChangeCalls.ts";

const MOST = 10_000;
/** Rows per statement. */
const CHUNK = 2000;

eachDatabase((database) => {
  const setup = usePolicyChanges(database);
  const { grantsNow } = setup;
  let keeper: Browser;
  /** The most orgs that a change can name. */
  let many: readonly string[];

  beforeAll(async () => {
    keeper = await setup.api.signIn("keeper");
    const { clientId, orgs } = setup.directory;
    const rows = Array.from({ length: MOST }, (_, no) => ({
      client_id: clientId,
      oid: randomUUID(),
      type: "locations" as const,
      name: `Branch ${no}`,
      display_name: `Branch ${no}`,
      parent_oid: orgs.Locations,
      search_key: `branch${no}`,
    }));
    for (let at = 0; at < MOST; at += CHUNK) {
      const chunk = rows.slice(at, at + CHUNK);
      await database.current.db.insertInto("orgs").values(chunk).execute();
    }
    many = rows.map(({ oid }) => oid);
  });

  const grant = (org: string, roles: readonly string[]) =>
    setup.mapper.post(`${setup.base}/mp-orgs/${org}/induce`, roles);
  const changeCount = async () =>
    (await database.current.db.selectFrom("policy_changes").select("id").execute()).length;

  describe.each(["all resources", "one resource"])("[ORG-34] [ORG-35] of %s", (of) => {
    const isOfAll = of === "all resources";
    const user = () => (isOfAll ? setup.mapper : keeper);
    const path = (part: string, rootOid: string) => {
      const place = isOfAll ? "" : `/resources/${setup.directory.resources.crm}`;
      return `${setup.base}${place}/mp-orgs/bulk-update${part}?rootOid=${rootOid}`;
    };

    test("a change with a root changes only the orgs below it", async () => {
      const { orgs, roles } = setup.directory;
      const [e1, e2] = roles;
      const { Engineer, Senior_Engineer: senior, "Data Engineer": data, Ops } = orgs;
      const sales = orgs["Sales 100%"];
      for (const org of [Engineer, senior, sales, Ops]) await grant(org, [e2]);
      const request = {
        orgs: { all: true, oids: [] },
        operation: "equal",
        roles: { all: false, oids: [e1] },
      };
      const shown = await user().post(path("/preview", Engineer), request);
      expect(shown.json(), shown.body).toMatchObject({
        orgs: { chosen: 2, changed: 2 },
        added: 2,
        removed: 1,
      });
      const { changeId: id, fingerprint } = shown.json();
      const confirmed = { ...request, id, fingerprint };
      // Without the root it is another change.
      expectError(await user().post(path("", orgs["Job Titles"]), confirmed), "ECONFLICT");
      const made = await user().post(path("", Engineer), confirmed);
      expect(made.json(), made.body).toMatchObject({ orgCount: 2, added: 2, removed: 1 });
      expect(await grantsNow()).toEqual(
        [
          `${Engineer} ${e2}`,
          `${senior} ${e1}`,
          `${data} ${e1}`,
          `${sales} ${e2}`,
          `${Ops} ${e2}`,
        ].toSorted(),
      );
    });

    test.each([
      ["beside it", "Sales 100%"],
      ["of another kind", "Ops"],
      ["above it", "Job Titles"],
      ["that is the root itself", "Engineer"],
    ] as const)("a change with a root refuses an org %s, and changes nothing", async (_, name) => {
      const { orgs, roles } = setup.directory;
      await grant(orgs.Senior_Engineer, [roles[1]]);
      const allowed = {
        orgs: { all: false, oids: [orgs.Senior_Engineer] },
        operation: "add",
        roles: { all: false, oids: [roles[0]] },
      };
      const shown = await user().post(path("/preview", orgs.Engineer), allowed);
      expect(shown.statusCode, shown.body).toBe(200);
      const before = [await grantsNow(), await changeCount()];
      const request = {
        ...allowed,
        orgs: { all: false, oids: [orgs.Senior_Engineer, orgs[name]] },
      };
      const { changeId: id, fingerprint } = shown.json();
      for (const response of [
        await user().post(path("/preview", orgs.Engineer), request),
        await user().post(path("", orgs.Engineer), { ...request, id, fingerprint }),
      ]) {
        const { fields } = expectError(response, "EINVALID");
        expect(fields).toMatchObject([{ path: "/body/orgs/oids/1" }]);
      }
      expect([await grantsNow(), await changeCount()]).toEqual(before);
    });

    test("a change with a root that the client does not have is refused", async () => {
      const request = {
        orgs: { all: true, oids: [] },
        operation: "add",
        roles: { all: false, oids: [setup.directory.roles[0]] },
      };
      for (const root of [randomUUID(), setup.directory.foreign.orgOid]) {
        expectError(await user().post(path("/preview", root), request), "ENOTFOUND");
        const confirmed = { ...request, id: randomUUID(), fingerprint: "x" };
        expectError(await user().post(path("", root), confirmed), "ENOTFOUND");
      }
      expect([await grantsNow(), await changeCount()]).toEqual([[], 0]);
    });
  });

  describe(`a change that names ${MOST} orgs`, () => {
    const requestOf = (
      oids: readonly string[],
      roles: readonly string[] = [setup.directory.roles[0]],
    ) => ({
      orgs: { all: false, oids },
      operation: "add",
      roles: { all: false, oids: roles },
    });

    test.each([
      ["is unknown", () => randomUUID()],
      ["belongs to another client", () => setup.directory.foreign.orgOid],
    ])("is refused if one of them %s, and changes nothing", async (_, badOid) => {
      await grant(many[0] ?? "", [setup.directory.roles[1]]);
      const shown = await setup.preview(requestOf(many));
      expect(shown).toMatchObject({ orgs: { chosen: MOST, changed: MOST }, added: MOST });
      const before = [await grantsNow(), await changeCount()];
      const request = requestOf(many.with(-1, badOid()));
      for (const response of [
        await setup.mapper.post(`${setup.base}/mp-orgs/bulk-update/preview`, request),
        await setup.apply(request, shown.fingerprint, shown.changeId),
      ]) {
        const { fields } = expectError(response, "EINVALID");
        expect(fields).toMatchObject([{ path: `/body/orgs/oids/${MOST - 1}` }]);
      }
      expect([await grantsNow(), await changeCount()]).toEqual(before);
    });

    test("is refused if one of its access roles is archived, and changes nothing", async () => {
      const owner = await setup.api.signIn("owner");
      const created = await owner.post(`${setup.base}/roles`, {
        name: "Clerk",
        description: "",
        resourceOid: null,
        entitlementOids: [setup.directory.roles[2]],
        ownerOids: [],
      });
      const { oid } = created.json<{ oid: string }>();
      const request = requestOf(many, [setup.directory.roles[0], oid]);
      const shown = await setup.preview(request);
      await database.current.db
        .updateTable("access_roles")
        .set({ archived_at: setup.api.clock.now })
        .where("oid", "=", oid)
        .execute();
      const made = await setup.apply(request, shown.fingerprint, shown.changeId);
      const { fields } = expectError(made, "EINVALID");
      expect(fields).toMatchObject([{ path: "/body/roles/oids/1" }]);
      expect([await grantsNow(), await changeCount()]).toEqual([[], 0]);
    });

    test("is refused if it names one more", async () => {
      const request = requestOf([...many, setup.directory.orgs.Ops]);
      const response = await setup.mapper.post(
        `${setup.base}/mp-orgs/bulk-update/preview`,
        request,
      );
      expect(expectError(response, "EINVALID").fields).toMatchObject([{ path: "/body/orgs/oids" }]);
    });
  });
});
