// @vitest-environment happy-dom
/** Accounts beside their candidates: what is compared, and deciding by keys. */
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decideAccount, getCorrelation, listResults } from "#events/calls/correlation.ts";
import type {
  Candidate,
  ComparedField,
  Correlation,
  CorrelationResult,
  Simulation,
} from "#events/entities/correlation.ts";
import { PERMISSION_GROUPS } from "#events/rules/permissions.ts";
import "#src/features/correlation/models.ts";
import { Queue } from "#src/features/correlation/Queue.tsx";
import { openResult } from "#src/features/correlation/resultsModel.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { notificationsOf } from "../../support/told.ts";

const RESOURCE = uuid(7);
const [EMAIL, FAMILY] = [uuid(21), uuid(22)];

const SIMULATION: Simulation = {
  oid: uuid(30),
  no: 1,
  status: "done",
  progress: 3,
  settings: { linkFrom: 0.98, reviewFrom: 0.2 },
  counts: {
    accounts: 3,
    identities: 20,
    matched: 0,
    probable: 0,
    several: 2,
    none: 1,
    decided: 0,
    linked: 0,
    moved: 0,
    orphaned: 0,
    unchanged: 3,
    pairs: 40,
  },
  quality: { precision: 1, recall: 1 },
  weights: [],
  blocking: [],
  outdated: false,
  undoable: false,
  actor: "admin",
  createdAt: "2026-03-02T08:00:00.000Z",
  endedAt: "2026-03-02T08:01:00.000Z",
  appliedBy: null,
  appliedAt: null,
};
const STATE: Correlation = {
  resourceId: RESOURCE,
  resourceName: "Payroll",
  attributes: ["mail", "sn"],
  accountCount: 3,
  ownedCount: 0,
  openCount: 3,
  decidedCount: 0,
  settings: SIMULATION.settings,
  simulation: SIMULATION,
  appliedOid: null,
};

const email = (changes: Partial<ComparedField>): ComparedField => ({
  ruleId: EMAIL,
  field: "email",
  value: "zoe@a.example",
  agreement: "same",
  weight: 9.5,
  ...changes,
});
const family = (changes: Partial<ComparedField>): ComparedField => ({
  ruleId: FAMILY,
  field: "familyName",
  value: "Twin",
  agreement: "similar",
  weight: 3.25,
  ...changes,
});
const makeCandidate = (n: number, changes: Partial<Candidate> = {}): Candidate => ({
  identityOid: uuid(100 + n),
  name: `Person ${n}`,
  username: `p${n}`,
  jobTitle: "Teller",
  department: null,
  probability: 0.5,
  fields: [email({}), family({})],
  ...changes,
});
const makeResult = (
  no: number,
  name: string,
  candidates: readonly Candidate[],
): CorrelationResult => ({
  no,
  kind: candidates.length === 0 ? "none" : "several",
  objectClass: "user",
  objectId: `id-${name}`,
  name,
  owner: null,
  values: [
    { ruleId: EMAIL, field: "email", value: "zoe@a.example" },
    { ruleId: FAMILY, field: "familyName", value: null },
  ],
  candidates: [...candidates],
});
const NINE = Array.from({ length: 9 }, (_, n) => makeCandidate(n + 1));
const TWO = [
  makeCandidate(1, { probability: 0.61 }),
  makeCandidate(2, {
    username: "zoe2",
    jobTitle: "Auditor",
    probability: 0.25,
    fields: [
      email({ value: "zora@a.example", agreement: "different", weight: -4.5 }),
      family({ value: "Twin", agreement: "missing", weight: 0 }),
    ],
  }),
];
const RESULTS = [
  makeResult(1, "twin", TWO),
  makeResult(2, "many", NINE),
  makeResult(3, "stranger", []),
];

let app: TestApp;

async function open(user = makeUser()): Promise<void> {
  app = createTestApp();
  await app.signIn(user);
  const path = `/resources/${RESOURCE}/match-user-accounts`;
  await app.open("correlation", path, { resourceId: RESOURCE });
  await app.reply(getCorrelation, STATE);
  await app.reply(listResults, halList("results", RESULTS));
  render(
    <Provider value={app.scope}>
      <Queue simulation={SIMULATION} />
    </Provider>,
  );
  await show(1);
}
const show = (no: number) => act(() => app.act(openResult, { no }));
const account = (name: string) => screen.getByRole("region", { name });
/** Presses a key where the focus is: in the open account. */
const press = (key: string, modifiers: { readonly ctrlKey?: boolean } = {}) =>
  act(async () => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...modifiers });
    await app.settle();
  });
