/** Imports of a connected system, as an administrator's browser starts them, while other requests are answered. */
import { setTimeout as sleep } from "node:timers/promises";
import type { FieldValue } from "#events/entities/connector.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import type { Measurement } from "../harness/figures.ts";
import type { ApiClient } from "../support/apiClient.ts";

const OK = 200;
/** Milliseconds. */
const MAX_RUN = 1_800_000;
const OPEN = ["waiting", "reading", "applying"];

interface Values {
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly secrets: Readonly<Record<string, FieldValue>>;
}

/** Saves the configuration, and publishes it if it differs from the published one. */
export async function configure(
  api: ApiClient,
  resourceId: string,
  { values, secrets }: Values,
): Promise<void> {
  const place = `/resources/${resourceId}`;
  const fieldsOf = (fields: Values["values"]) =>
    Object.entries(fields).map(([fieldId, value]) => ({ fieldId, value }));
  const { version } = await api.json<ConnectedSystem>("GET", `${place}/system`);
  const body = { values: fieldsOf(values), secrets: fieldsOf(secrets), version };
  await api.json("PUT", `${place}/configuration`, body);
  const changed = await api.json<ConnectedSystem>("GET", `${place}/system`);
  if (changed.published && !changed.unpublishedChanges) return;
  await api.json("POST", `${place}/publication`, { version: changed.version });
}

/** Runs the import, and asks for the list of people all the while. */
export async function measureRun(
  api: ApiClient,
  resourceId: string,
  { name, kind }: { readonly name: string; readonly kind: "full" | "changes" },
): Promise<Measurement[]> {
  const place = `/resources/${resourceId}/runs`;
  const others: number[] = [];
  let failed = 0;
  const start = performance.now();
  const { run } = await api.json<{ run: SystemRun }>("POST", place, { kind });
  let changes = 0;
  for (;;) {
    const { lastByte, status: answer } = await api.call("GET", "/identities?size=20");
    others.push(lastByte);
    if (answer !== OK) failed++;
    const found = await api.json<SystemRun>("GET", `${place}/${run.oid}`).catch(() => null);
    if (found?.status === "done") {
      const { added = 0, changed = 0 } = found.counts ?? {};
      changes = added + changed;
      break;
    }
    if (found !== null && !OPEN.includes(found.status)) {
      const { code, detail } = found.problem ?? {};
      throw new Error(`${name} ended as ${found.status}: ${code ?? ""} ${detail ?? ""}`);
    }
    if (performance.now() - start > MAX_RUN) throw new Error(`${name} did not end`);
    await sleep(100);
  }
  const seconds = (performance.now() - start) / 1000;
  return [
    { figure: `${name}: time`, unit: "s", samples: [seconds] },
    { figure: `${name}: objects added and changed`, unit: "count", samples: [changes] },
    { figure: `${name}: other requests`, unit: "ms", samples: others },
    { figure: `${name}: other requests that failed`, unit: "count", samples: [failed] },
  ];
}

/** The time of a run as a share of the first one's. */
export function shareOfFirst(
  figures: readonly Measurement[],
  { name, first }: { readonly name: string; readonly first: string },
): Measurement {
  const timeOf = (run: string) =>
    figures.find(({ figure }) => figure === `${run}: time`)?.samples[0] ?? Number.NaN;
  return {
    figure: `${name}: share of the first run's time`,
    unit: "%",
    samples: [(100 * timeOf(name)) / timeOf(first)],
  };
}
