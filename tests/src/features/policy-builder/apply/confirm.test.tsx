// @vitest-environment happy-dom
/** What an administrator sees of a change before it is made. */
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, describe, expect, it } from "vitest";
import { induce, previewInduce, readInheritedRoles } from "#events/calls/orgs.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { PREVIEWED_MAX } from "#events/rules/builder.ts";
import { applyPolicy } from "#src/features/policy-builder/apply/apply.ts";
import { confirmApply } from "#src/features/policy-builder/apply/confirm.ts";
import { $applySummary } from "#src/features/policy-builder/apply/summary.ts";
import { moveThreshold } from "#src/features/policy-builder/model.ts";
import { $inherited } from "#src/features/policy-builder/report/inherited.ts";
import { $tableResult } from "#src/features/policy-builder/table/tableQuery.ts";
import { View } from "#src/features/policy-builder/View.tsx";
import { notificationsOf } from "../../../support/told.ts";
import {
  CLIENT_ID,
  createBuilderApp,
  orgDetail,
  ORG_OID,
  readyBuilder,
  REPORT,
  roleOid,
  type BuilderApp,
} from "../support.ts";

afterEach(cleanup);

const EFFECT = {
  people: { gaining: 12, losing: 3, unchanged: 185 },
  entitlementEffects: [
    {
      roleOid: roleOid(1),
      name: "Teller Drawer",
      resourceName: "Core Banking",
      gaining: 12,
      losing: 0,
    },
  ],
  affectedEntitlements: 2,
};

function show(app: BuilderApp): void {
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
}

const dialog = () => screen.findByRole("dialog", { name: "Apply to the policy of Senior Teller?" });

