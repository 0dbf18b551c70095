/**
 * Secrets planted in every field of every event: none may appear in the log, in the browser's storage or in a bundle.
 */
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { getCurrentUser } from "#events/calls/session.ts";
import { ALL_EVENTS } from "#events/catalogue.ts";
import type { Envelope, EventInfo } from "#events/kernel/event.ts";
import { exportSessions } from "#src/app/exportFile.ts";
import "#src/app/models.ts";
import { writeUnloadBuffer } from "#src/app/unloadBuffer.ts";
import { checkReplay } from "#src/kernel/log/checkReplay.ts";
import type { SessionContent } from "#src/kernel/log/storedSession.ts";
import type { SessionBegin } from "#src/kernel/log/logWriter.ts";
import { openLogStore } from "#src/kernel/log/logStore.ts";
import { createMasker } from "#src/kernel/log/masking.ts";
import {
  isChecked,
  NO_OUTCOMES,
  type OutcomeBatch,
  type OutcomeCheck,
} from "#src/kernel/log/outcomes.ts";
import { readLog } from "#src/kernel/log/readLog.ts";
import { foldSession } from "#src/kernel/log/foldSession.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { createAppend } from "#src/kernel/recorder.ts";
import { keptRecords, plainTextOf } from "../../support/keptRecords.ts";
import { KEY, own } from "../../support/storedEvents.ts";

const PLANTED = 10_000;
const START = Date.UTC(2026, 2, 2, 9);

interface Node {
  readonly "x-sensitivity"?: "secret" | "personal" | "typed" | "sentence" | "address";
  readonly type?: string;
  readonly const?: unknown;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly patternProperties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

/** Generates values of schemas with a canary in each secret or personal text, and in unknown fields. */
class Planter {
  planted = 0;
  private turn = 0;
  private lastPerson = "nobody";

  value(node: Node, within: "secret" | "personal" | null = null): unknown {
    const own = node["x-sensitivity"];
    if (own === "sentence" && within === null) return `About ${this.lastPerson}.`;
    if (own === "address" && within === null) return this.address();
    if (own === "typed" && within === null) return this.unmentioned(() => this.canary("personal"));
    const isText = own === "sentence" || own === "address" || own === "typed";
    const kind = within === "secret" || isText ? within : (own ?? within);
    if (node.const !== undefined) return node.const;
    if (node.anyOf) {
      this.turn += 1;
      return this.value(node.anyOf[this.turn % node.anyOf.length] as Node, kind);
    }
    switch (node.type) {
      case "string":
        return kind === null ? "some text" : this.canary(kind);
      case "integer":
      case "number":
        return Math.max(node.minimum ?? 0, 1);
      case "boolean":
        return true;
      case "null":
        return null;
      case "array":
        return [this.value(node.items ?? {}, kind), this.value(node.items ?? {}, kind)];
      case "object":
        return this.object(node, kind);
      default:
        return kind === null ? "anything" : this.canary(kind);
    }
  }

  /** The address of a search, of a redirect, and with an unread parameter. */
  private address(): string {
    this.turn += 1;
    return this.unmentioned(() => this.addressOf(this.turn));
  }

  private addressOf(turn: number): string {
    const query = new URLSearchParams({ status: "archived", contains: this.canary("personal") });
    const path = `/users?${query}&who=${this.canary("personal")}#${this.canary("personal")}`;
    const forms = [path, `/?${new URLSearchParams({ redirect: path })}`, encodeURIComponent(path)];
    return forms[turn % forms.length] ?? path;
  }

  /** No sentence mentions people who were only typed or who occur only in unread places. */
  private unmentioned(plant: () => string): string {
    const { lastPerson } = this;
    const planted = plant();
    this.lastPerson = lastPerson;
    return planted;
  }

  private object(
    { properties = {}, patternProperties = {} }: Node,
    kind: "secret" | "personal" | null,
  ) {
    const fields = Object.entries(properties).map(([key, field]) => [key, this.value(field, kind)]);
    const records = Object.values(patternProperties).map((field) => ["1", this.value(field, kind)]);
    // A record accepts any key.
    const unknown = records.length === 0 ? [["canary", this.canary("unknown")]] : [];
    return Object.fromEntries([...records, ...fields, ...unknown]);
  }

