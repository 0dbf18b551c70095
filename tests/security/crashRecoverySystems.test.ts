/**
 * Kills a server while it publishes a system, reviews and merges its entitlements, and stores decisions about its
 * accounts: no change is half made, and each acknowledged one is there. `PROVISION_KILLS=200` kills that often on each
 * database.
 */
import { expect } from "vitest";
import type { StoredDecision } from "#events/entities/correlation.ts";
import type { EntitlementMerge, ReviewedEntitlement } from "#events/entities/entitlementReview.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import { importDirectory } from "#server/import/importDirectory.ts";
import { rowsTable } from "#server/import/rowsTable.ts";
import { connectSystem, post, provideTable, waitForEntries } from "./support/connectedFile.ts";
import {
  get,
  send,
  testKillsWhileWriting,
  withServer,
  type Place,
  type WriteKind,
} from "./support/kills.ts";

/** Each decision links the account with the next one of these people, or with nobody after the last one. */
const PEOPLE = 3;
const TURNS = PEOPLE + 1;
/** Each publication selects the next one of these encodings of the file. The first publication prepares the system. */
const ENCODINGS = ["AUTO", "UTF-8", "WINDOWS-1252", "UTF-16"];

interface Filled {
  /** The path of the system within the client. */
  readonly path: string;
  readonly people: readonly string[];
}

/** A client with people, and a system with one account of nobody that holds two entitlements. */
async function fill(source: DatabaseSource): Promise<Filled> {
  const { db, close } = await openDatabase(source);
  const rows = Array.from({ length: PEOPLE }, (_, no) => [`p${no}`]);
  await importDirectory(db, { client: "Bank", identities: rowsTable("identities", ["id"], rows) });
  const people = await db.selectFrom("identities").select("oid").orderBy("external_id").execute();
  await close();
  const path = await withServer(source, async (place) => {
    const connected = await connectSystem(place);
    await provideTable(place, connected, ["0,orphan,reviewed", "0,orphan,kept"]);
    const run = { kind: "full" };
    const { importTaskOid } = await post<{ importTaskOid: string }>(
      place,
      `${connected}/runs`,
      run,
    );
    await waitForEntries(place, `${connected}/runs/${importTaskOid}`, Infinity);
    return connected;
  });
  return { path, people: people.map(({ oid }) => oid) };
}

interface Listed<Name extends string, Item> {
  readonly _embedded: Readonly<Record<Name, readonly Item[]>>;
}

/** Whichever of the known number and the next one belongs to the turn. */
const byTurn = (known: number, turn: number, turns: number) =>
  [known, known + 1].find((n) => n % turns === turn) ?? Number.NaN;

function kindsOf({ path, people }: Filled): readonly WriteKind[] {
  return [publications(path), reviews(path), merges(path), decisions(path, people)];
}

interface Configuration {
  readonly values: readonly { readonly fieldId: string; readonly value: unknown }[];
}

function publications(path: string): WriteKind {
  const system = (place: Place) => get<ConnectedSystem>(place, `${path}/system`);
  return {
    call: "systems/publishSystem",
    write: async (place, n) => {
      const { values } = await get<Configuration>(place, `${path}/configuration`);
      const others = values.filter(
        ({ fieldId, value }) => fieldId !== "encoding" && value !== null,
      );
      const encoding = { fieldId: "encoding", value: ENCODINGS[(n - 1) % ENCODINGS.length] };
      await send(place, "PUT", `${path}/configuration`, {
        values: [...others, encoding].map(({ fieldId, value }) => ({ fieldId, value })),
        secrets: [],
        version: (await system(place)).version,
      });
      await post(place, `${path}/publication`, { version: (await system(place)).version });
    },
    read: async (place, known) => {
      // The next configuration was saved and not published.
      if ((await system(place)).unpublishedChanges) return known;
      const { values } = await get<Configuration>(place, `${path}/configuration`);
      const encoding = values.find(({ fieldId }) => fieldId === "encoding")?.value;
      const turn = (ENCODINGS.indexOf(String(encoding)) + 1) % ENCODINGS.length;
      return byTurn(known, turn, ENCODINGS.length);
    },
  };
}