describe("apply", () => {
  it("shows how many people gain and lose what, and sends nothing before it is confirmed", async () => {
    const app = await readyBuilder();
    show(app);
    await app.act(applyPolicy, {});
    expect(app.waiting(previewInduce)).toMatchObject([
      { input: { params: { clientId: CLIENT_ID, oid: ORG_OID }, body: [roleOid(1), roleOid(4)] } },
    ]);
    const shown = within(await dialog());
    expect(shown.getByText("2 entitlements to add, 0 to remove.")).toBeTruthy();
    await app.reply(previewInduce, EFFECT);
    const effect = within(await shown.findByRole("region", { name: "Effect on people" }));
    expect(effect.getByRole("status").textContent).toMatch(/Gain access.*12.*Lose access.*3/);
    const row = effect.getByRole("row", { name: /Teller Drawer/ });
    expect(row.textContent).toBe("Teller DrawerCore Banking120");
    expect(effect.getByText("and 1 entitlement more")).toBeTruthy();
    expect(app.waiting(induce)).toEqual([]);

    fireEvent.click(shown.getByRole("button", { name: "Apply changes" }));
    await app.settle();
    expect(app.waiting(induce)).toMatchObject([
      {
        input: {
          params: { clientId: CLIENT_ID, oid: ORG_OID },
          query: { threshold: 100 },
          body: [roleOid(1), roleOid(4)],
        },
      },
    ]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("is sent once, however often it is confirmed", async () => {
    const app = await readyBuilder();
    await app.act(applyPolicy, {});
    await app.act(confirmApply, {});
    await app.act(confirmApply, {});
    expect(app.sent.filter(({ call }) => call === induce)).toHaveLength(1);
  });

  it("sends nothing if it is not confirmed, and asks again the next time", async () => {
    const app = await readyBuilder();
    show(app);
    await app.act(applyPolicy, {});
    fireEvent.click(within(await dialog()).getByRole("button", { name: "Cancel" }));
    await app.settle();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(app.waiting(induce)).toEqual([]);
    await app.act(applyPolicy, {});
    expect(within(await dialog()).queryByRole("region")).toBeNull();
  });

  it("can be confirmed if the effect is not known, and says why", async () => {
    const app = await readyBuilder();
    show(app);
    await app.act(applyPolicy, {});
    await app.fail(previewInduce, { status: 503, message: "The database is busy" });
    const shown = within(await dialog());
    expect(shown.getByRole("alert").textContent).toContain("The database is busy.");
    fireEvent.click(shown.getByRole("button", { name: "Apply changes" }));
    await app.settle();
    expect(app.waiting(induce)).toHaveLength(1);
  });

  it("computes no effect of a change that is too large, and says whom it can affect", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.replyOrg();
    await app.deliver({
      ...REPORT,
      resourceInsights: [
        {
          resourceName: "Alpha",
          entitlementInsights: Array.from({ length: PREVIEWED_MAX + 1 }, (_, at) => ({
            entitlementName: `Right ${at}`,
            percentOfUsers: 100,
            roleOid: roleOid(at),
          })),
        },
      ],
    });
    show(app);
    await app.act(applyPolicy, {});
    expect(app.waiting(previewInduce)).toEqual([]);
    expect((await dialog()).textContent).toContain("It can affect all 200 identities of the org.");
  });

  it("of what is in the policy already is not asked about", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.replyOrg([roleOid(1), roleOid(4)]);
    await app.deliver();
    await app.act(applyPolicy, {});
    expect(app.waiting(previewInduce)).toEqual([]);
    expect(app.waiting(induce)).toHaveLength(1);
  });
});

describe("an inherited entitlement", () => {
  /** Of the report, the org inherits the first entitlement, and has the fourth itself. */
  async function inheritingBuilder() {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.replyInherited(
      { path: ["Tellers"], accessRole: null, roleOids: [roleOid(1)] },
      { path: ["Bank", "Tellers"], accessRole: null, roleOids: [roleOid(1), roleOid(4)] },
    );
    await app.replyOrg([roleOid(4)]);
    await app.deliver();
    return app;
  }

  it("is marked with the path of the nearest org, unless the own policy has it, too", async () => {
    const app = await inheritingBuilder();
    show(app);
    const row = await screen.findByRole("row", { name: /Teller Drawer/ });
    expect(row.textContent).toContain("inherited");
    expect(row.textContent).toContain("from Tellers");
    const own = screen.getByRole("row", { name: /Self Service/ });
    expect(own.textContent).toContain("in policy");
    expect(own.textContent).not.toContain("inherited");
  });

  it("says of a cleared one that it stays, and where it is set", async () => {
    const app = await inheritingBuilder();
    show(app);
    const box = await screen.findByRole("checkbox", { name: /Teller Drawer/ });
    fireEvent.click(box);
    await screen.findByText("stays");
    const row = screen.getByRole("row", { name: /Teller Drawer/ });
    expect(within(row).getByRole<HTMLInputElement>("checkbox").checked).toBe(false);
    expect(
      within(row).getByText("stays").closest<HTMLElement>("[data-tooltip]")?.dataset["tooltip"],
    ).toBe("Inherited from Tellers. Remove it in the policy of that org.");
    expect(row.textContent).not.toContain("inherited");
  });

  it("is marked with the access role that grants it, and with the policy of the role", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.replyInherited(
      { path: [], accessRole: "Counter", roleOids: [roleOid(1)] },
      { path: ["Bank"], accessRole: "Portal", roleOids: [roleOid(4)] },
    );
    await app.replyOrg();
    await app.deliver();
    show(app);
    const own = await screen.findByRole("row", { name: /Teller Drawer/ });
    expect(own.textContent).toContain("inherited");
    expect(within(own).getByText("through Counter").dataset["tooltip"]).toBe(
      "Granted by the access role Counter in the policy of this org.",
    );
    const above = screen.getByRole("row", { name: /Self Service/ });
    expect(within(above).getByText("from Bank through Portal").dataset["tooltip"]).toBe(
      "Granted by the access role Portal in the policy of Bank.",
    );
  });

  it("reaches the log as a digest, and the worker as bytes", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.replyInherited({ path: ["Bank"], accessRole: null, roleOids: [roleOid(1)] });
    const [{ payload }] = app.envelopes(readInheritedRoles.succeeded) as [Envelope];
    expect(JSON.stringify(payload)).not.toContain(roleOid(1));
    expect(app.get($inherited)).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is not counted as to add, and not sent", async () => {
    const app = await inheritingBuilder();
    await app.act(moveThreshold, { percent: 80 });
    expect(app.get($tableResult)?.view).toMatchObject({
      newRoles: 2,
      alreadyInPolicy: 1,
      inheritedRoles: 1,
    });
    expect(app.get($applySummary)).toMatch(/: 2 to add, 1 already in the policy, 1 inherited$/);
    await app.act(applyPolicy, {});
    expect(app.waiting(previewInduce)[0]?.input.body).toEqual([roleOid(2), roleOid(4), roleOid(5)]);
  });

  it("changes nothing if nothing else is selected", async () => {
    const app = await inheritingBuilder();
    await app.act(applyPolicy, {});
    expect(app.waiting(previewInduce)).toEqual([]);
    await app.reply(induce, orgDetail(ORG_OID));
    expect(notificationsOf(app).at(-1)?.message).toBe(
      "All 2 selected entitlements are already granted by this policy and those of the orgs above. Nothing was changed.",
    );
  });
});
