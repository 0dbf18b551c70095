import { describe, expect, it } from "vitest";
import { curveTableToggled } from "#events/actions/policyBuilder.ts";
import { $curve, $charts } from "#src/features/policy-builder/threshold/charts.ts";
import { dragThreshold } from "#src/features/policy-builder/threshold/thresholdDrag.ts";
import {
  $builder,
  changeFilterText,
  changeResourceFilter,
  moveThreshold,
  toggleCurveTable,
} from "#src/features/policy-builder/model.ts";
import {
  curveSteps,
  describeBar,
  describeThreshold,
} from "#src/features/policy-builder/threshold/rules.ts";
import { createBuilderApp, readyBuilder, type BuilderApp } from "../support.ts";
import { builderMessages } from "#src/features/policy-builder/messages.ts";

function kept(app: BuilderApp, percent: number) {
  const curve = app.get($charts)?.curve;
  return [curve?.entitlements[percent], curve?.resources[percent]];
}

function held(app: BuilderApp, percent: number) {
  return app.get($charts)?.histogram[percent];
}

describe("the charts of the report", () => {
  it("have values at every percentage once the report is loaded", async () => {
    const app = await createBuilderApp();
    await app.openBuilder();
    await app.replyOrg();
    expect(app.get($charts)).toBeNull();
    await app.deliver();
    expect(kept(app, 30)).toEqual([5, 2]);
    expect(kept(app, 80)).toEqual([4, 2]);
    expect(kept(app, 81)).toEqual([3, 2]);
    expect(kept(app, 100)).toEqual([2, 2]);
    expect([held(app, 55), held(app, 56), held(app, 100)]).toEqual([1, 0, 2]);
  });

  it("send no new query when only the threshold moves", async () => {
    const app = await readyBuilder();
    const before = app.get($charts);
    await app.act(moveThreshold, { percent: 60 });
    await app.act(dragThreshold, 55);
    await app.nextFrame();
    expect(app.get($builder).threshold).toBe(55);
    expect(app.get($charts)).toBe(before);
  });

  it("follow the resource filter, and the histogram also the text", async () => {
    const app = await readyBuilder();
    const before = app.get($curve);
    await app.act(changeFilterText, { text: "reports" });
    expect(kept(app, 30)).toEqual([5, 2]);
    // The same object, so that views of only the curve do not render with each key.
    expect(app.get($curve)).toBe(before);
    expect([held(app, 80), held(app, 90), held(app, 100)]).toEqual([1, 1, 0]);
    await app.act(changeResourceFilter, { resources: { all: false, except: [1] } });
    expect(kept(app, 30)).toEqual([2, 1]);
    expect(app.get($curve)).not.toBe(before);
    expect([held(app, 80), held(app, 90)]).toEqual([1, 0]);
  });

  it("are not logged, but showing them as a table is", async () => {
    const app = await readyBuilder();
    expect(app.log.filter(({ type }) => /curve|histogram|charts/i.test(type))).toEqual([]);
    await app.act(toggleCurveTable, { shown: true });
    expect(app.get($builder).curveTable).toBe(true);
    expect(app.envelopes(curveTableToggled)).toHaveLength(1);
  });
});

describe("the text of the curve", () => {
  const curve = {
    entitlements: Uint32Array.from({ length: 101 }, (_, percent) => 101 - percent),
    resources: new Uint32Array(101).fill(1),
  };

  it("the slider announces what it keeps", () => {
    expect(describeThreshold(100, curve, builderMessages.english)).toBe(
      "100%: 1 entitlement from 1 resource",
    );
    expect(describeThreshold(60, curve, builderMessages.english)).toBe(
      "60%: 41 entitlements from 1 resource",
    );
    expect(describeThreshold(60, null, builderMessages.english)).toBe("60%");
  });

  it("a bar reaches to the next percentage, and the last one stands for 100 % only", () => {
    expect(describeBar(78, "", builderMessages.english)).toBe("Held by 78–79% of identities");
    expect(describeBar(100, "", builderMessages.english)).toBe("Held by 100% of identities");
    expect(describeBar(78, "vpn", builderMessages.english)).toBe(
      "Matches held by 78–79% of identities",
    );
  });

  it("the table falls from 100 to 30 in steps, each bar in one of them", () => {
    const steps = curveSteps(curve, new Uint32Array(101).fill(1));
    expect(steps.map(({ threshold }) => threshold)).toEqual([
      100, 95, 90, 85, 80, 75, 70, 65, 60, 55, 50, 45, 40, 35, 30,
    ]);
    expect(steps[0]).toEqual({ threshold: 100, entitlements: 1, resources: 1, between: 1 });
    expect(steps.at(-1)).toMatchObject({ threshold: 30, entitlements: 71, between: 5 });
    expect(steps.reduce((sum, { between }) => sum + between, 0)).toBe(71);
  });
});
