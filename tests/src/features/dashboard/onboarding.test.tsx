// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { saveAdminAccess } from "#events/calls/clients.ts";
import { getClientCounts } from "#events/calls/directory.ts";
import { completeEmail, getOnboarding } from "#events/calls/onboarding.ts";
import type { Onboarding, OnboardingResource } from "#events/entities/onboarding.ts";
import type { User } from "#events/entities/user.ts";
import { View } from "#src/features/dashboard/View.tsx";
import { makeClient, makeCounts, makeOnboarding, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const NO_ORGS = { "job-titles": 0, departments: 0, locations: 0 };
const EMPTY = makeCounts({
  identities: 0,
  resources: 0,
  orgs: NO_ORGS,
  unlinkedAccounts: 0,
  orgsWithoutPolicy: 0,
});
const PEOPLE: OnboardingResource = {
  id: uuid(1),
  name: "People",
  confirmed: false,
  locked: false,
  published: false,
};

let app: TestApp;
beforeEach(() => {
  app = createTestApp();
});
afterEach(cleanup);

async function open(
  onboarding: Partial<Onboarding> = {},
  { counts = EMPTY, user = makeUser() }: { counts?: typeof EMPTY; user?: User } = {},
): Promise<void> {
  await app.signIn(user);
  await app.open("dashboard", "/dashboard");
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  await app.reply(getClientCounts, counts);
  await app.reply(getOnboarding, makeOnboarding(onboarding));
}

const panel = () => within(screen.getByRole("region", { name: "Set up Provision" }));
const steps = () =>
  panel()
    .getAllByRole("listitem")
    .map((item) => {
      const link = within(item).queryByRole("link") ?? within(item).queryByRole("button");
      const name = within(item).getByRole("heading").textContent;
      const state = item.querySelector("h3")?.nextElementSibling?.textContent;
      return [name, state, link?.textContent ?? null, link?.getAttribute("href") ?? null];
    });

describe("the steps of onboarding", () => {
  it("[ONB-1] [ONB-2] [ONB-3] [ONB-4] are listed for an empty client with what comes next", async () => {
    await open();
    expect(steps()).toEqual([
      ["HR system", "To do", "Connect an HR system", "/add-resource?kind=hr"],
      ["Role-based grouping", "Not started", null, null],
      ["Admin access", "Complete", "Manage users", "/users"],
      ["First managed system", "Not started", null, null],
    ]);
    expect(panel().getByText("1 of 4 steps are complete")).toBeTruthy();
    const [next, ...others] = panel().getAllByRole("listitem");
    expect(next?.getAttribute("aria-current")).toBe("step");
    expect(others.some((item) => item.hasAttribute("aria-current"))).toBe(false);
    expect(panel().getByText("It starts when the HR system is confirmed.")).toBeTruthy();
  });

  it.each([
    ["configuration", {}, "To do", "Set up People"],
    ["confirm-integration", { published: true }, "To do", "Confirm People"],
    ["manage", { published: true, confirmed: true }, "Complete", "Open People"],
  ])(
    "[ONB-9] [ONB-10] the HR system continues on its screen %s",
    async (path, more, state, label) => {
      await open({ hr: { ...PEOPLE, ...more } });
      expect(steps()[0]).toEqual(["HR system", state, label, `/resources/${uuid(1)}/${path}`]);
    },
  );

  it("[ONB-6] [ONB-7] [ONB-8] offer no screen of a resource that the user cannot open, and say why", async () => {
    const codes = ["resource_own_read", "resource_own_update", "client_read"] as const;
    const user = makeUser({ resourceIds: [uuid(2)] }, codes);
    const locked = { ...PEOPLE, id: uuid(2), name: "Keys", locked: true };
    await open({ hr: { ...PEOPLE, name: null }, managed: locked }, { user });
    expect(steps().map((step) => step.slice(1, 3))).toEqual([
      ["No permission", null],
      ["No permission", null],
      ["Complete", null],
      ["Locked", "Open Keys"],
    ]);
    expect(panel().getByText("Confirm the HR system first.")).toBeTruthy();
  });

  it("end the onboarding: a client in growth sees its directory and no steps", async () => {
    await open({}, { counts: makeCounts() });
    expect(screen.queryByRole("region", { name: "Set up Provision" })).toBeNull();
    expect(screen.getByText("Growth")).toBeTruthy();
  });

  it("leave out the panel of next steps while that is empty", async () => {
    await open({}, { counts: { ...EMPTY, identities: 5, orgsWithMembers: 0 } });
    expect(screen.queryByText("What to do next")).toBeNull();
    expect(steps()[3]?.[1]).toBe("To do");
  });

  it("turn on the administration of access", async () => {
    const client = makeClient({ adminEnabled: false });
    await open({}, { user: makeUser({ clients: [client], client }) });
    fireEvent.click(panel().getByRole("button", { name: "Turn on" }));
    expect(app.waiting(saveAdminAccess)[0]?.input.body).toEqual({ adminEnabled: true });
    await app.reply(saveAdminAccess, makeClient());
    expect(steps()[2]?.[1]).toBe("Complete");
  });

  it("stay when it cannot be turned on", async () => {
    const client = makeClient({ adminEnabled: false });
    await open({}, { user: makeUser({ clients: [client], client }) });
    fireEvent.click(panel().getByRole("button", { name: "Turn on" }));
    await app.fail(saveAdminAccess, { message: "The database is closed" });
    expect(steps()[2]?.[1]).toBe("To do");
  });
});

describe("systems that are set up", () => {
  it("[RES-24] are told to the owners once, by one button", async () => {
    const unannounced = [
      { id: uuid(1), name: "People" },
      { id: uuid(2), name: "Keys" },
    ];
    await open({ unannounced }, { counts: makeCounts() });
    expect(screen.getByText("2 systems are set up")).toBeTruthy();
    expect(screen.getByText(/^People and Keys\. Tell the owners/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Send email" }));
    expect(app.waiting(completeEmail)[0]?.input.body).toEqual({ resources: [uuid(1), uuid(2)] });
    await app.reply(completeEmail, { resources: [uuid(1), uuid(2)], mails: 3 });
    await app.reply(getOnboarding, makeOnboarding());
    expect(screen.queryByText("2 systems are set up")).toBeNull();
  });
});

describe("the limits of systems", () => {
  it("show how many systems of each limited kind there are", async () => {
    const { limits } = makeOnboarding();
    const manual = { limit: 3, used: 2, isReached: false };
    const api = { limit: 1200, used: 1, isReached: false };
    await open({ limits: { ...limits, manual, api } });
    const detail = screen.getByText("Limits of systems").nextElementSibling;
    expect(detail?.textContent).toBe("API: 1 of 1,200Manual: 2 of 3");
  });
});
