/** A working day in the builder as a log: drags, typing, selecting, scrolling, with screens and answers in between. */
import { message } from "#events/messages/message.ts";
import { minutePassed, navigated, notificationShown, screenOpened } from "#events/actions/app.ts";
import { loginSubmitted } from "#events/actions/session.ts";
import * as builder from "#events/actions/policyBuilder.ts";
import { getCurrentUser } from "#events/calls/session.ts";
import type { Draft, Envelope } from "#events/kernel/event.ts";
import "#src/app/models.ts";
import { isChecked, NO_OUTCOMES, type OutcomeCheck } from "#src/kernel/log/outcomes.ts";
import { foldSession } from "#src/kernel/log/foldSession.ts";
import type { LoggedSession } from "#src/kernel/log/writeLog.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { randomFrom } from "./generateReport.ts";

const DAY = 8 * 3_600_000;
const START = Date.UTC(2026, 2, 2, 9);
const WORDS = ["ledger", "wire release", "payroll", "audit|reports", "cn=hr_admin", "vault"];

/**
 * @param people whom events name and mention, one every ten events until each has occurred.
 * @returns that many events over eight hours, with their outcomes.
 */
export function generateSession(count: number, seed: number, people = 0): LoggedSession {
  const random = randomFrom(seed);
  const drafts: Draft[] = [];
  let named = 0;
  while (drafts.length < count) {
    drafts.push(...burst(random));
    for (; named < people && named * 10 < drafts.length; named += 1) drafts.push(...person(named));
  }
  const events = drafts.slice(0, count).map((draft, at): Envelope => ({
    ...draft,
    seq: at + 1,
    id: `a1b2c3d4e5f6-${at + 1}`,
    session: "0f1e2d3c4b5a6978",
    time: START + Math.floor((at * DAY) / count) + Math.floor(random() * 40),
    cause: null,
  }));
  const digests = new Map<number, string>();
  const checks: OutcomeCheck[] = [];
  const projections = allProjections().values();
  for (const walked of foldSession({ checkpoint: null, events, outcomes: NO_OUTCOMES }, projections)
    .steps) {
    const { seq, type } = walked.event;
    digests.set(seq, walked.digest);
    if (isChecked(seq, type)) checks.push({ seq, ...walked.check() });
  }
  return {
    id: "0f1e2d3c4b5a6978",
    checkpoint: null,
    events,
    outcomes: { digests, checks, visible: [] },
  };
}

/** Names and mentions a person. */
function person(at: number): readonly Draft[] {
  const username = `given.family${at}@bank.example`;
  return [
    // Without the password, as in a real log.
    { type: loginSubmitted.type, version: loginSubmitted.version, payload: { username } },
    notificationShown({
      message: message("users.validationSent", { email: username }),
      type: "success",
      milliseconds: 7000,
    }),
  ];
}

/** A few consecutive events. */
function burst(random: () => number): readonly Draft[] {
  const whole = (below: number) => Math.floor(random() * below);
  const kind = random();
  if (kind < 0.35) {
    const from = 30 + whole(60);
    return Array.from({ length: 5 + whole(30) }, (_, step) =>
      builder.thresholdMoved({ percent: Math.min(100, from + step * 0.5) }),
    );
  }
  if (kind < 0.55) {
    const word = WORDS[whole(WORDS.length)] ?? "";
    return Array.from(word, (_, at) => builder.filterTextChanged({ text: word.slice(0, at + 1) }));
  }
  if (kind < 0.75) {
    const from = whole(900_000);
    return Array.from({ length: 3 + whole(20) }, (_, step) =>
      builder.tableScrolled({ start: from + step * 40, end: from + step * 40 + 120 }),
    );
  }
  if (kind < 0.94) return [builder.entitlementTicked({ row: whole(1e6), ticked: random() < 0.5 })];
  if (kind < 0.97) return [minutePassed({})];
  if (kind < 0.98) {
    return [
      notificationShown({
        message: message("reports.refreshed"),
        type: "success",
        milliseconds: 7000,
      }),
    ];
  }
  const oid = `6f1c2a34-0000-4000-8000-${String(whole(1e12)).padStart(12, "0")}`;
  const path = `/rbac/role-mapping/${oid}/access-policy-builder`;
  return [
    navigated({ path, how: "push" }),
    screenOpened({ route: "policyBuilder", path, params: { oid } }),
    getCurrentUser.failed({
      status: 503,
      code: "EDOWN",
      reason: message("server.databaseUnreachable"),
    }),
  ];
}
