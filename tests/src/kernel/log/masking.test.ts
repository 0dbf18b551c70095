/**
 * Wherever a log is cut, and whether or not earlier events exist, an export with pseudonyms starts in the state that
 * the same history with pseudonyms leads to. Names include words that are common in states.
 */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import {
  minutePassed,
  navigated,
  notificationShown,
  screenOpened,
  themeChosen,
} from "#events/actions/app.ts";
import { paletteToggled, paletteTyped } from "#events/actions/palette.ts";
import { forgotPassword } from "#events/calls/password.ts";
import { usernameChanged } from "#events/actions/session.ts";
import { userForm, userList } from "#events/actions/users.ts";
import { memberList } from "#events/actions/roleMapping.ts";
import { getCurrentUser, login, logout } from "#events/calls/session.ts";
import { getUser, listUsers } from "#events/calls/users.ts";
import type { Draft, Envelope } from "#events/kernel/event.ts";
import "#src/app/models.ts";
import { checkReplay } from "#src/kernel/log/checkReplay.ts";
import { exportedSessions } from "#src/kernel/log/exportLog.ts";
import type { SessionContent } from "#src/kernel/log/storedSession.ts";
import { createMasker, leftIn, type MaskedCheckpoint } from "#src/kernel/log/masking.ts";
import { NO_OUTCOMES } from "#src/kernel/log/outcomes.ts";
import { runSteps } from "#src/kernel/log/steps.ts";
import type { LoggedSession } from "#src/kernel/log/writeLog.ts";
import { allProjections, type Projection } from "#src/kernel/projection.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { statesAfter } from "../../support/statesAfter.ts";
import { said } from "../../../support/english.ts";

const KEY = new Uint8Array(32).fill(7);
let projections: readonly Projection[];
beforeAll(() => {
  projections = [...allProjections().values()];
});

/** Words of states, of addresses and of hex, short ones and other characters; and unique ones. */
const WORDS = [
  "user",
  "support",
  "users/pages",
  "Success",
  "admin",
  "ada",
  "us",
  "true",
  "é &=?%+",
];
const CANARIES = ["canary.lovelace", "canary@ray.example", "Canary O'Neil + Söhne", 'can"ary\\'];
const name = fc.constantFrom(...WORDS, ...CANARIES);

const usersPath = (contains: string) =>
  `/users?${new URLSearchParams({ contains, status: "archived" }).toString()}`;
const draft: fc.Arbitrary<Draft> = fc.oneof(
  name.map((text) => paletteTyped({ text })),
  fc.boolean().map((open) => paletteToggled({ open })),
  name.map((text) => userList.searchTyped({ text })),
  name.map((text) => userList.searchSettled({ text })),
  name.map((text) => memberList.searchTyped({ text })),
  name.map((value) => userForm.changed({ values: { jobTitle: value } })),
  name.map((username) => usernameChanged({ username })),
  name.map((text) => navigated({ path: usersPath(text), how: "push" as const })),
  name.map((text) => screenOpened({ route: "users", path: usersPath(text), params: {} })),
  name.map((text) => {
    const path = `/?${new URLSearchParams({ redirect: usersPath(text) }).toString()}`;
    return screenOpened({ route: "login", path, params: {} });
  }),
  name.map((text) =>
    notificationShown({
      message: said(`${text} was saved.`),
      type: "success" as const,
      milliseconds: 7,
    }),
  ),
  fc.constant(screenOpened({ route: "support", path: "/support", params: {} })),
  fc.constant(themeChosen({ theme: "dark" })),
  name.map((username) =>
    getCurrentUser.succeeded({ status: 200, body: { ...makeUser(), username, email: username } }),
  ),
  name.map((username) =>
    login.failed({ status: 409, code: "ECONFLICT", reason: said(`${username} is taken`) }),
  ),
  name.map((username) =>
    getUser.succeeded({ status: 200, body: { ...makeUser(), id: uuid(3), username } as never }),
  ),
  name.map((contains) =>
    listUsers.requested({ params: { clientId: uuid(1) }, query: { contains } }),
  ),
);
const END = logout.succeeded({ status: 200, body: { userTimedOut: false } } as never);

/** A sentence only mentions people of earlier events. */
function eventsOf(drafts: readonly Draft[]): readonly Envelope[] {
  const all = [
    minutePassed({}),
    ...[...WORDS, ...CANARIES].map((email) => forgotPassword.requested({ body: { email } })),
    ...drafts,
    getCurrentUser.succeeded({ status: 200, body: { ...makeUser(), username: "canary.me" } }),
  ];
  return all.map((one, at) => ({
    ...one,
    seq: at + 1,
    id: `s-${at + 1}`,
    session: "s",
    time: at,
    cause: at > 0 ? `s-${at}` : null,
  }));
}

const contentOf = (
  events: readonly Envelope[],
  checkpoint: MaskedCheckpoint | null = null,
  personal: readonly string[] = [],
): SessionContent => ({
  id: "s",
  build: "1",
  checkpoint,
  personal,
  events,
  outcomes: NO_OUTCOMES,
});

function exported(session: SessionContent, since: number | null = null): LoggedSession {
  const [one] = runSteps(exportedSessions([{ session, since }], KEY, projections));
  if (!one) throw new Error("Nothing was exported");
  return one;
}

