/** Which entitlements imports leave out: single ones, and those of rules with a preview. */
import { expect, test } from "vitest";
import type { RulesPreview } from "#events/entities/entitlementReview.ts";
import type { ImportSettings } from "#events/entities/systemConfiguration.ts";
import { oneDatabase } from "../../support/databases.ts";
import { useEntitlementReview } from "./entitlementReview.ts";

oneDatabase((database) => {
  const { on, provide, run, names, named, update } = useEntitlementReview(database);

  /** Runs then need no approval of missing entitlements. */
  const saveRules = (rules: Partial<ImportSettings>) =>
    on.changeImportSettings({ maxGonePercent: 100, ...rules });
  const previewRules = async (included: readonly string[], excluded: readonly string[]) => {
    const body = { included, excluded };
    const answer = await on.owner.post(`${on.path}/entitlements/rules-preview`, body);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<RulesPreview>();
  };

  test("excluded entitlements and patterns are left out by the next run", async () => {
    await provide("1,ann,Read", "1,ann,Write", "1,ann,tmp-a");
    await run();
    await update("Write", { excluded: true });
    await on.changeImportSettings({ excludedEntitlements: ["TMP-*"] });
    expect(await names("?show=excluded")).toEqual(["tmp-a", "Write"]);
    expect(await named("tmp-a")).toMatchObject({ excluded: false, excludedBy: "TMP-*" });
    await on.publish();
    await run();
    expect(await on.accounts()).toEqual({ ann: ["Read"] });
  });

  test("only included entitlements that are not excluded are imported", async () => {
    await provide("1,ann,APP-a", "1,ann,app-b", "1,ann,APP-tmp", "2,bob,Write");
    await run();
    await saveRules({ includedEntitlements: ["app-*"], excludedEntitlements: ["*-tmp"] });
    expect(await names("?show=excluded")).toEqual(["APP-tmp", "Write"]);
    expect(await named("APP-a")).toMatchObject({ included: true, excludedBy: null });
    expect(await named("APP-tmp")).toMatchObject({ included: true, excludedBy: "*-tmp" });
    expect(await named("Write")).toMatchObject({ included: false, excludedBy: null });
    // Nothing changes before the rules are published.
    await run();
    expect(await on.accounts()).toEqual({ ann: ["APP-a", "APP-tmp", "app-b"], bob: ["Write"] });
    await on.publish();
    await run();
    expect(await on.accounts()).toEqual({ ann: ["APP-a", "app-b"], bob: [] });
    await on.owner.post(`${on.path}/entitlements/refresh`);
    // Those that are left out are not missing.
    expect(await names("?show=missing")).toEqual([]);

    await saveRules({ includedEntitlements: [], excludedEntitlements: [] });
    await on.publish();
    await run();
    expect(await on.accounts()).toEqual({ ann: ["APP-a", "APP-tmp", "app-b"], bob: ["Write"] });
  });

  test("a preview counts what rules cover, and names what changes", async () => {
    await provide("1,ann,APP-a", "1,ann,app-b", "1,ann,APP-tmp", "2,bob,Write", "2,bob,Read");
    await run();
    expect(await previewRules([], [])).toEqual({
      entitlementCount: 5,
      coveredCount: 5,
      droppedCount: 0,
      dropped: [],
      returningCount: 0,
      returning: [],
    });
    expect(await previewRules([" APP-* ", ""], ["*-tmp"])).toMatchObject({
      coveredCount: 2,
      droppedCount: 3,
      dropped: ["APP-tmp", "Read", "Write"],
    });
    await update("Read", { excluded: true });
    await saveRules({ includedEntitlements: ["APP-*"] });
    expect(await previewRules([], [])).toMatchObject({
      coveredCount: 4,
      droppedCount: 0,
      returningCount: 1,
      returning: ["Write"],
    });
    expect(await previewRules(["*e"], [])).toMatchObject({
      coveredCount: 1,
      droppedCount: 3,
      returning: ["Write"],
    });
    // A preview saves nothing.
    const { settings } = (await on.owner.get(`${on.path}/import-settings`)).json<{
      settings: ImportSettings;
    }>();
    expect(settings).toMatchObject({ includedEntitlements: ["APP-*"], excludedEntitlements: [] });
  });

  test("a preview names the first of many entitlements", async () => {
    await provide(
      ...Array.from({ length: 25 }, (_, at) => `1,ann,R${String(at).padStart(2, "0")}`),
    );
    await run();
    const { dropped, droppedCount } = await previewRules(["none"], []);
    expect(droppedCount).toBe(25);
    expect(dropped).toEqual(Array.from({ length: 10 }, (_, at) => `R0${at}`));
  });
});
