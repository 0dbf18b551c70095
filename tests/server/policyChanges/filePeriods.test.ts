/** The columns of policy files with the periods of grants. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { Period } from "#events/entities/common.ts";
import type { PolicyChange, PolicyFileCheck, PolicyLine } from "#events/entities/policyChange.ts";
import { message } from "#events/messages/message.ts";
import { DAY_MS } from "#events/rules/time.ts";
import { eachDatabase } from "../support/databases.ts";
import { expectError } from "../support/errors.ts";
import { clearPolicies } from "./clearPolicies.ts";
import { usePolicyChanges } from "./policyChangeCalls.ts";

/** The bounds of each grant by org and role. */
type Grants = Readonly<Record<string, readonly [from: string | null, until: string | null]>>;

const NOW = "2026-06-15T10:00:00.000Z";
const UNLIMITED: Period = { validFrom: null, validUntil: null };
const COLUMNS = "org,resource,entitlement,valid_from,valid_until";

eachDatabase((database) => {
  const setup = usePolicyChanges(database);
  const client = () => setup.directory.clientId;

  beforeEach(() => {
    setup.api.clock.now = new Date(NOW);
    return clearPolicies(database.current.db);
  });

  const signedIn = async () => setup.api.signIn("mapper");
  const grant = (
    org_oid: string,
    role_oid: string,
    { validFrom, validUntil }: Period = UNLIMITED,
  ) =>
    database.current.db
      .insertInto("inducements")
      .values({
        client_id: client(),
        id: randomUUID(),
        org_oid,
        role_oid,
        created_at: setup.api.clock.now,
        valid_from: validFrom === null ? null : new Date(validFrom),
        valid_until: validUntil === null ? null : new Date(validUntil),
      })
      .execute();
  const grantsNow = async (): Promise<Grants> => {
    const rows = await database.current.db
      .selectFrom("inducements")
      .select(["org_oid", "role_oid", "valid_from", "valid_until"])
      .where("client_id", "=", client())
      .execute();
    return Object.fromEntries(
      rows.map(({ org_oid, role_oid, valid_from, valid_until }) => [
        `${org_oid} ${role_oid}`,
        [valid_from?.toISOString() ?? null, valid_until?.toISOString() ?? null] as const,
      ]),
    );
  };
  const encode = (lines: readonly string[]) =>
    Buffer.from(`${lines.join("\r\n")}\r\n`).toString("base64");

  const begin = async () => {
    const mapper = await signedIn();
    const check = async (content: string): Promise<PolicyFileCheck> => {
      const reply = await mapper.post(`${setup.base}/policies/check`, { content });
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json();
    };
    const linesOf = async (path: string): Promise<PolicyLine[]> => {
      const reply = await mapper.get(`${setup.base}/${path}/lines?size=20`);
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json()._embedded.lines;
    };
    /** Applies a file, and checks that its outcome is exactly that of its check, also in the history. */
    const apply = async (lines: readonly string[]) => {
      const content = encode(lines);
      const { preview, problems } = await check(content);
      expect(problems).toEqual([]);
      if (!preview) throw new Error("The file has no effect");
      const { changeId: id, fingerprint } = preview;
      const planned = await linesOf(`policy-previews/${id}`);
      const before = await grantsNow();
      const reply = await mapper.send("PUT", `${setup.base}/policies`, {
        body: { content, id, fingerprint },
      });
      expect(reply.statusCode, reply.body).toBe(200);
      const made = reply.json<PolicyChange>();
      expect([made.added, made.removed, made.orgCount]).toEqual([
        preview.added,
        preview.removed,
        preview.orgs.changed,
      ]);
      const after = await grantsNow();
      expect(planned.map(textOfLine).toSorted()).toEqual(differences(before, after));
      expect(preview.periods).toBe(planned.filter(({ change }) => change === "period").length);
      const recorded = await linesOf(`policy-changes/${id}`);
      expect(
        recorded
          .filter(({ change }) => change === "period")
          .map(textOfLine)
          .toSorted(),
      ).toEqual(
        planned
          .filter(({ change }) => change === "period")
          .map(textOfLine)
          .toSorted(),
      );
      const counted = await mapper.get(`${setup.base}/policy-changes/${id}/people-count`);
      const { gaining, losing } = preview.people;
      expect(counted.json().people).toEqual({ gaining, losing });
      return { id, preview, planned };
    };
    const undo = async (id: string) => {
      setup.api.clock.now = new Date(setup.api.clock.now.getTime() + 1000);
      const reply = await mapper.post(`${setup.base}/policy-changes/${id}/undo`, undefined);
      expect(reply.statusCode, reply.body).toBe(200);
      return reply.json<PolicyChange>();
    };
    const exported = async () =>
      (await mapper.get(`${setup.base}/policies.csv`)).body
        .replace("\uFEFF", "")
        .trim()
        .split("\r\n");
    return { mapper, check, apply, undo, exported };
  };

  describe("a file of policies", () => {
    test("has the first and the last day of each grant, and changes nothing if it is read again", async () => {
      const [e1, e2, e3] = setup.directory.roles;
      const { Engineer: engineer } = setup.directory.orgs;
      await grant(engineer, e1);
      await grant(engineer, e2, {
        validFrom: "2026-05-01T00:00:00.000Z",
        validUntil: "2026-07-01T00:00:00.000Z",
      });
      // Set by a program, and kept to the millisecond.
      await grant(engineer, e3, { validFrom: null, validUntil: "2026-07-01T15:30:00.000Z" });
      const { apply, exported } = await begin();
      const file = await exported();
      expect(file[0]?.endsWith(",orgOid,roleOid,valid_from,valid_until")).toBe(true);
      expect(
        file
          .slice(1)
          .map((line) => line.split(",").slice(-3).join(","))
          .toSorted(),
      ).toEqual([`${e1},,`, `${e2},2026-05-01,2026-06-30`, `${e3},,2026-07-01`].toSorted());
      const before = await grantsNow();
      const { preview } = await apply(file);
      expect(preview.orgs.changed).toBe(0);
      expect(await grantsNow()).toEqual(before);
    });

    test("changes periods, as its check shows, and undo restores them", async () => {
      const [e1, e2, e3] = setup.directory.roles;
      const { Engineer: engineer } = setup.directory.orgs;
      const until = { validFrom: null, validUntil: "2026-07-01T15:30:00.000Z" };
      await grant(engineer, e1, until);
      await grant(engineer, e2);
      await grant(engineer, e3);
      const before = await grantsNow();
      const { mapper, apply, undo } = await begin();
      const { id, preview, planned } = await apply([
        COLUMNS,
        // Only the start changes, so that the end keeps its time.
        "Engineer,CRM,Entitlement 1,2026-06-01,2026-07-01",
        "Engineer,CRM,Entitlement 2,2026-07-01,",
        "Engineer,CRM,Entitlement 3,,",
      ]);
      expect(preview).toMatchObject({
        added: 0,
        removed: 0,
        periods: 2,
        orgs: { changed: 1 },
        orgEffects: [{ added: 0, removed: 0, periods: 2 }],
        people: { gaining: 0, losing: 3 },
      });
      expect(planned).toMatchObject([
        {
          roleOid: e1,
          change: "period",
          before: until,
          after: { validFrom: "2026-06-01T00:00:00.000Z", validUntil: until.validUntil },
        },
        {
          roleOid: e2,
          change: "period",
          before: UNLIMITED,
          after: { validFrom: "2026-07-01T00:00:00.000Z", validUntil: null },
        },
      ]);
      const lines = await mapper.get(`${setup.base}/policy-changes/${id}/lines.csv`);
      const [header, first] = lines.body.replace("\uFEFF", "").split("\r\n");
      expect(header).toMatch(/,valid_from_before,valid_until_before,valid_from,valid_until$/);
      expect(first).toMatch(/,,2026-07-01,2026-06-01,2026-07-01$/);
      const undone = await undo(id);
      expect(await grantsNow()).toEqual(before);
      await undo(undone.id);
      expect(await grantsNow()).toMatchObject({
        [`${engineer} ${e2}`]: ["2026-07-01T00:00:00.000Z", null],
      });
    });

    test("adds grants for their periods, and removes what it lacks", async () => {
      const [e1, e2, e3] = setup.directory.roles;
      const { Engineer: engineer, "Sales 100%": sales } = setup.directory.orgs;
      await grant(engineer, e3, { validFrom: null, validUntil: "2026-08-01T00:00:00.000Z" });
      await grant(sales, e1);
      const before = await grantsNow();
      const { apply, undo } = await begin();
      const { id, preview } = await apply([
        COLUMNS,
        "Engineer,CRM,Entitlement 1,,2026-06-30",
        "Engineer,CRM,Entitlement 2,2026-06-16,2026-06-30",
        "Sales 100%,,,,",
      ]);
      expect(preview).toMatchObject({ added: 2, removed: 2, periods: 0, orgs: { changed: 2 } });
      expect(await grantsNow()).toEqual({
        [`${engineer} ${e1}`]: [null, "2026-07-01T00:00:00.000Z"],
        [`${engineer} ${e2}`]: ["2026-06-16T00:00:00.000Z", "2026-07-01T00:00:00.000Z"],
      });
      await undo(id);
      expect(await grantsNow()).toEqual(before);
    });

    test("without the columns changes no periods, and with one of them is refused", async () => {
      const [e1] = setup.directory.roles;
      const { Engineer: engineer } = setup.directory.orgs;
      await grant(engineer, e1, { validFrom: null, validUntil: "2026-08-01T00:00:00.000Z" });
      const before = await grantsNow();
      const { mapper, apply } = await begin();
      await apply(["org,resource,entitlement", "Engineer,CRM,Entitlement 1"]);
      expect(await grantsNow()).toEqual(before);
      const lines = ["org,resource,entitlement,valid_from", "Engineer,CRM,Entitlement 1,"];
      const refused = await mapper.post(`${setup.base}/policies/check`, { content: encode(lines) });
      expect(expectError(refused, "EINVALID").fields).toMatchObject([
        { path: "/body/content", message: expect.stringContaining("only one of the columns") },
      ]);
    });

    test("names the line and the column of each wrong date, and then nothing is applied", async () => {
      const { mapper, check } = await begin();
      const content = encode([
        COLUMNS,
        "Engineer,CRM,Entitlement 1,2026-06-15,2026-06-15",
        "Engineer,CRM,Entitlement 2,15.06.2026,",
        "Engineer,CRM,Entitlement 2,,2026-02-30",
        "Engineer,CRM,Entitlement 3,2026-06-15,2026-06-14",
        "Sales 100%,,,2026-06-15,",
        "Sales 100%,,,,2026-06-15",
        "Engineer,CRM,Entitlement 1,2026-06-15,",
      ]);
      const { preview, problems } = await check(content);
      expect(preview).toBeNull();
      const cell = (column: string, reason: ReturnType<typeof message>) =>
        message("policyFile.cell", { column, reason });
      const badDay = (value: string) => message("policyFile.badDay", { value });
      expect(problems).toEqual([
        { line: 3, reason: cell("valid_from", badDay("15.06.2026")) },
        { line: 4, reason: cell("valid_until", badDay("2026-02-30")) },
        { line: 5, reason: cell("valid_until", message("accessRoles.badPeriod")) },
        { line: 6, reason: cell("valid_from", message("policyFile.periodOfNothing")) },
        { line: 7, reason: cell("valid_until", message("policyFile.periodOfNothing")) },
        { line: 8, reason: message("policyFile.otherPeriod", { line: 2 }) },
      ]);
      const body = { content, id: randomUUID(), fingerprint: "x" };
      expectError(await mapper.send("PUT", `${setup.base}/policies`, { body }), "EINVALID");
      expect(await grantsNow()).toEqual({});
    });

    test("is refused if somebody changed one of its periods since the check", async () => {
      const [e1] = setup.directory.roles;
      const { Engineer: engineer } = setup.directory.orgs;
      await grant(engineer, e1);
      const { mapper, check } = await begin();
      const content = encode([COLUMNS, "Engineer,CRM,Entitlement 1,,2026-08-31"]);
      const { preview } = await check(content);
      // Still valid, so that nobody gains or loses access.
      await database.current.db
        .updateTable("inducements")
        .set({ valid_until: new Date("2026-12-01") })
        .execute();
      const body = { content, id: preview?.changeId, fingerprint: preview?.fingerprint };
      expectError(await mapper.send("PUT", `${setup.base}/policies`, { body }), "ECONFLICT");
    });

    test("undo keeps a period that was changed after the import", async () => {
      const [e1, e2] = setup.directory.roles;
      const { Engineer: engineer } = setup.directory.orgs;
      await grant(engineer, e1);
      const { apply, undo } = await begin();
      const line = (no: number, until: string) => `Engineer,CRM,Entitlement ${no},,${until}`;
      const { id } = await apply([COLUMNS, line(1, "2026-08-31"), line(2, "2026-08-31")]);
      setup.api.clock.now = new Date(setup.api.clock.now.getTime() + 1000);
      await apply([COLUMNS, line(1, "2026-09-30"), line(2, "2026-09-30")]);
      const later = await grantsNow();
      await undo(id);
      // Both the replaced period and the added entitlement were changed by the second file.
      expect(await grantsNow()).toEqual(later);
      expect(Object.keys(later)).toHaveLength(2);
      expect(later[`${engineer} ${e2}`]).toEqual([null, "2026-10-01T00:00:00.000Z"]);
    });

    test("does what its check shows, and its undo restores all, for random policies and files", async () => {
      const { apply, undo } = await begin();
      const { Engineer, Ops, "Sales 100%": sales } = setup.directory.orgs;
      const orgs = [
        ["Engineer", Engineer],
        ["Ops", Ops],
        ["Sales 100%", sales],
      ] as const;
      const inDays = (days: number, ms = 0) =>
        new Date(Date.parse("2026-06-15T00:00:00Z") + days * DAY_MS + ms).toISOString();
      const bounds = fc
        .tuple(
          fc.option(fc.integer({ min: -9, max: 3 })),
          fc.option(fc.integer({ min: 4, max: 9 })),
          fc.integer({ min: -12, max: 0 }),
        )
        .map(([from, until, shift]) => ({
          from: from === null ? null : from + shift,
          until: until === null ? null : until + shift,
        }));
      const pick = { org: fc.nat(2), role: fc.nat(2), bounds };
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(fc.record({ ...pick, ms: fc.constantFrom(0, 5_400_000) }), {
            selector: ({ org, role }) => `${org} ${role}`,
          }),
          fc.uniqueArray(fc.record(pick), { selector: ({ org, role }) => `${org} ${role}` }),
          fc.nat(2),
          async (current, wanted, emptied) => {
            await clearPolicies(database.current.db);
            for (const {
              org,
              role,
              bounds: { from, until },
              ms,
            } of current) {
              await grant(orgs[org]?.[1] ?? "", setup.directory.roles[role] ?? "", {
                validFrom: from === null ? null : inDays(from, ms),
                validUntil: until === null ? null : inDays(until, ms),
              });
            }
            const before = await grantsNow();
            const day = (days: number | null) => (days === null ? "" : inDays(days).slice(0, 10));
            const { id } = await apply([
              COLUMNS,
              ...wanted.map(
                ({ org, role, bounds: { from, until } }) =>
                  `${orgs[org]?.[0]},CRM,Entitlement ${role + 1},${day(from)},${day(until)}`,
              ),
              `${orgs[emptied]?.[0]},,,,`,
            ]);
            await undo(id);
            expect(await grantsNow()).toEqual(before);
          },
        ),
        { seed: 20261128, numRuns: 25 },
      );
    });
  });
});

const textOfLine = ({ orgOid, roleOid, change, before, after }: PolicyLine) =>
  textOf(`${orgOid} ${roleOid}`, change, before ?? null, after ?? null);

const textOf = (key: string, change: string, before: Period | null, after: Period | null) =>
  [key, change, ...[before, after].map((one) => one && `${one.validFrom}/${one.validUntil}`)].join(
    " ",
  );

/** How the grants differ, as the lines of a change say it. */
function differences(before: Grants, after: Grants): string[] {
  const periodOf = (grants: Grants, key: string): Period | null => {
    const [validFrom, validUntil] = grants[key] ?? [undefined, undefined];
    return validFrom === undefined ? null : { validFrom, validUntil: validUntil ?? null };
  };
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .flatMap((key) => {
      const [former, current] = [periodOf(before, key), periodOf(after, key)];
      if (JSON.stringify(former) === JSON.stringify(current)) return [];
      const change = former === null ? "added" : current === null ? "removed" : "period";
      return [textOf(key, change, former, current)];
    })
    .toSorted();
}