const statesOf = (session: LoggedSession, count: number) =>
  Object.fromEntries(statesAfter(session, projections, count));

/** A stored checkpoint after `count` events; pending events are folded now and then. */
function keptAfter(events: readonly Envelope[], count: number, begins?: MaskedCheckpoint) {
  let passed = 0;
  const personal = begins ? [...WORDS, ...CANARIES] : [];
  const masker = createMasker({
    begins: begins ? { checkpoint: begins, personal } : null,
    projections: allProjections,
  });
  for (const event of events.slice(0, count)) {
    passed += 1;
    masker.push(event);
    if (passed % 5 === 0) masker.catchUp();
  }
  const states = statesOf({ ...contentOf(events), checkpoint: begins ?? null }, count);
  const seq = events[count - 1]?.seq ?? begins?.seq ?? 1;
  const { personal: texts, ...snapshot } = masker.snapshot(states);
  return {
    checkpoint: { seq, time: seq, ...snapshot },
    personal: texts,
    snapshot: { ...snapshot, personal: texts },
  };
}

const cut = fc.double({ min: 0, max: 1, noNaN: true });
const history = fc.array(draft, { maxLength: 40 }).map(eventsOf);
const options = { numRuns: 150, seed: 45 };

describe("an export with pseudonyms", () => {
  it("starts at any cut in the state that the whole log leads to", () => {
    fc.assert(
      fc.property(history, cut, (events, part) => {
        const at = Math.floor(part * (events.length - 1));
        const whole = exported(contentOf(events));
        const tail = exported(contentOf(events), at);
        expect(tail.events).toEqual(whole.events.slice(at));
        if (at > 0) expect(tail.checkpoint?.states).toEqual(statesOf(whole, at));
        expect(JSON.stringify(tail)).not.toMatch(/canary/i);
        expect(checkReplay(tail, projections).divergence).toBeNull();
        const end = statesOf(tail, tail.events.length) as { session?: { user: unknown } };
        expect(end.session?.user).not.toBeNull();
      }),
      options,
    );
  });

  it("starts in the same state if earlier events are gone", () => {
    fc.assert(
      fc.property(history, cut, (events, part) => {
        const at = Math.max(1, Math.floor(part * (events.length - 1)));
        const { checkpoint, personal } = keptAfter(events, at);
        const tail = exported(contentOf(events.slice(at), checkpoint, personal));
        const whole = exported(contentOf(events));
        expect(tail.events).toEqual(whole.events.slice(at));
        expect(tail.checkpoint?.states).toEqual(statesOf(whole, at));
        expect(JSON.stringify(tail)).not.toMatch(/canary/i);
      }),
      options,
    );
  });

  it("contains no name carried over from session to session", () => {
    fc.assert(
      fc.property(history, cut, (events, part) => {
        const at = Math.max(1, Math.floor(part * (events.length - 1)));
        const first = keptAfter(events, at);
        const begins = leftIn(first.snapshot);
        const out: Envelope = { ...(events[at] as Envelope), ...END };
        const second = keptAfter([out], 1, { ...first.checkpoint, ...begins });
        const third = contentOf([], second.checkpoint, leftIn(second.snapshot).personal);
        expect(JSON.stringify(exported(third))).not.toMatch(/canary/i);
      }),
      options,
    );
  });

  it("contains nothing of a state that was stored without tokens", () => {
    const states = { "login/form": { username: "canary" } };
    const kept = contentOf([], { seq: 3, time: 3, states }, ["canary"]);
    const begins = { seq: 3, time: 3, states: {}, lost: ["login/form"] };
    expect(exported(kept).checkpoint).toEqual(begins);
    const versioned = contentOf([], { seq: 3, time: 3, states, versions: { "login/form": 1 } });
    expect(exported(versioned).checkpoint).toMatchObject(begins);
  });

  it("continues after a failing reducer, as the app does", () => {
    const [first] = eventsOf([]);
    if (!first) throw new Error("There is no event");
    const breaks = { ...first, ...listUsers.succeeded({ status: 200, body: null as never }) };
    const masker = createMasker({ begins: null, projections: allProjections });
    masker.push(breaks);
    expect(masker.snapshot({ "app/theme": "system" }).masked.states).toEqual({});
  });

  it("does not treat typed text as a name in sentences, and does not contain it", () => {
    const events = eventsOf([
      paletteTyped({ text: "saved" }),
      notificationShown({ message: said("It was saved."), type: "success", milliseconds: 7 }),
    ]);
    const { checkpoint, personal } = keptAfter(events, events.length);
    expect(personal).not.toContain("saved");
    expect(checkpoint.masked.typed).toEqual(["saved"]);
    const { states } = exported(contentOf([], checkpoint, personal)).checkpoint ?? {};
    expect(states).toMatchObject({ "palette/search": { text: expect.stringMatching(/^p-/) } });
    expect(JSON.stringify(states)).toContain("It was saved.");
  });

  it("contains no tokens in its file", () => {
    const { checkpoint, personal } = keptAfter(eventsOf([]), 5);
    const session = contentOf([], checkpoint, personal);
    const [named] = runSteps(exportedSessions([{ session, since: null }], null, projections));
    const written = ["seq", "time", "states", "versions"];
    expect(Object.keys(named?.checkpoint ?? {})).toEqual(written);
    expect(Object.keys(exported(session).checkpoint ?? {})).toEqual(written);
  });
});
