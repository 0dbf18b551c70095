/** People who are created, changed and ended by hand. */
import { beforeAll, describe, expect, test } from "vitest";
import type { IdentityDetail } from "#events/entities/identityAccess.ts";
import type { NewIdentity } from "#events/entities/identityDraft.ts";
import { type Browser, createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let owner: Browser;
  let mapper: Browser;
  let client: string;

  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    const api = await createApi(database.current);
    owner = await api.signIn("owner");
    mapper = await api.signIn("mapper");
    client = `/api/clients/${directory.clientId}`;
    return () => api.app.close();
  });

  const person = (changes: Partial<NewIdentity> = {}): NewIdentity => ({
    externalId: "C-1",
    givenName: "Cara",
    familyName: "Contractor",
    username: "cara",
    email: "cara@example.com",
    jobTitle: "Engineer",
    department: "",
    location: "",
    manager: "",
    ...changes,
  });
  const create = (changes: Partial<NewIdentity> = {}) =>
    owner.post(`${client}/identities`, person(changes));
  const created = async (changes: Partial<NewIdentity>): Promise<IdentityDetail> => {
    const reply = await create(changes);
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json();
  };
  const update = ({ oid, version }: IdentityDetail, changes: Partial<NewIdentity>) => {
    const { externalId: _id, ...draft } = person(changes);
    return owner.send("PUT", `${client}/identities/${oid}`, { body: { version, ...draft } });
  };
  const end = ({ oid, version }: Pick<IdentityDetail, "oid" | "version">) =>
    owner.post(`${client}/identities/${oid}/end`, { version });
  const membersOf = async (name: keyof TestDirectory["orgs"]): Promise<number> =>
    (await mapper.get(`${client}/mp-orgs/${directory.orgs[name]}`)).json().memberCount;
  const listed = async (query: string) =>
    (await mapper.get(`${client}/identities?${query}`)).json();

  describe("a person who is created by hand", () => {
    test("[IDN-1] is in the directory, in its org and in the counts", async () => {
      const total = (await listed("")).page.totalElements;
      const members = await membersOf("Engineer");
      const above = await membersOf("Job Titles");
      const made = await created({ externalId: " C-1 ", manager: "" });
      expect(made).toMatchObject({
        externalId: "C-1",
        username: "cara",
        isByHand: true,
        endedAt: null,
        version: 1,
        orgs: [{ oid: directory.orgs.Engineer, name: "Engineer", orgType: "job-titles" }],
        accounts: [],
      });
      expect((await listed("")).page.totalElements).toBe(total + 1);
      expect(await membersOf("Engineer")).toBe(members + 1);
      expect(await membersOf("Job Titles")).toBe(above + 1);
      const byHand = await listed("show=byHand");
      expect(byHand._embedded.identities.map(({ oid }: IdentityDetail) => oid)).toEqual([made.oid]);
      for (const text of ["contractor", "Contractor, C", "contractor,cara"]) {
        expect((await listed(`contains=${text}`)).page.totalElements, text).toBe(1);
      }
      expect((await listed("contains=Contractor, Dora")).page.totalElements).toBe(0);
      expectError(await create(), "ECONFLICT");

      // Changing the org moves the person, and nothing is counted twice.
      const moved = (
        await update(made, { jobTitle: "", department: "Ops", manager: "C-1" })
      ).json();
      expect(moved).toMatchObject({ version: 2, department: "Ops", orgs: [{ name: "Ops" }] });
      expect(await membersOf("Engineer")).toBe(members);
      expectError(await update(made, { jobTitle: "" }), "ECONFLICT");

      const ended = (await end(moved)).json();
      expect(ended).toMatchObject({ orgs: [], version: 3, isByHand: true });
      expect(ended.endedAt).not.toBeNull();
      expect((await listed("show=ended")).page.totalElements).toBe(1);
      expect(await membersOf("Job Titles")).toBe(above);
      expectError(await update(ended, {}), "ECONFLICT");
      expectError(await end(ended), "ECONFLICT");
      const audited = await database.current.db
        .selectFrom("audit")
        .select("call")
        .where("target", "=", made.oid)
        .orderBy("at")
        .execute();
      expect(audited.map(({ call }) => call).toSorted()).toEqual([
        "identities/createIdentity",
        "identities/endIdentity",
        "identities/updateIdentity",
      ]);
    });

    test("needs an id, a last name, an email address that is one, known orgs and a known manager", async () => {
      const wrong: Partial<NewIdentity>[] = [
        { externalId: " " },
        { familyName: "" },
        { email: "cara" },
        { jobTitle: "Astronaut" },
        { jobTitle: "Job Titles" },
        { department: "Engineer" },
        { manager: "nobody" },
      ];
      for (const changes of wrong) {
        const [field] = Object.keys(changes);
        const refused = await create({ externalId: "C-2", ...changes });
        expect(expectError(refused, "EINVALID").fields, field).toMatchObject([
          { path: `/body/${field}` },
        ]);
      }
    });

    test("cannot be one of a connected system, nor made by those who only see people", async () => {
      const all = await listed("contains=ann");
      const [ann] = all._embedded.identities as IdentityDetail[];
      expect(ann).toMatchObject({ isByHand: false, endedAt: null });
      if (!ann) return;
      for (const refused of [
        await update({ ...ann, version: 1 }, {}),
        await end({ ...ann, version: 1 }),
      ]) {
        expect(expectError(refused, "ECONFLICT").message).toContain("is authoritative");
      }
      expectError(await mapper.post(`${client}/identities`, person()), "EFORBIDDEN");
    });
  });
});
