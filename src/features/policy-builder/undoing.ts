/** Undo and redo of ticks, and what assistive technology is told of them. */
import { combine, createEvent, createStore, sample } from "effector";
import * as actions from "#events/actions/policyBuilder.ts";
import { offerCommands, runCommand } from "../../kernel/commands.ts";
import { createAction, happened } from "../../kernel/recorder.ts";
import { $evaluation } from "./evaluation.ts";
import { $builder } from "./model.ts";
import { describeSort } from "./rules.ts";
import { nameStep } from "./steps.ts";

const takeBack = createAction(actions.selectionUndone);
const bringBack = createAction(actions.selectionRedone);

/** Do nothing where there is nothing to undo or redo. */
export const undo = createEvent<void>();
export const redo = createEvent<void>();
sample({
  clock: undo,
  source: $builder,
  filter: ({ ops }) => ops.length > 0,
  fn: () => ({}),
  target: takeBack,
});
sample({
  clock: redo,
  source: $builder,
  filter: ({ undone }) => undone.length > 0,
  fn: () => ({}),
  target: bringBack,
});

/** What each step is called, those that were taken back included; derived, as names come from the worker. */
const $names = createStore<readonly string[]>([], { serialize: "ignore" });
sample({
  clock: [
    happened(actions.entitlementTicked),
    happened(actions.resourceTicked),
    happened(actions.allShownTicked),
  ],
  source: { names: $names, builder: $builder, evaluation: $evaluation },
  filter: ({ builder }) => builder.ops.length > 0,
  fn: ({ names, builder, evaluation }) => {
    const at = builder.ops.length - 1;
    const op = builder.ops[at];
    if (op === undefined) return names;
    const current =
      evaluation?.builder.text === builder.text &&
      evaluation.builder.threshold === builder.threshold &&
      evaluation.builder.resources === builder.resources;
    const name = nameStep(op, {
      rows: evaluation?.rows ?? [],
      resourceNames: evaluation?.summary.resources.map((resource) => resource.name) ?? [],
      shown: current && evaluation ? evaluation.view.shown.entitlements : null,
    });
    return [...names.slice(0, at), name];
  },
  target: $names,
});

/** What Undo and Redo would do; null where there is nothing. */
export const $undoable = combine($builder, $names, ({ ops }, names) =>
  ops.length > 0 ? (names[ops.length - 1] ?? "") : null,
);
export const $redoable = combine($builder, $names, ({ ops, undone }, names) =>
  undone.length > 0 ? (names[ops.length] ?? "") : null,
);

const UNDO = "policyBuilder:undo";
const REDO = "policyBuilder:redo";
sample({
  clock: combine([$undoable, $redoable]).updates,
  fn: ([undoable, redoable]) => ({
    by: "policyBuilder",
    commands: [
      ...(undoable === null ? [] : [{ id: UNDO, label: `Undo: ${undoable}` }]),
      ...(redoable === null ? [] : [{ id: REDO, label: `Redo: ${redoable}` }]),
    ],
  }),
  target: offerCommands,
});
sample({ clock: runCommand, filter: (id) => id === UNDO, fn: () => undefined, target: undo });
sample({ clock: runCommand, filter: (id) => id === REDO, fn: () => undefined, target: redo });

/** What a live region says; `count` tells one message from the same one after it. */
export const $said = createStore({ count: 0, text: "" }, { serialize: "ignore" });
const undone = sample({
  clock: happened(actions.selectionUndone),
  source: $redoable,
  fn: (name) => `Undone: ${name ?? ""}`,
});
const redone = sample({
  clock: happened(actions.selectionRedone),
  source: $undoable,
  fn: (name) => `Redone: ${name ?? ""}`,
});
const sorted = happened(actions.sorted).map(({ payload }) => describeSort(payload.sort));
sample({
  clock: [undone, redone, sorted],
  source: $said,
  fn: ({ count }, text) => ({ count: count + 1, text }),
  target: $said,
});