async function findEntitlement(
  place: Place,
  path: string,
  name: string,
): Promise<ReviewedEntitlement | undefined> {
  const query = new URLSearchParams({ contains: name, size: "100" });
  const { _embedded } = await get<Listed<"entitlements", ReviewedEntitlement>>(
    place,
    `${path}/entitlements?${query.toString()}`,
  );
  return _embedded.entitlements.find((one) => one.name === name);
}

async function requireEntitlement(place: Place, path: string, name: string) {
  const found = await findEntitlement(place, path, name);
  if (!found) throw new Error(`The entitlement ${name} is lost`);
  return found;
}

function reviews(path: string): WriteKind {
  const textOf = (n: number) => `Review ${n}`;
  return {
    call: "entitlements/updateEntitlement",
    write: async (place, n) => {
      const { id, version } = await requireEntitlement(place, path, "reviewed");
      await send(place, "PUT", `${path}/entitlements/${id}`, {
        displayName: textOf(n),
        description: textOf(n),
        ownerId: null,
        position: n,
        excluded: n % 2 === 1,
        version,
      });
    },
    read: async (place) => {
      const found = await requireEntitlement(place, path, "reviewed");
      const n = found.position ?? 0;
      expect([found.displayName, found.description, found.excluded]).toEqual(
        n === 0 ? [null, "", false] : [textOf(n), textOf(n), n % 2 === 1],
      );
      return n;
    },
  };
}

const NO_REVIEW = { displayName: null, description: "", ownerId: null, position: null };

function merges(path: string): WriteKind {
  const nameOf = (n: number) => `merged ${n}`;
  /** Adds an entitlement, unless the name is or was that of one. */
  const isAdded = async ({ http }: Place, n: number) => {
    const sent = { name: nameOf(n), ...NO_REVIEW };
    const { status, body } = await http.send("POST", `${path}/entitlements`, sent);
    expect([201, 400], JSON.stringify(body)).toContain(status);
    return status === 201;
  };
  return {
    call: "entitlements/mergeEntitlements",
    write: async (place, n) => {
      await isAdded(place, n);
      const { id } = await requireEntitlement(place, path, nameOf(n));
      const kept = await requireEntitlement(place, path, "kept");
      const merge = `${path}/entitlements/${kept.id}/merge`;
      const { fingerprint } = await get<EntitlementMerge>(place, `${merge}?mergedIds=${id}`);
      await post(place, merge, { mergedIds: [id], fingerprint });
    },
    // The name of a merged entitlement stays taken.
    read: async (place, known) => {
      expect((await requireEntitlement(place, path, "kept")).holderCount).toBe(1);
      if (known > 0) expect(await findEntitlement(place, path, nameOf(known))).toBeUndefined();
      if (await isAdded(place, known + 1)) return known;
      return (await findEntitlement(place, path, nameOf(known + 1))) ? known : known + 1;
    },
  };
}

function decisions(path: string, people: readonly string[]): WriteKind {
  const stored = async (place: Place) => {
    const { _embedded } = await get<Listed<"decisions", StoredDecision>>(
      place,
      `${path}/correlation/decisions`,
    );
    expect(_embedded.decisions.length).toBeLessThan(2);
    return _embedded.decisions[0];
  };
  const isOrphaned = async (place: Place) => {
    const { _embedded } = await get<Listed<"shadows", unknown>>(
      place,
      `${place.base}/shadows/orphaned`,
    );
    return _embedded.shadows.length === 1;
  };
  return {
    call: "correlation/decideAccount",
    write: async (place, n) => {
      const former = await stored(place);
      if (former) {
        await send(place, "DELETE", `${path}/correlation/decisions/${former.id}`, undefined);
      }
      const person = people[n % TURNS] ?? null;
      await post(place, `${path}/correlation/decisions`, {
        objectClass: "account",
        objectId: "0",
        decision: person === null ? "none" : "link",
        identityOid: person,
      });
    },
    read: async (place, known) => {
      const decision = await stored(place);
      expect(await isOrphaned(place)).toBe(!decision?.identityOid);
      // The former decision was taken back, and the next one not made.
      if (!decision) return known;
      const person = people.indexOf(decision.identityOid ?? "");
      return byTurn(known, person === -1 ? PEOPLE : person, TURNS);
    },
  };
}

testKillsWhileWriting(
  "publications, reviews and merges of entitlements, and decisions about accounts are whole and audited",
  async (source) => kindsOf(await fill(source)),
);
