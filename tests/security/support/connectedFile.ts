/** A connected system whose table an administrator uploads to a server process. */
import { setTimeout } from "node:timers/promises";
import { expect } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SystemFile } from "#events/entities/systemConfiguration.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { IMPORT_PART_BYTES, partsOf } from "#events/rules/directoryImport.ts";
import type { NewSystem } from "../../server/systems/support.ts";
import { get, send, type Place } from "./kills.ts";

export const post = <Body>(place: Place, path: string, sent: unknown = {}) =>
  send<Body>(place, "POST", path, sent);

/** @returns the path of a new system. */
export async function connectSystem(place: Place, more: NewSystem = {}): Promise<string> {
  const system = await post<ConnectedSystem>(place, `${place.base}/systems`, {
    connectorId: 1,
    kind: "export",
    name: "Terminals",
    description: "",
    ownerId: null,
    ...more,
  });
  return `${place.base}/resources/${system.id}`;
}

/** Uploads a file, selects it and publishes that. */
export async function provideTable(
  place: Place,
  path: string,
  rows: readonly string[],
): Promise<void> {
  const bytes = Buffer.from(["id,login,right", ...rows].join("\n"));
  const file = await post<SystemFile>(place, `${path}/files`, {
    name: "file.csv",
    size: bytes.length,
  });
  for (let part = 0; part < partsOf(bytes.length); part++) {
    const from = part * IMPORT_PART_BYTES;
    await send(place, "PUT", `${path}/files/${file.id}/parts`, {
      part,
      content: bytes.subarray(from, from + IMPORT_PART_BYTES).toString("base64"),
    });
  }
  const version = async () => (await get<ConnectedSystem>(place, `${path}/system`)).version;
  const values = Object.entries({
    file: file.id,
    idColumn: "id",
    nameColumn: "login",
    entitlementColumn: "right",
  }).map(([fieldId, value]) => ({ fieldId, value }));
  await send(place, "PUT", `${path}/configuration`, {
    values,
    secrets: [],
    version: await version(),
  });
  await post(place, `${path}/publication`, { version: await version() });
}

/**
 * Approves the plan of the run.
 *
 * @returns whether the run applied as many entries and goes on; false if it is done.
 */
export async function waitForEntries(
  place: Place,
  path: string,
  entries: number,
): Promise<boolean> {
  for (;;) {
    const run = await get<SystemRun>(place, path);
    if (run.status === "done") return false;
    expect(["failed", "undone"]).not.toContain(run.status);
    if (run.status === "planned") await post(place, `${path}/approve`, { hash: run.hash });
    if (run.status === "applying" && run.progress >= entries) return true;
    // The server refuses a client that polls without pauses.
    await setTimeout(20);
  }
}