  private canary(kind: "secret" | "personal" | "unknown"): string {
    this.planted += 1;
    const planted = `canary-${kind}-${this.planted}`;
    if (kind === "personal") this.lastPerson = planted;
    return planted;
  }
}

const projections = [...allProjections().values()];
const planter = new Planter();
let session: SessionContent;
/** A late point of the session, as the browser stores it. */
let begin: SessionBegin;

beforeAll(() => {
  let ids = 0;
  const append = createAppend({
    now: () => START + ids * 1000,
    newId: () => `s-${(ids += 1)}`,
    sessionOf: () => "s",
  });
  const record = (definition: EventInfo, payload: unknown): Envelope =>
    append({ definition, payload, cause: null }).envelope;
  const events: Envelope[] = [];
  while (planter.planted < PLANTED) {
    for (const definition of ALL_EVENTS.values()) {
      events.push(record(definition, planter.value(definition.schema)));
    }
  }
  const digests = new Map<number, string>();
  const checks: OutcomeCheck[] = [];
  const walk = foldSession({ checkpoint: null, events, outcomes: NO_OUTCOMES }, projections);
  // Right after a sign-in, because the states would otherwise contain nobody.
  const moment = events.findLast(({ type }) => type === getCurrentUser.succeeded.type)?.seq ?? 0;
  const masker = createMasker({ begins: null, projections: allProjections });
  for (const { event, digest, check } of walk.steps) {
    const { seq, time, type } = event;
    digests.set(seq, digest);
    if (isChecked(seq, type)) checks.push({ seq, ...check() });
    masker.push(event);
    if (seq !== moment) continue;
    const { personal, ...snapshot } = masker.snapshot(Object.fromEntries(walk.states));
    begin = { checkpoint: { seq, time, ...snapshot }, personal };
  }
  session = {
    id: "s",
    build: "0.1.0",
    checkpoint: null,
    personal: [],
    events,
    outcomes: { digests, checks, visible: [] },
  };
});

async function bundleOf(
  chosen: { withNames?: boolean; since?: number } = {},
  of: SessionContent = session,
): Promise<Blob> {
  const { withNames = false, since = null } = chosen;
  const { file } = await exportSessions([{ ...of, since }], {
    build: "0.1.0",
    withNames,
    bodyOf: async () => null,
    progressed: () => undefined,
  });
  return file;
}

async function textOf(bundle: Blob): Promise<string> {
  return new Response(bundle.stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

function found(text: string): readonly string[] {
  return [...new Set(text.match(/canary-[a-z]+/g) ?? [])].toSorted((a, b) => (a < b ? -1 : 1));
}

describe(`of ${PLANTED} planted canaries`, () => {
  it("the log and the browser's storage contain no secret and no unknown field", async () => {
    expect(planter.planted).toBeGreaterThanOrEqual(PLANTED);
    expect(found(JSON.stringify(session.events))).toEqual(["canary-personal"]);

    const { checkpoint, personal } = begin;
    const { digests, checks, visible } = session.outcomes;
    const batch: OutcomeBatch = { first: 1, digests: [...digests.values()], checks, visible };
    globalThis.indexedDB = new IDBFactory();
    const store = await openLogStore();
    await store.append(own("s"), session.events);
    await store.addOutcomes(own("s"), batch);
    await store.addCheckpoint(own("s"), checkpoint, personal);
    // The records are encrypted.
    expect(found(plainTextOf(await keptRecords()))).toEqual([]);
    const { events, outcomes } = await store.read("s", KEY);
    expect(found(JSON.stringify(events))).toEqual(["canary-personal"]);
    expect(found(JSON.stringify(outcomes))).toEqual(["canary-personal"]);
    store.close();

    const left = new Map<string, string>();
    vi.stubGlobal("localStorage", { setItem: (key: string, text: string) => left.set(key, text) });
    const words = { session: "s", build: "0.1.0", user: null, begins: begin, before: [] };
    writeUnloadBuffer({ ...words, events: session.events, outcomes: [batch] }, own("s"));
    vi.unstubAllGlobals();
    expect(left.size).toBe(1);
    expect(found([...left.values()].join())).toEqual([]);
  });

  it("the start state of an export contains none once the events before are gone", async () => {
    const { checkpoint, personal } = begin;
    expect(found(JSON.stringify(checkpoint.states))).toEqual(["canary-personal"]);
    const masked = { ...checkpoint.states, ...checkpoint.masked?.states };
    expect(found(JSON.stringify(masked))).toEqual([]);
    const events = session.events.filter(({ seq }) => seq > checkpoint.seq);
    expect(events.length).toBeGreaterThan(0);
    const rest = { ...session, checkpoint, personal, events };
    expect(found(await textOf(await bundleOf({}, rest)))).toEqual([]);
  });

  it("a bundle contains none, and can be read and replayed", async () => {
    const bundle = await bundleOf();
    expect(found(await textOf(bundle))).toEqual([]);
    const opened = await readLog(bundle.stream());
    const [replayed] = opened.sessions;
    if (!replayed) throw new Error("The bundle holds no session");
    expect(replayed.events).toHaveLength(session.events.length);
    const { checks } = session.outcomes;
    expect(found(JSON.stringify(checks))).toEqual(["canary-personal"]);
    expect(Object.keys(replayed.outcomes.checks[0]?.values ?? {})).not.toEqual([]);
    expect(checkReplay(replayed, projections)).toMatchObject({
      divergence: null,
      outcomes: session.events.length,
      checks: checks.length,
    });
  });

  it("a bundle that starts with a state contains none", async () => {
    const signedIn = session.events.findLast(({ type }) => type === getCurrentUser.succeeded.type);
    const tail = { since: (signedIn?.time ?? 0) + 1 };
    const named = await readLog((await bundleOf({ ...tail, withNames: true })).stream());
    expect(found(JSON.stringify(named.sessions[0]?.checkpoint))).toEqual(["canary-personal"]);
    expect(found(await textOf(await bundleOf(tail)))).toEqual([]);
  });

  it("a bundle with names contains only those of names", async () => {
    const text = await textOf(await bundleOf({ withNames: true }));
    expect(found(text)).toEqual(["canary-personal"]);
  });
});
