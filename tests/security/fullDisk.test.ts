/**
 * The disk of a running server becomes full while a table is uploaded and users are added, or while a connected system is
 * imported. Users are told so, nothing that was acknowledged is lost, and the server goes on once space is free.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, vi } from "vitest";
import type { SystemFile } from "#events/entities/systemConfiguration.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { IMPORT_PART_BYTES } from "#events/rules/directoryImport.ts";
import { connectSystem, post, provideTable } from "./support/connectedFile.ts";
import { get, type Place } from "./support/kills.ts";
import { testOnSmallDisk } from "./support/smallDisk.ts";

/** Of the table that does not fit. */
const PARTS = 200;
const WAIT = { timeout: 60_000, interval: 250 };
/** Of the answers to writes while the disk is full. */
const REMEDIES = /disk is full/i;
/** Of the connected system. Their entries take several megabytes. */
const ACCOUNTS = 9000;
/** Longer than the attempts of a run that fails each time. */
const FULL_TIME = 30_000;

testOnSmallDisk(
  "a full disk loses nothing that was acknowledged, users are told, and the server goes on once there is space",
  async ({ place, fill, free }) => {
    expect((await readiness(place)).status).toBe(200);
    const names = (await addUsers(place, "before", 3)).acknowledged;

    // A table is uploaded.
    const path = await connectSystem(place);
    const file = await post<SystemFile>(place, `${path}/files`, {
      name: "b.csv",
      size: PARTS * IMPORT_PART_BYTES,
    });
    fill();
    await expectFull(async (part) =>
      place.http.send("PUT", `${path}/files/${file.id}/parts`, {
        part,
        content: randomBytes(IMPORT_PART_BYTES).toString("base64"),
      }),
    );
    const refused = await addUsers(place, "full", 2000);
    names.push(...refused.acknowledged);
    expect(refused.refusal).toMatchObject({ status: 507, body: { code: "EDISKFULL" } });
    await untilFull(place);
    expect((await place.http.send("GET", "/healthz")).status).toBe(200);
    free();
    await untilReady(place);
    names.push(...(await addUsers(place, "freed", 2)).acknowledged);

    for (const name of names) {
      const found = await get<{ page: { totalElements: number } }>(
        place,
        `${place.base}/users?contains=${name}`,
      );
      expect(found.page.totalElements, name).toBe(1);
    }
  },
);

testOnSmallDisk(
  "an import of a connected system waits while the disk is full, says so, and goes on once there is space",
  async ({ place, fill, free }) => {
    const path = await connectSystem(place);
    const rows = Array.from({ length: ACCOUNTS }, (_, at) => `${at},user${at},${"r".repeat(80)}`);
    await provideTable(place, path, rows);
    const { importTaskOid } = await post<{ importTaskOid: string }>(place, `${path}/runs`, {
      kind: "full",
    });
    fill();
    const run = `${path}/runs/${importTaskOid}`;
    await vi.waitFor(async () => {
      expect((await get<SystemRun>(place, run)).problem).toEqual({
        code: "diskFull",
        step: null,
        detail: "",
      });
    }, WAIT);
    await untilFull(place);
    const until = Date.now() + FULL_TIME;
    while (Date.now() < until) {
      const { status, body } = await place.http.send("GET", run);
      // The embedded database writes its log on the same disk, also for some reads.
      if (status === 507) expect(body).toMatchObject({ code: "EDISKFULL" });
      else expect(["reading", "applying"]).toContain((body as SystemRun).status);
      await sleep(1000);
    }
    free();
    await untilReady(place);
    await vi.waitFor(async () => {
      expect(await get<SystemRun>(place, run)).toMatchObject({
        status: "done",
        problem: null,
        counts: { added: ACCOUNTS },
      });
    }, WAIT);
  },
);

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const readiness = ({ http }: Place): Promise<Answer> => http.send("GET", "/readyz");

async function untilFull(place: Place): Promise<void> {
  await vi.waitFor(async () => {
    expect(await readiness(place)).toMatchObject({
      status: 503,
      body: { status: "unavailable", disk: "full" },
    });
  }, WAIT);
}

async function untilReady(place: Place): Promise<void> {
  await vi.waitFor(async () => expect((await readiness(place)).status).toBe(200), WAIT);
}

/** Adds users until one is refused. */
async function addUsers(place: Place, prefix: string, count: number) {
  const acknowledged: string[] = [];
  for (let at = 0; at < count; at++) {
    const username = `${prefix}-${String(at).padStart(4, "0")}-x`;
    const answer = await place.http.send("POST", `${place.base}/users`, {
      username,
      familyName: "F".repeat(100),
      givenName: "G".repeat(100),
      jobTitle: "J".repeat(100),
      email: `${username}@example.com`,
      phoneNumber: null,
      phoneExtension: null,
      isHr: false,
      isAd: false,
      archived: false,
      resourceIds: [],
      roleIds: [],
    });
    if (answer.status !== 201) return { acknowledged, refusal: answer };
    acknowledged.push(username);
  }
  return { acknowledged, refusal: null };
}

/** The first parts may still fit into space that the database has reserved. */
async function expectFull(send: (part: number) => Promise<Answer>): Promise<void> {
  let answer: Answer = { status: 200, body: {} };
  for (let part = 0; part < PARTS && answer.status === 200; part++) answer = await send(part);
  const { code, message } = answer.body as { readonly code: string; readonly message: string };
  expect([answer.status, code]).toEqual([507, "EDISKFULL"]);
  expect(message).toMatch(REMEDIES);
}
