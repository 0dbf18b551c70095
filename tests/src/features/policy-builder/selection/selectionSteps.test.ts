import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addStep,
  commonSteps,
  describeStep,
  nameStep,
  redoStep,
  undoKey,
  undoStep,
  type Steps,
} from "#src/features/policy-builder/selection/selectionSteps.ts";
import type { SelectionOp } from "#workers/analytics/contract.ts";
import { builderMessages } from "#src/features/policy-builder/messages.ts";

const ALL = { all: true, except: [] };
const NO_RESOURCES = { all: false, except: [] };
const NONE: Steps = { ops: [], undone: [] };

function tick(row: number, ticked = false): SelectionOp {
  return { kind: "entitlement", row, ticked };
}

describe("undo and redo of selection steps", () => {
  it("equal those of a plain history for any sequence", () => {
    const action = fc.oneof(
      fc.nat(5).map((row) => ({ add: row })),
      fc.constantFrom("undo" as const, "redo" as const),
    );
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        let steps = NONE;
        let history: number[] = [];
        let at = 0;
        for (const one of actions) {
          if (one === "undo") {
            steps = undoStep(steps);
            at = Math.max(0, at - 1);
          } else if (one === "redo") {
            steps = redoStep(steps);
            at = Math.min(history.length, at + 1);
          } else {
            steps = addStep(steps, tick(one.add));
            history = [...history.slice(0, at), one.add];
            at += 1;
          }
          const all = [...steps.ops, ...steps.undone.toReversed()];
          expect(all).toEqual(history.map((row) => tick(row)));
          expect(steps.ops).toHaveLength(at);
        }
      }),
      { seed: 20260302, numRuns: 300 },
    );
  });

  it("change nothing when there is nothing to undo", () => {
    expect(undoStep(NONE)).toBe(NONE);
    expect(redoStep(NONE)).toBe(NONE);
  });

  it("distinguish an undone step from an equal new one", () => {
    const before = addStep(addStep(NONE, tick(1)), tick(2));
    expect(commonSteps(before.ops, addStep(undoStep(before), tick(2)).ops)).toBe(1);
    expect(commonSteps(before.ops, redoStep(undoStep(before)).ops)).toBe(2);
    expect(commonSteps([], before.ops)).toBe(0);
  });
});

describe("names of steps", () => {
  const of = { resource: 0, percent: 90, holders: 18, members: 20, roleOid: "role" } as const;
  const row = { ...of, ticked: true, inPolicy: false, inherited: null, hint: null } as const;
  const surroundings = {
    rows: [{ ...row, kind: "entitlement", row: 7, name: "Wire Release" }],
    resourceNames: ["Core Banking", "HR Portal"],
    shown: 12_345,
  } as const;
  const matching: SelectionOp = {
    kind: "matching",
    ticked: true,
    text: "",
    resources: ALL,
    threshold: 60,
  };

  it("say what was selected", () => {
    expect(describeStep(nameStep(matching, surroundings), builderMessages.english)).toBe(
      "select 12,345 shown",
    );
    expect(
      describeStep(
        nameStep({ ...matching, ticked: false }, { ...surroundings, shown: null }),
        builderMessages.english,
      ),
    ).toBe("clear all shown");
    const resource: SelectionOp = { kind: "resource", resource: 1, ticked: false, text: "" };
    expect(describeStep(nameStep(resource, surroundings), builderMessages.english)).toBe(
      "clear HR Portal",
    );
    expect(describeStep(nameStep(tick(7), surroundings), builderMessages.english)).toBe(
      "clear Wire Release",
    );
    expect(describeStep(nameStep(tick(8, true), surroundings), builderMessages.english)).toBe(
      "select an entitlement",
    );
    const table = { text: "", resources: ALL, threshold: 60, collapsed: NO_RESOURCES, sort: null };
    const range: SelectionOp = { kind: "range", from: 3, to: 7, ticked: false, ...table };
    expect(describeStep(nameStep(range, surroundings), builderMessages.english)).toBe(
      "clear the range to Wire Release",
    );
    expect(describeStep(nameStep({ ...range, to: 8 }, surroundings), builderMessages.english)).toBe(
      "clear a range",
    );
  });
});

describe("the undo keys", () => {
  const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  it.each([
    ["undo", { ...none, key: "z", ctrlKey: true }],
    ["undo", { ...none, key: "z", metaKey: true }],
    ["redo", { ...none, key: "Z", ctrlKey: true, shiftKey: true }],
    ["redo", { ...none, key: "Z", metaKey: true, shiftKey: true }],
    ["redo", { ...none, key: "y", ctrlKey: true }],
    [null, { ...none, key: "z" }],
    [null, { ...none, key: "y", metaKey: true }],
    [null, { ...none, key: "z", ctrlKey: true, altKey: true }],
    [null, { ...none, key: "a", ctrlKey: true }],
  ] as const)("%s for %o", (expected, event) => {
    expect(undoKey(event)).toBe(expected);
  });
});