const sent = () => app.waiting(decideAccount).map(({ input }) => input.body);
const decisionOn = (name: string, decision: string, identityOid: string | null) => ({
  objectClass: "user",
  objectId: `id-${name}`,
  decision,
  identityOid,
});

afterEach(cleanup);

describe("the comparison", () => {
  beforeEach(() => open());
  const rows = () => {
    const table = within(screen.getByRole("region", { name: "Comparison by rule" }));
    return table
      .getAllByRole("row")
      .map((row) => [...row.querySelectorAll("th, td")].map(({ textContent }) => textContent));
  };

  it("shows the name, username, job title and probability of each candidate", () => {
    const [head] = rows();
    expect(head).toHaveLength(4);
    expect(head?.[2]).toMatch(/^Candidate 1Person 1p1 · Teller61\s?%$/);
    expect(head?.[3]).toMatch(/^Candidate 2Person 2zoe2 · Auditor25\s?%$/);
  });

  it("shows the evidence of each rule: both texts, how they agree, and its bits", () => {
    const [, byEmail, byName] = rows();
    expect(byEmail).toEqual([
      "Email",
      "zoe@a.example",
      "zoe@a.examplesame 9.5 bits",
      expect.stringMatching(/^zora@a\.exampledifferent [-−]4\.5 bits$/),
    ]);
    expect(byName?.slice(1)).toEqual([
      "–",
      expect.stringMatching(/^Twinsimilar 3\.\d+ bits$/),
      "Twinmissing from the account ",
    ]);
  });

  it("offers the clearly best candidate first, and nobody where two are about equal", async () => {
    const button = (no: number) =>
      screen.getByRole("button", { name: new RegExp(`Link to candidate ${no}`) });
    expect(button(1).className).not.toBe(button(2).className);
    await show(2);
    expect(button(1).className).toBe(button(2).className);
  });
});

describe("keys", () => {
  it.each(NINE.map(({ identityOid }, at) => [String(at + 1), identityOid] as const))(
    "%s links the account to that candidate",
    async (key, identityOid) => {
      await open();
      await show(2);
      await press(key);
      expect(sent()).toEqual([decisionOn("many", "link", identityOid)]);
    },
  );

  it("x rules the first candidate out, n leaves the account without an owner", async () => {
    await open();
    await press("x");
    expect(sent()).toEqual([decisionOn("twin", "different", TWO[0]?.identityOid ?? "")]);
    cleanup();
    await open();
    await press("N");
    expect(sent()).toEqual([decisionOn("twin", "none", null)]);
  });

  it("s skips to the next account and decides nothing", async () => {
    await open();
    await press("s");
    expect(account("many")).toBe(document.activeElement);
    await press("s");
    expect(account("stranger")).toBe(document.activeElement);
    expect(sent()).toEqual([]);
  });

  it("decide one account after another, without a click in between", async () => {
    await open();
    await press("2");
    // A second key before the answer decides nothing.
    await press("1");
    expect(sent()).toEqual([decisionOn("twin", "link", TWO[1]?.identityOid ?? "")]);
    await act(() =>
      app.reply(decideAccount, {
        id: uuid(50),
        objectClass: "user",
        objectId: "id-twin",
        name: "twin",
        decision: "link",
        identityOid: TWO[1]?.identityOid ?? null,
        identity: "Person 2",
        username: "zoe2",
        decidedBy: "admin",
        decidedAt: "2026-03-02T09:00:00.000Z",
      }),
    );
    await act(() => app.reply(listResults, halList("results", RESULTS.slice(1))));
    expect(notificationsOf(app).map(({ message }) => message)).toEqual([
      "twin was linked to Person 2",
    ]);
    expect(account("many")).toBe(document.activeElement);
    await press("9");
    expect(sent()).toEqual([decisionOn("many", "link", NINE[8]?.identityOid ?? "")]);
  });

  it("without a candidate, or with Ctrl, decide nothing", async () => {
    await open();
    await press("3");
    await press("1", { ctrlKey: true });
    await press("0");
    await show(3);
    await press("1");
    await press("x");
    expect(sent()).toEqual([]);
  });

  it("decide nothing for users who may only see the matching", async () => {
    const permissions = PERMISSION_GROUPS.ManageAllResources.filter((code) =>
      code.endsWith("_read"),
    );
    await open(makeUser({}, permissions));
    for (const key of ["1", "x", "n"]) await press(key);
    expect(sent()).toEqual([]);
    expect(screen.queryByRole("button", { name: /Link to candidate/ })).toBeNull();
  });
});
